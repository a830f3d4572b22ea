import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith } from './support.js';

const DESK = `public with sharing class Desk {
  public class Row {
    @AuraEnabled public String label;
    @AuraEnabled public Integer number { get { return label.length(); } private set; }
    @AuraEnabled public String nothing;
    public String hidden = 'secret';
    public Row(String label) { this.label = label; }
  }
  @AuraEnabled(cacheable=true) public static List<Row> rows(List<String> labels, Integer times) {
    List<Row> result = new List<Row>();
    for (Integer i = 0; i < (times ?? 1); i++) for (String each : labels) result.add(new Row(each));
    return result;
  }
  @AuraEnabled(cacheable=true) public static void write() { insert new Account(Name = 'written'); }
  @AuraEnabled public static Id save(String name) { Account row = new Account(Name = name); insert row; return row.Id; }
  @AuraEnabled public static void refuse() { insert new Account(Name = 'gone'); throw new AuraHandledException('Say why.'); }
  @AuraEnabled public static void fail() { Integer zero = 0; Integer none = 1 / zero; }
  public static void closed() {}
}`;

describe('calls of Lightning components', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith({
      'classes/Desk.cls': DESK,
      'customPermissions/Desk_Work.customPermission-meta.xml':
        '<?xml version="1.0" encoding="UTF-8"?><CustomPermission xmlns="http://soap.sforce.com/2006/04/metadata"><isLicensed>false</isLicensed><label>Desk</label></CustomPermission>',
      'permissionsets/Desk.permissionset-meta.xml':
        '<?xml version="1.0" encoding="UTF-8"?><PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata"><customPermissions><enabled>true</enabled><name>Desk_Work</name></customPermissions><label>Desk</label></PermissionSet>'
    });
  });
  after(() => org?.stop());

  interface Answer {
    readonly status: number;
    readonly body: Record<string, unknown>;
  }
  async function call(method: string, parameters: unknown, token = org.accessToken, wired = false): Promise<Answer> {
    const response = await fetch(`${org.url}/local-org/v1/lightning/apex/Desk/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(wired ? { 'x-lightning-wired': 'true' } : {}) },
      body: JSON.stringify(parameters)
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const accounts = async (): Promise<string> =>
    (await execute(org, 'System.debug([SELECT COUNT() FROM Account]);')).debug[0] ?? '';

  it('bind parameters by name and give what is annotated', async () => {
    const answer = await call('rows', { times: 2, labels: ['one'] }, undefined, true);
    const row = { label: 'one', number: 3 };
    expect(answer).to.deep.equal({ status: 200, body: { cacheable: true, returnValue: [row, row] } });
  });

  it('write only where they are not cacheable', async () => {
    const refused = await call('write', {});
    expect(refused.status).to.equal(500);
    expect(refused.body).to.include({
      exceptionType: 'System.LimitException',
      message: 'Too many DML statements: 1'
    });
    const saved = await call('save', { name: 'kept' });
    expect(saved.body.returnValue).to.match(/^001\w{15}$/);
    expect(saved.body.cacheable).to.equal(false);
    const wired = await call('save', { name: 'never' }, undefined, true);
    expect(wired.body.message).to.contain('cacheable=true');
    expect(await accounts()).to.equal('1');
  });

  it('roll back what fails; the text of a handled exception stands alone', async () => {
    expect(await call('refuse', {})).to.deep.equal({ status: 500, body: { message: 'Say why.' } });
    expect(await accounts()).to.equal('1');
    const { body } = await call('fail', {});
    expect(body).to.include({ exceptionType: 'System.MathException', isUserDefinedException: false });
    expect(body.stackTrace).to.contain('Class.Desk.fail');
  });

  it('reach annotated methods only', async () => {
    expect((await call('closed', {})).status).to.equal(404);
    expect((await call('missing', {})).body.message).to.contain('Deploy the class');
    expect((await call('rows', { labels: 5 })).body.message).to.match(/^Parameter labels: /);
  });

  it('need a session, and access to the class', async () => {
    expect((await call('rows', { labels: [] }, 'wrong')).status).to.equal(401);
    const made = await execute(
      org,
      `Profile least = [SELECT Id FROM Profile WHERE Name = 'Minimum Access - Salesforce'];
       insert new User(Username = 'plain@desk.example', LastName = 'Plain', Email = 'p@desk.example', Alias = 'plain', ProfileId = least.Id,
         TimeZoneSidKey = 'GMT', LocaleSidKey = 'en_US', EmailEncodingKey = 'UTF-8', LanguageLocaleKey = 'en_US');
       insert new PermissionSetAssignment(AssigneeId = [SELECT Id FROM User WHERE Username = 'plain@desk.example'].Id,
         PermissionSetId = [SELECT Id FROM PermissionSet WHERE Name = 'Desk'].Id);`
    );
    expect(made.exceptionMessage).to.equal(null);
    const opened = await fetch(`${org.url}/local-org/v1/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.accessToken}` },
      body: JSON.stringify({ username: 'plain@desk.example' })
    });
    const { accessToken, userId } = (await opened.json()) as { accessToken: string; userId: string };
    const refused = await call('rows', { labels: [] }, accessToken);
    expect(refused).to.deep.equal({
      status: 403,
      body: { message: "You do not have access to the Apex class named 'Desk'." }
    });
    const session = await fetch(`${org.url}/local-org/v1/lightning/session`, {
      headers: { authorization: `Bearer ${accessToken}` }
    });
    expect(await session.json()).to.deep.equal({ userId, userName: 'Plain', customPermissions: ['Desk_Work'] });
  });
});
