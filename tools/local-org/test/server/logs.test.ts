import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith } from './support.js';

describe('debug logs', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith({
      'classes/LogJob.cls': `public class LogJob implements Queueable {
  public void execute(QueueableContext context) { System.debug(LoggingLevel.FINE, 'from the job'); }
}`,
      'triggers/AccountTrigger.trigger': `trigger AccountTrigger on Account (before insert) { System.debug('trigger ' + Trigger.new.size()); }`,
      'triggers/AccountTrigger.trigger-meta.xml':
        '<?xml version="1.0" encoding="UTF-8"?><ApexTrigger xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexTrigger>'
    });
  });
  after(() => org?.stop());

  async function call(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const response = await fetch(`${org.url}/services/data/v68.0/${path}`, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    return { status: response.status, text: await response.text() };
  }
  const create = async (object: string, body: object): Promise<string> => {
    const { status, text } = await call('POST', `tooling/sobjects/${object}`, body);
    expect(status, text).to.equal(201);
    return (JSON.parse(text) as { id: string }).id;
  };
  const logs = async (): Promise<{ Id: string; Operation: string; Status: string; LogUser: { Name: string } }[]> => {
    const soql = 'SELECT Id, Operation, Status, LogLength, LogUser.Name FROM ApexLog ORDER BY StartTime, Id';
    return JSON.parse((await call('GET', `tooling/query?q=${encodeURIComponent(soql)}`)).text).records;
  };

  it('are kept of a traced user’s transactions, with what its levels let through', async () => {
    await execute(org, `System.debug('nobody listens');`);
    expect(await logs()).to.deep.equal([]);

    const level = await create('DebugLevel', {
      DeveloperName: 'Fine',
      MasterLabel: 'Fine',
      ApexCode: 'Fine',
      Database: 'NONE'
    });
    const flag = await create('TraceFlag', {
      TracedEntityId: org.userId,
      LogType: 'USER_DEBUG',
      DebugLevelId: level,
      ExpirationDate: new Date(Date.now() + 60_000).toISOString()
    });
    await execute(
      org,
      `System.debug('listen'); System.debug(LoggingLevel.FINEST, 'whisper'); insert new Account(Name = 'x'); System.enqueueJob(new LogJob());`
    );
    await org.drainJobs();
    await execute(org, `Integer i = 1 / 0;`);
    await call('POST', 'sobjects/Account', { Name: 'by REST' });
    await call('POST', 'sobjects/Contact', { LastName: 'no Apex, no log' });

    const found = await logs();
    expect(found.map(({ Operation }) => Operation.replace(/^.*\//, ''))).to.have.members([
      'executeAnonymous',
      'QueueableHandler: LogJob',
      'executeAnonymous',
      'API'
    ]);
    const bodies = await Promise.all(
      found.map(async ({ Id }) => (await call('GET', `tooling/sobjects/ApexLog/${Id}/Body`)).text)
    );
    const body = (part: string): string => bodies.find((text) => text.includes(part)) ?? '';
    expect(body('|listen'))
      .to.match(/^68\.0 APEX_CODE,FINE;.*DB,NONE/)
      .and.not.include('whisper')
      .and.not.include('DML_BEGIN');
    expect(body('|listen')).to.include('|USER_DEBUG|[1]|DEBUG|trigger 1');
    expect(body('from the job')).to.include('CODE_UNIT_STARTED|[EXTERNAL]|QueueableHandler: LogJob');
    expect(found.map(({ Status }) => Status)).to.include('System.MathException: Divide by 0');
    expect(body('Divide by 0')).to.include('FATAL_ERROR|System.MathException: Divide by 0');
    expect((await call('GET', 'tooling/sobjects/ApexLog/07L000000000000AAA/Body')).status).to.equal(404);

    expect(body('|listen'), 'what ApexProfiling was not asked for').not.to.include('LIMIT_USAGE');

    await call('PATCH', `tooling/sobjects/TraceFlag/${flag}`, {
      ExpirationDate: new Date(Date.now() - 1000).toISOString()
    });
    await execute(org, `System.debug('too late');`);
    expect(await logs()).to.have.lengthOf(found.length);
    expect((await call('DELETE', `tooling/sobjects/ApexLog/${found[0]?.Id}`)).status).to.equal(204);
  });

  it('of anonymous Apex show what its request asks for', async () => {
    const source = `System.debug('said'); System.debug(LoggingLevel.FINEST, 'whispered'); Integer n = [SELECT COUNT() FROM Account];`;
    const log = async (header: string): Promise<string> => {
      const response = await fetch(`${org.url}/services/Soap/s/68.0`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
        body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><DebuggingHeader>${header}</DebuggingHeader></e:Header><e:Body><executeAnonymous><String>${source}</String></executeAnonymous></e:Body></e:Envelope>`
      });
      return (await response.text()).replaceAll('&#39;', "'");
    };
    const category = (name: string, level: string): string =>
      `<categories><category>${name}</category><level>${level}</level></categories>`;

    const usual = await log('<debugLevel>DEBUGONLY</debugLevel>');
    expect(usual).to.include('68.0 APEX_CODE,DEBUG;APEX_PROFILING,INFO\nExecute Anonymous: System.debug');
    expect(usual).to.include('|said').and.include('Number of SOQL queries: 1 out of 100');
    expect(usual).not.to.match(/\|whispered|SOQL_EXECUTE/);
    const everything = await log('<debugLevel>Detail</debugLevel>');
    expect(everything).to.include('|whispered').and.include('SOQL_EXECUTE_BEGIN');
    const chosen = await log(category('Db', 'Info') + category('Apex_code', 'Error'));
    expect(chosen).to.include('68.0 APEX_CODE,ERROR;DB,INFO').and.include('SOQL_EXECUTE_BEGIN');
    expect(chosen).not.to.match(/\|said|LIMIT_USAGE/);
    expect(await log(category('All', 'None'))).not.to.match(/EXECUTION_STARTED|\|said|SOQL/);
    expect(await log(category('Weather', 'Fine'))).to.include("unknown category 'Weather'");
    expect(await log('<debugLevel>Loud</debugLevel>')).to.include("unknown debugLevel 'Loud'");
  });
});
