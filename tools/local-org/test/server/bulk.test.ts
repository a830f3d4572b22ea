import { expect } from 'chai';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from './support.js';

describe('Bulk API 2.0', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await startLocalOrg({ slots: 3, jobSlots: 2 });
  });
  after(() => org?.stop());
  afterEach(() => execute(org, 'delete [SELECT Id FROM Contact]; delete [SELECT Id FROM Account];'));

  interface Answer {
    readonly status: number;
    readonly text: string;
    readonly headers: Headers;
  }
  async function call(method: string, path: string, body?: string | object): Promise<Answer> {
    const response = await fetch(`${org.url}/services/data/v68.0/jobs/${path}`, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes back differs by resource
  const json = async (method: string, path: string, body?: object): Promise<any> =>
    JSON.parse((await call(method, path, body)).text);

  /** Makes, uploads, closes and waits for a job. */
  async function ingest(spec: object, csv: string): Promise<Record<string, unknown>> {
    const { id, state } = await json('POST', 'ingest', { object: 'Account', ...spec });
    expect(state).to.equal('Open');
    expect((await call('PUT', `ingest/${id}/batches`, csv)).status).to.equal(201);
    expect(await json('PATCH', `ingest/${id}`, { state: 'UploadComplete' })).to.include({ state: 'UploadComplete' });
    return json('GET', `ingest/${id}`);
  }
  const list = async (job: Record<string, unknown>, name: string): Promise<string[]> =>
    (await call('GET', `ingest/${String(job.id)}/${name}`)).text.split('\n').filter(Boolean);
  const accounts = async (fields = 'a.Name'): Promise<string[]> =>
    (
      await execute(
        org,
        `for (Account a : [SELECT Id, Name, Phone, Site FROM Account ORDER BY Name]) System.debug(${fields});`
      )
    ).debug;

  it('inserts what it can and says of each row what became of it', async () => {
    const job = await ingest(
      { operation: 'insert' },
      'Name,Phone,NumberOfEmployees\n"Acme, Inc.",1,5\n,2,6\nBeta,3,many\nGamma,"4\n5",\n'
    );

    expect(job).to.include({ state: 'JobComplete', numberRecordsProcessed: 4, numberRecordsFailed: 2 });
    expect(await accounts()).to.deep.equal(['Acme, Inc.', 'Gamma']);
    const [header, ...rows] = await list(job, 'successfulResults');
    expect(header).to.equal('"sf__Id","sf__Created","Name","Phone","NumberOfEmployees"');
    expect(rows[0]).to.match(/^"001\w{15}","true","Acme, Inc\.","1","5"$/);
    const failed = await list(job, 'failedResults');
    expect(failed[1]).to.match(
      /^"","REQUIRED_FIELD_MISSING:Required fields are missing: \[Name\]:Name --","","2","6"$/
    );
    expect(failed[2]).to.include('JSON_PARSER_ERROR').and.include('"Beta","3","many"');
    expect(await list(job, 'unprocessedrecords')).to.deep.equal(['"Name","Phone","NumberOfEmployees"']);
  });

  it('updates, upserts and deletes, with other delimiters and line endings', async () => {
    await ingest({ operation: 'insert' }, 'Name,Site\nA,x\nB,y\n');
    const [a = '', b = ''] = await accounts('a.Id');
    const form = { columnDelimiter: 'SEMICOLON', lineEnding: 'CRLF' };
    const updated = await ingest({ operation: 'update', ...form }, `Id;Name;Site\r\n${a};A2;\r\n${b};B2;#N/A\r\n`);
    expect(updated).to.include({ numberRecordsProcessed: 2, numberRecordsFailed: 0 });
    expect(await accounts("a.Name + ' ' + a.Site"), 'an empty cell changes nothing, #N/A empties').to.deep.equal([
      'A2 x',
      'B2 null'
    ]);

    const upserted = await ingest({ operation: 'upsert', externalIdFieldName: 'Id' }, `Id,Name\n${a},A3\n,C\n`);
    expect(upserted).to.include({ numberRecordsProcessed: 2, numberRecordsFailed: 0 });
    expect(await list(upserted, 'successfulResults'))
      .to.have.lengthOf(3)
      .and.satisfy((lines: string[]) => lines[1]?.includes('"false","'));

    const deleted = await ingest({ operation: 'delete' }, `Id\n${a}\n001000000000000AAA\n`);
    expect(deleted).to.include({ numberRecordsProcessed: 2, numberRecordsFailed: 1 });
    await ingest({ operation: 'hardDelete' }, `Id\n${b}\n`);
    const { debug } = await execute(
      org,
      'for (Account a : [SELECT Name FROM Account WHERE IsDeleted = true ALL ROWS]) System.debug(a.Name);'
    );
    expect(debug).to.include('A3').and.not.include('B2');
  });

  it('finds parents by a field of theirs', async () => {
    const job = await ingest({ operation: 'insert' }, `Name,Owner.Username\nX,${org.username}\nY,nobody@example.com\n`);
    expect(job, JSON.stringify(await list(job, 'failedResults'))).to.include({
      numberRecordsProcessed: 2,
      numberRecordsFailed: 1
    });
    expect(await accounts()).to.deep.equal(['X']);
    const unknown = await ingest({ operation: 'insert', object: 'Contact' }, 'LastName,Account.Foo__c\nX,1\n');
    expect(unknown.errorMessage).to.equal('InvalidBatch : Field name not found : Account.Foo__c');
  });

  it('fails a job whose content cannot be used, and refuses what is no job', async () => {
    expect(await ingest({ operation: 'insert' }, 'Name,Foo__c\nA,b\n')).to.include({
      state: 'Failed',
      errorMessage: 'InvalidBatch : Field name not found : Foo__c'
    });
    const ending = await ingest({ operation: 'insert' }, 'Name\r\nA\r\n');
    expect(ending.errorMessage).to.include('LineEnding is invalid');
    expect((await ingest({ operation: 'insert' }, 'Name,Phone\nA\n')).state).to.equal('Failed');
    expect(await accounts()).to.deep.equal([]);

    for (const body of [
      { object: 'Account' },
      { object: 'Account', operation: 'upsert' },
      { object: 'Account', operation: 'insert', columnDelimiter: 'X' }
    ]) {
      expect((await json('POST', 'ingest', body))[0].errorCode, JSON.stringify(body)).to.equal('INVALIDJOB');
    }
    expect((await call('GET', 'ingest/750000000000000AAA')).status).to.equal(404);
    const { id } = await json('POST', 'ingest', { object: 'Account', operation: 'insert' });
    expect(await json('PATCH', `ingest/${id}`, { state: 'Aborted' })).to.include({ state: 'Aborted' });
    expect((await json('PATCH', `ingest/${id}`, { state: 'UploadComplete' }))[0].errorCode).to.equal('INVALIDJOBSTATE');
    expect((await call('DELETE', `ingest/${id}`)).status).to.equal(204);
  });

  it('gives the result of a query page by page', async () => {
    const lines = Array.from({ length: 450 }, (_, i) => `"Row ""${1000 + i}""",${i}`);
    const made = await ingest({ operation: 'insert' }, `Name,Phone\n${lines.join('\n')}\n`);
    expect(made).to.include({ numberRecordsProcessed: 450, numberRecordsFailed: 0 });
    const job = await json('POST', 'query', {
      operation: 'query',
      query: 'SELECT Name, Owner.Name, Phone FROM Account ORDER BY Name'
    });
    expect(job).to.include({ object: 'Account', state: 'UploadComplete' });
    expect(await json('GET', `query/${job.id}`)).to.include({ state: 'JobComplete', numberRecordsProcessed: 450 });

    const names: string[] = [];
    let locator = '';
    let pages = 0;
    do {
      const { text, headers } = await call(
        'GET',
        `query/${job.id}/results?maxRecords=200${locator && `&locator=${locator}`}`
      );
      const [header, ...rows] = text.trimEnd().split('\n');
      expect(header).to.equal('"Name","Owner.Name","Phone"');
      expect(headers.get('sforce-numberofrecords')).to.equal(String(rows.length));
      names.push(...rows);
      locator = headers.get('sforce-locator') ?? '';
      pages++;
    } while (locator !== 'null');
    expect(pages).to.equal(3);
    expect(names).to.have.lengthOf(450);
    expect(names[7]).to.match(/^"Row ""1007""","[^"]+","7"$/);

    const bad = await json('POST', 'query', { operation: 'query', query: 'SELECT Foo FROM Account' });
    expect(bad[0].message).to.include("No such column 'Foo'");
    expect(
      (await call('POST', 'query', { operation: 'query', query: 'SELECT COUNT(Id) FROM Account' })).status
    ).to.equal(400);
  });
});
