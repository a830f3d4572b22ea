import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { deployFiles, execute, orgWith, type ProjectFiles } from './support.js';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://soap.sforce.com/2006/04/metadata"';

const SETTING = `${XML}<CustomObject ${NAMESPACE}>
  <customSettingsType>Hierarchy</customSettingsType><visibility>Public</visibility><label>Level</label>
  <fields><fullName>Level__c</fullName><label>Level</label><type>Text</type><length>20</length></fields>
</CustomObject>`;

const RULE = `${XML}<CustomObject ${NAMESPACE}>
  <label>Rule</label><pluralLabel>Rules</pluralLabel><visibility>Public</visibility>
  <fields><fullName>Text__c</fullName><label>Text</label><type>Text</type><length>20</length></fields>
</CustomObject>`;

const ruleRecord = (text: string): string => `${XML}<CustomMetadata ${NAMESPACE}
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><label>A</label>
  <values><field>Text__c</field><value xsi:type="xsd:string">${text}</value></values></CustomMetadata>`;

const files = (text: string): ProjectFiles => ({
  'objects/Level__c/Level__c.object-meta.xml': SETTING,
  'objects/Rule__mdt/Rule__mdt.object-meta.xml': RULE,
  'customMetadata/Rule.A.md-meta.xml': ruleRecord(text)
});

const READ = `
  System.debug(Level__c.getInstance().Level__c + ' ' + [SELECT Level__c FROM Level__c].size());
  System.debug([SELECT Text__c FROM Rule__mdt].Text__c);`;

describe('what the org answers from its cache', function () {
  this.timeout(120_000);
  let org: LocalOrg;

  /** Every slot reads, so that each has its answers. */
  async function readEverywhere(): Promise<Set<string>> {
    const replies = await Promise.all(Array.from({ length: 8 }, () => execute(org, READ)));
    return new Set(replies.map(({ debug, exceptionMessage }) => exceptionMessage ?? debug.join(' | ')));
  }

  before(async () => {
    org = await orgWith(files('first'));
    await execute(org, "insert new Level__c(SetupOwnerId = UserInfo.getOrganizationId(), Level__c = 'low');");
  });

  after(() => org?.stop());

  it('follows a setting that another request changes', async () => {
    expect([...(await readEverywhere())]).to.deep.equal(['low 1 | first']);
    await execute(org, "Level__c level = Level__c.getOrgDefaults(); level.Level__c = 'high'; update level;");
    expect([...(await readEverywhere())]).to.deep.equal(['high 1 | first']);
  });

  it('sees what the transaction itself has written, and not what it rolled back', async () => {
    const reply = await execute(
      org,
      `Level__c level = Level__c.getOrgDefaults();
      Savepoint point = Database.setSavepoint();
      level.Level__c = 'lost';
      update level;
      System.debug([SELECT Level__c FROM Level__c].Level__c);
      Database.rollback(point);
      System.debug([SELECT Level__c FROM Level__c].Level__c + ' ' + Level__c.getOrgDefaults().Level__c);`
    );
    expect(reply.debug).to.deep.equal(['lost', 'high high']);
    expect([...(await readEverywhere())]).to.deep.equal(['high 1 | first']);
  });

  it('follows a deploy of custom metadata', async () => {
    await deployFiles(org, files('second'));
    expect([...(await readEverywhere())]).to.deep.equal(['high 1 | second']);
  });
});
