import { expect } from 'chai';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from './support.js';

describe('classes and triggers as rows', function () {
  this.timeout(60_000);
  let org: LocalOrg;
  before(async () => {
    org = await startLocalOrg({ slots: 3, jobSlots: 2 });
  });
  after(() => org?.stop());

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes back differs by resource
  async function call(method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
    const response = await fetch(`${org.url}/services/data/v66.0/tooling/sobjects/${path}`, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }
  const said = async (): Promise<string[]> => (await execute(org, 'System.debug(Greeter.say());')).debug;
  const source = (text: string): string => `public class Greeter { public static String say() { return ${text}; } }`;

  it('are compiled, changed and deleted', async () => {
    const made = await call('POST', 'ApexClass', { Name: 'Greeter', Body: source(`'hello'`), Status: 'Active' });
    expect([made.status, made.body.success]).to.deep.equal([201, true]);
    expect(made.body.id).to.match(/^01p\w{15}$/);
    expect(await said()).to.deep.equal(['hello']);
    expect((await call('GET', `ApexClass/${made.body.id}`)).body).to.include({ Name: 'Greeter', ApiVersion: 66 });

    expect((await call('POST', 'ApexClass', { Body: source('null') })).body[0].errorCode).to.equal('DUPLICATE_VALUE');
    expect((await call('PATCH', `ApexClass/${made.body.id}`, { Body: source(`'bye'`) })).status).to.equal(204);
    expect(await said()).to.deep.equal(['bye']);

    const trigger = await call('POST', 'ApexTrigger', {
      Name: 'Greet',
      TableEnumOrId: 'Account',
      Body: 'trigger Greet on Account (before insert) { Trigger.new[0].Site = Greeter.say(); }'
    });
    expect(trigger.body.id).to.match(/^01q/);
    const kept = await call('DELETE', `ApexClass/${made.body.id}`);
    expect([kept.status, kept.body[0].errorCode]).to.deep.equal([400, 'FIELD_INTEGRITY_EXCEPTION']);
    expect((await call('DELETE', `ApexTrigger/${trigger.body.id}`)).status).to.equal(204);
    expect((await call('DELETE', `ApexClass/${made.body.id}`)).status).to.equal(204);
    expect((await call('DELETE', `ApexClass/${made.body.id}`)).status).to.equal(404);
  });

  it('are refused with line and column when they do not compile', async () => {
    const { status, body } = await call('POST', 'ApexClass', {
      Name: 'Broken',
      Body: 'public class Broken {\n  nothing\n}'
    });
    expect([status, body[0].errorCode]).to.deep.equal([400, 'FIELD_INTEGRITY_EXCEPTION']);
    expect(body[0].message).to.match(/\(\d+:\d+\)$/);
    expect((await call('POST', 'ApexClass', {})).body[0].errorCode).to.equal('REQUIRED_FIELD_MISSING');
  });
});
