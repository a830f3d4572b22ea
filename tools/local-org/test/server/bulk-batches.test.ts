import { expect } from 'chai';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from './support.js';

describe('Bulk API 1.0', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await startLocalOrg({ slots: 3, jobSlots: 2 });
  });
  after(() => org?.stop());
  afterEach(() => execute(org, 'delete [SELECT Id FROM Account];'));

  interface Answer {
    readonly status: number;
    readonly type: string;
    readonly text: string;
  }
  async function call(method: string, path: string, body?: string, headers: object = {}): Promise<Answer> {
    const response = await fetch(`${org.url}/services/async/66.0/job${path}`, {
      method,
      headers: { 'x-sfdc-session': org.accessToken, 'content-type': 'application/xml', ...headers },
      ...(body === undefined ? {} : { body })
    });
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: await response.text()
    };
  }
  const value = (xml: string, name: string): string | undefined =>
    new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  const info = (members: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?><jobInfo xmlns="http://www.force.com/2009/06/asyncapi/dataload">${members}</jobInfo>`;

  async function job(operation: string, more = ''): Promise<string> {
    const made = await call(
      'POST',
      '',
      info(`<operation>${operation}</operation><object>Account</object>${more}<contentType>CSV</contentType>`)
    );
    expect([made.status, value(made.text, 'state')], made.text).to.deep.equal([201, 'Open']);
    return value(made.text, 'id') as string;
  }
  async function batch(jobId: string, content: string): Promise<string> {
    const added = await call('POST', `/${jobId}/batch`, content, { 'content-type': 'text/csv' });
    expect(added.status, added.text).to.equal(201);
    expect(value(added.text, 'jobId')).to.equal(jobId);
    return value(added.text, 'id') as string;
  }
  const state = async (jobId: string, id: string): Promise<string | undefined> =>
    value((await call('GET', `/${jobId}/batch/${id}`)).text, 'state');
  const result = async (jobId: string, id: string): Promise<string[]> =>
    (await call('GET', `/${jobId}/batch/${id}/result`)).text.trim().split('\n');

  it('works batches off, and says of each row what became of it', async () => {
    const id = await job('insert');
    const first = await batch(id, 'Name,NumberOfEmployees\nOne,1\n,2\n');
    const second = await batch(id, 'Name\r\nThree\r\n');
    expect([await state(id, first), await state(id, second)]).to.deep.equal(['Completed', 'Completed']);

    const [header, one, two] = await result(id, first);
    expect(header).to.equal('"Id","Success","Created","Error"');
    expect(one).to.match(/^"001\w{15}","true","true",""$/);
    expect(two).to.equal('"","false","false","REQUIRED_FIELD_MISSING:Required fields are missing: [Name]:Name --"');
    expect(await result(id, second)).to.have.lengthOf(2);
    expect((await call('GET', `/${id}/batch/${first}/request`)).text).to.match(/^Name,NumberOfEmployees\nOne/);

    const closed = await call('POST', `/${id}`, info('<state>Closed</state>'));
    expect(
      ['state', 'numberBatchesCompleted', 'numberRecordsProcessed', 'numberRecordsFailed'].map((name) =>
        value(closed.text, name)
      )
    ).to.deep.equal(['Closed', '2', '3', '1']);
    const late = await call('POST', `/${id}/batch`, 'Name\nLate\n', { 'content-type': 'text/csv' });
    expect([late.status, value(late.text, 'exceptionCode')]).to.deep.equal([400, 'InvalidJobState']);
    expect((await call('GET', `/${id}/batch`)).text.match(/<batchInfo>/g)).to.have.lengthOf(2);
  });

  it('updates, upserts by id and deletes', async () => {
    const inserted = await job('insert');
    const made = await batch(inserted, 'Name\nOne\nTwo\n');
    await state(inserted, made);
    const ids = (await result(inserted, made)).slice(1).map((line) => line.slice(1, 19));

    const update = await job('update');
    const changed = await batch(update, `Id,Name\n${ids[0]},First\n`);
    expect(await state(update, changed)).to.equal('Completed');
    expect((await result(update, changed))[1]).to.equal(`"${ids[0]}","true","false",""`);

    const remove = await job('delete');
    const removed = await batch(remove, `Id\n${ids[1]}\n`);
    expect(await state(remove, removed)).to.equal('Completed');
    const { debug } = await execute(org, 'for (Account a : [SELECT Name FROM Account]) System.debug(a.Name);');
    expect(debug).to.deep.equal(['First']);
  });

  it('queries', async () => {
    await execute(org, `insert new List<Account>{ new Account(Name = 'One'), new Account(Name = 'Two') };`);
    const id = await job('query');
    const asked = await batch(id, 'SELECT Name FROM Account ORDER BY Name');
    expect(await state(id, asked)).to.equal('Completed');
    const list = await call('GET', `/${id}/batch/${asked}/result`);
    expect(list.type).to.match(/xml/);
    const lines = await call('GET', `/${id}/batch/${asked}/result/${value(list.text, 'result')}`);
    expect(lines.text.split('\n')).to.deep.equal(['"Name"', '"One"', '"Two"', '']);

    const wrong = await batch(id, 'SELECT Nothing FROM Account');
    const failed = await call('GET', `/${id}/batch/${wrong}`);
    expect(value(failed.text, 'state')).to.equal('Failed');
    expect(value(failed.text, 'stateMessage')).to.match(/^InvalidBatch : Failed to process query: INVALID_FIELD/);
    expect((await call('GET', `/${id}/batch/${wrong}/result`)).status).to.equal(400);
  });

  it('speaks JSON with those who do', async () => {
    const json = { 'content-type': 'application/json' };
    const made = await call('POST', '', '{"operation":"insert","object":"account","contentType":"CSV"}', json);
    expect(JSON.parse(made.text)).to.include({ object: 'Account', state: 'Open', numberBatchesTotal: 0 });
  });

  it('refuses what it cannot do', async () => {
    const code = async (answer: Promise<Answer>): Promise<unknown[]> => {
      const { status, text } = await answer;
      return [status, value(text, 'exceptionCode')];
    };
    expect(await code(call('POST', '', info(''), { 'x-sfdc-session': 'nobody' }))).to.deep.equal([
      400,
      'InvalidSessionId'
    ]);
    expect(await code(call('POST', '', 'no XML'))).to.deep.equal([400, 'InvalidJob']);
    expect(await code(call('POST', '', info('<operation>mix</operation><object>Account</object>')))).to.deep.equal([
      400,
      'InvalidJob'
    ]);
    const id = await job('insert');
    expect(await code(call('POST', `/${id}/batch`, '', { 'content-type': 'text/csv' }))).to.deep.equal([
      400,
      'ClientInputError'
    ]);
    const bad = await batch(id, 'Name,Nothing\nOne,1\n');
    const answer = await call('GET', `/${id}/batch/${bad}`);
    expect(value(answer.text, 'state')).to.equal('Failed');
    expect(value(answer.text, 'stateMessage')).to.equal('InvalidBatch : Field name not found : Nothing');
    const other = await job('insert');
    expect((await call('GET', `/${other}/batch/${bad}`)).status).to.equal(400);
    const aborted = await call('POST', `/${other}`, info('<state>Aborted</state>'));
    expect(value(aborted.text, 'state')).to.equal('Aborted');
    const jobs = await fetch(`${org.url}/services/data/v66.0/jobs/ingest`, {
      headers: { authorization: `Bearer ${org.accessToken}` }
    });
    expect(((await jobs.json()) as { records: unknown[] }).records).to.deep.equal([]);
  });
});
