import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith } from './support.js';

describe('debug logs', function () {
  this.timeout(60_000);
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
      headers: { authorization: `Bearer ${org.accessToken}` },
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

    await call('PATCH', `tooling/sobjects/TraceFlag/${flag}`, {
      ExpirationDate: new Date(Date.now() - 1000).toISOString()
    });
    await execute(org, `System.debug('too late');`);
    expect(await logs()).to.have.lengthOf(found.length);
    expect((await call('DELETE', `tooling/sobjects/ApexLog/${found[0]?.Id}`)).status).to.equal(204);
  });
});
