import { expect } from 'chai';
import { connect } from 'node:net';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith } from './support.js';

const ORDER = `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
  <deploymentStatus>Deployed</deploymentStatus><label>Parcel</label><pluralLabel>Parcels</pluralLabel>
  <nameField><label>Name</label><type>Text</type></nameField><sharingModel>ReadWrite</sharingModel>
  <fields><fullName>Code__c</fullName><label>Code</label><type>Text</type><length>20</length><externalId>true</externalId></fields>
  <fields><fullName>Key__c</fullName><label>Key</label><type>Text</type><length>20</length><externalId>true</externalId><unique>true</unique></fields>
</CustomObject>`;

describe('the REST API', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith({
      'objects/Parcel__c/Parcel__c.object-meta.xml': ORDER,
      'permissionsets/Parcels.permissionset-meta.xml': `<?xml version="1.0" encoding="UTF-8"?>
<PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata"><label>Parcels</label>
  <fieldPermissions><editable>true</editable><readable>true</readable><field>Parcel__c.Code__c</field></fieldPermissions>
  <fieldPermissions><editable>true</editable><readable>true</readable><field>Parcel__c.Key__c</field></fieldPermissions>
  <objectPermissions><allowCreate>true</allowCreate><allowDelete>true</allowDelete><allowEdit>true</allowEdit><allowRead>true</allowRead>
    <modifyAllRecords>false</modifyAllRecords><viewAllRecords>false</viewAllRecords><object>Parcel__c</object></objectPermissions>
</PermissionSet>`
    });
    await execute(
      org,
      `insert new PermissionSetAssignment(AssigneeId = UserInfo.getUserId(), PermissionSetId = [SELECT Id FROM PermissionSet WHERE Name = 'Parcels'].Id);`
    );
  });
  after(() => org?.stop());
  afterEach(() =>
    execute(org, 'delete [SELECT Id FROM Contact]; delete [SELECT Id FROM Account]; delete [SELECT Id FROM Parcel__c];')
  );

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes back differs by resource
  type Answer = { status: number; body: any };
  async function call(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    const response = await fetch(
      path.startsWith('/services') ? org.url + path : `${org.url}/services/data/v68.0/${path}`,
      {
        method,
        headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      }
    );
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }
  const query = (soql: string, headers: object = {}): Promise<Answer> =>
    call('GET', `query?q=${encodeURIComponent(soql)}`, undefined, headers);
  const names = async (): Promise<string[]> =>
    (await query('SELECT Name FROM Account ORDER BY Name')).body.records.map((row: { Name: string }) => row.Name);

  describe('pages of a query', () => {
    it('come 2000 rows at a time, and show the result as it was', async () => {
      for (const part of [0, 1]) {
        await execute(
          org,
          `List<Account> all = new List<Account>(); for (Integer i = 0; i < 1050; i++) all.add(new Account(Name = 'A' + (${part} * 1050 + i + 10000))); insert all;`
        );
      }
      const first = (await query('SELECT Name FROM Account ORDER BY Name')).body;
      expect(first).to.include({ totalSize: 2100, done: false });
      expect(first.records).to.have.lengthOf(2000);
      expect(first.nextRecordsUrl).to.match(/^\/services\/data\/v68\.0\/query\/01g\w{15}-2000$/);
      await execute(org, 'delete [SELECT Id FROM Account];');

      const second = (await call('GET', first.nextRecordsUrl)).body;
      expect(second).to.include({ totalSize: 2100, done: true }).and.not.have.property('nextRecordsUrl');
      expect(second.records).to.have.lengthOf(100);
      expect(second.records[0]).to.deep.include({ Name: 'A12000' });

      const deleted = await call(
        'GET',
        `queryAll?q=${encodeURIComponent("SELECT Id FROM Account WHERE Name LIKE 'A1%'")}`
      );
      expect(deleted.body.totalSize).to.equal(2100);
    });

    it('obey the batch size, 200 at least', async () => {
      await execute(
        org,
        `List<Account> all = new List<Account>(); for (Integer i = 0; i < 450; i++) all.add(new Account(Name = 'A' + i)); insert all;`
      );
      const sizes: number[] = [];
      let page = (await query('SELECT Id FROM Account', { 'Sforce-Query-Options': 'batchSize=50' })).body;
      for (;;) {
        sizes.push(page.records.length);
        if (page.done) break;
        page = (await call('GET', page.nextRecordsUrl)).body;
      }
      expect(sizes).to.deep.equal([200, 200, 50]);
      const refused = await call('GET', 'query/01gxxxxxxxxxxxxxxx-200');
      expect([refused.status, refused.body[0].errorCode]).to.deep.equal([400, 'INVALID_QUERY_LOCATOR']);
    });
  });

  it('marks the place of a mistake in SOQL', async () => {
    const { status, body } = await query('SELECT Id,\n Foo__c FROM Account');
    expect(status).to.equal(400);
    expect(body[0].errorCode).to.equal('INVALID_FIELD');
    expect(body[0].message).to.match(/^\n Foo__c FROM Account\n \^\nERROR at Row:2:Column:2\nNo such column 'Foo__c'/);
  });

  it('answers bad addresses and bad HTTP in the platform’s shape', async () => {
    const bad = await call('GET', '/services/data/%zz');
    expect([bad.status, bad.body[0].errorCode]).to.deep.equal([400, 'INVALID_REQUEST']);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(org.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let received = '';
      socket
        .on('data', (chunk) => (received += chunk.toString()))
        .on('end', () => resolve(received))
        .on('error', reject);
    });
    expect(text)
      .to.match(/^HTTP\/1\.1 400 Bad Request/)
      .and.include('"errorCode":"INVALID_REQUEST"');
  });

  it('lists the rows when an external id is not unique', async () => {
    for (const name of ['a', 'b']) await call('POST', 'sobjects/Parcel__c', { Name: name, Code__c: 'same' });
    for (const [method, body] of [['GET'], ['PATCH', { Name: 'c' }]] as const) {
      const answer = await call(method, 'sobjects/Parcel__c/Code__c/same', body);
      expect(answer.status, method).to.equal(300);
      expect(answer.body, method).to.have.lengthOf(2);
      expect(answer.body[0]).to.match(/^\/services\/data\/v68\.0\/sobjects\/Parcel__c\/\w{18}$/);
    }
  });

  describe('collections', () => {
    it('are retrieved in the order of their ids, with null for what is not there', async () => {
      const created = await call('POST', 'composite/sobjects', {
        records: ['x', 'y'].map((Name) => ({ attributes: { type: 'Account' }, Name }))
      });
      const [x, y] = created.body.map(({ id }: { id: string }) => id);
      const missing = `${y.slice(0, 12)}zzz`;

      const got = await call('GET', `composite/sobjects/Account?ids=${[y, missing, x].join()}&fields=name`);
      expect(got.body.map((row: { Name: string } | null) => row?.Name ?? null)).to.deep.equal(['y', null, 'x']);
      const posted = await call('POST', 'composite/sobjects/Account', { ids: [x], fields: ['Name', 'Owner.Name'] });
      expect(posted.body[0]).to.include({ Name: 'x' });
      expect(
        (await call('GET', `composite/sobjects/Account?ids=${x}&fields=${encodeURIComponent('Id FROM User')}`)).status
      ).to.equal(400);
    });

    it('are undone together when all or none is wanted', async () => {
      const records = [{ attributes: { type: 'Account' }, Name: 'good' }, { attributes: { type: 'Account' } }];
      const together = await call('POST', 'composite/sobjects', { allOrNone: true, records });
      expect(together.body.map((row: { errors: { statusCode: string }[] }) => row.errors[0]?.statusCode)).to.deep.equal(
        ['ALL_OR_NONE_OPERATION_ROLLED_BACK', 'REQUIRED_FIELD_MISSING']
      );
      expect(await names()).to.deep.equal([]);
      const each = await call('POST', 'composite/sobjects', { records });
      expect(each.body.map((row: { success: boolean }) => row.success)).to.deep.equal([true, false]);
      expect(await names()).to.deep.equal(['good']);
    });

    it('upsert by external id', async () => {
      const rows = (name: string): object => ({
        records: ['k1', 'k2'].map((Key__c) => ({ attributes: { type: 'Parcel__c' }, Key__c, Name: name }))
      });
      const first = await call('PATCH', 'composite/sobjects/Parcel__c/Key__c', rows('one'));
      const second = await call('PATCH', 'composite/sobjects/Parcel__c/Key__c', rows('two'));
      expect(first.body.map((row: { created: boolean }) => row.created)).to.deep.equal([true, true]);
      expect(second.body.map((row: { created: boolean }) => row.created)).to.deep.equal([false, false]);
    });
  });

  describe('composite', () => {
    const base = '/services/data/v68.0';
    const requests = (last: object): object[] => [
      { method: 'POST', url: `${base}/sobjects/Account`, referenceId: 'parent', body: { Name: 'Parent' } },
      {
        method: 'POST',
        url: `${base}/sobjects/Contact`,
        referenceId: 'child',
        body: { LastName: 'Child of @{parent.id}', AccountId: '@{parent.id}' }
      },
      {
        method: 'GET',
        url: `${base}/query?q=SELECT+AccountId,Account.Name+FROM+Contact+WHERE+Id='@{child.id}'`,
        referenceId: 'found'
      },
      last
    ];

    it('builds requests on the results of earlier ones', async () => {
      const last = {
        method: 'PATCH',
        url: `${base}/sobjects/Account/@{found.records[0].AccountId}`,
        referenceId: 'last',
        body: { Name: '@{found.records[0].Account.Name} two' }
      };
      const { status, body } = await call('POST', 'composite', { allOrNone: true, compositeRequest: requests(last) });

      expect(status).to.equal(200);
      const replies = body.compositeResponse as {
        httpStatusCode: number;
        httpHeaders: { Location?: string };
        body: { id: string };
      }[];
      expect(
        replies.map(({ httpStatusCode }) => httpStatusCode),
        JSON.stringify(body)
      ).to.deep.equal([201, 201, 200, 204]);
      expect(replies[0]?.httpHeaders.Location).to.equal(`${base}/sobjects/Account/${replies[0]?.body.id}`);
      expect(await names()).to.deep.equal(['Parent two']);
    });

    const failing = { method: 'POST', url: `${base}/sobjects/Account`, referenceId: 'last', body: {} };

    it('undoes everything when all or none is wanted', async () => {
      const { body } = await call('POST', 'composite', { allOrNone: true, compositeRequest: requests(failing) });
      expect(
        body.compositeResponse.map((item: { body: { errorCode: string }[] }) => item.body[0]?.errorCode)
      ).to.deep.equal(['PROCESSING_HALTED', 'PROCESSING_HALTED', 'PROCESSING_HALTED', 'REQUIRED_FIELD_MISSING']);
      expect(await names()).to.deep.equal([]);
    });

    it('goes on without it, but for what depends on a failure', async () => {
      const [parent, child] = requests(failing);
      const bad = { ...parent, body: { Nme: 'x' } };
      const { body } = await call('POST', 'composite', {
        compositeRequest: [bad, child, { ...parent, referenceId: 'other' }]
      });
      expect(body.compositeResponse.map((item: { httpStatusCode: number }) => item.httpStatusCode)).to.deep.equal([
        400, 400, 201
      ]);
      expect(body.compositeResponse[1].body[0].message).to.include('Invalid reference specified');
      expect(await names()).to.deep.equal(['Parent']);
    });

    it('runs batches, halting on an error when told to', async () => {
      const batchRequests = [
        { method: 'POST', url: 'v68.0/sobjects/Account', richInput: { Name: 'b' } },
        { method: 'GET', url: 'v68.0/sobjects/Account/001000000000000' },
        { method: 'GET', url: 'v68.0/limits' }
      ];
      const codes = async (haltOnError: boolean): Promise<number[]> => {
        const { body } = await call('POST', 'composite/batch', { haltOnError, batchRequests });
        expect(body.hasErrors).to.equal(true);
        return body.results.map(({ statusCode }: { statusCode: number }) => statusCode);
      };
      expect(await codes(false)).to.deep.equal([201, 404, 200]);
      expect(await codes(true)).to.deep.equal([201, 404, 412]);
    });

    it('keeps graphs apart', async () => {
      const graphs = [
        { graphId: 'good', compositeRequest: requests({ ...failing, body: { Name: 'Second' } }) },
        { graphId: 'bad', compositeRequest: requests(failing) }
      ];
      const { body } = await call('POST', 'composite/graph', { graphs });
      expect(body.graphs.map(({ isSuccessful }: { isSuccessful: boolean }) => isSuccessful)).to.deep.equal([
        true,
        false
      ]);
      expect(await names()).to.deep.equal(['Parent', 'Second']);
    });

    it('makes trees of parents and children, or nothing', async () => {
      const tree = (lastName: string | undefined): object => ({
        records: [
          {
            attributes: { type: 'Account', referenceId: 'r1' },
            Name: 'Tree',
            Contacts: { records: [{ attributes: { type: 'Contact', referenceId: 'r2' }, LastName: lastName }] }
          }
        ]
      });
      const refused = await call('POST', 'composite/tree/Account', tree(undefined));
      expect(refused.status).to.equal(400);
      expect(refused.body.results[0]).to.deep.include({ referenceId: 'r2' });
      expect(await names()).to.deep.equal([]);

      const made = await call('POST', 'composite/tree/Account', tree('Leaf'));
      expect([made.status, made.body.hasErrors]).to.deep.equal([201, false]);
      expect(made.body.results.map(({ referenceId }: { referenceId: string }) => referenceId)).to.deep.equal([
        'r1',
        'r2'
      ]);
      expect((await query("SELECT Id FROM Contact WHERE Account.Name = 'Tree'")).body.totalSize).to.equal(1);
    });
  });

  it('keeps what the user looked at', async () => {
    await call('POST', 'sobjects/Account', { Name: 'Seen' });
    await call('POST', 'sobjects/Account', { Name: 'Unseen' });
    await call('GET', `query?q=${encodeURIComponent("SELECT Id FROM Account WHERE Name = 'Seen' FOR VIEW")}`);
    const { body } = await call('GET', 'recent?limit=5');
    expect(body.map(({ Name }: { Name: string }) => Name)).to.deep.equal(['Seen']);
    expect(body[0].attributes).to.deep.equal({
      type: 'Account',
      url: `/services/data/v68.0/sobjects/Account/${body[0].Id}`
    });
    expect((await call('GET', 'sobjects/Account')).body.recentItems).to.deep.equal(body);
    expect((await call('GET', 'sobjects/Contact')).body.recentItems).to.deep.equal([]);
    expect((await call('GET', 'recent?limit=all')).status).to.equal(400);
  });

  it('explains queries, and marks the place of a mistake there, too', async () => {
    const soql = "SELECT Id FROM Parcel__c WHERE Key__c = 'K'";
    const { body } = await call('GET', `query?explain=${encodeURIComponent(soql)}`);
    expect(body.sourceQuery).to.equal(soql);
    expect(body.plans[0]).to.include({ sobjectType: 'Parcel__c', sobjectCardinality: 0 });
    expect(body.plans[0]).to.have.all.keys(
      ...['cardinality', 'fields', 'leadingOperationType', 'notes', 'relativeCost', 'sobjectCardinality', 'sobjectType']
    );
    const wrong = await call('GET', `query?explain=${encodeURIComponent('SELECT Nothing__c FROM Parcel__c')}`);
    expect([wrong.status, wrong.body[0].errorCode]).to.deep.equal([400, 'INVALID_FIELD']);
    expect(wrong.body[0].message).to.match(/ERROR at Row:1:Column:8/);
  });

  it('searches', async () => {
    await call('POST', 'sobjects/Account', { Name: 'Needle Works' });
    await call('POST', 'sobjects/Account', { Name: 'Hay Company' });
    const found = await call(
      'GET',
      `search?q=${encodeURIComponent('FIND {Needle} IN ALL FIELDS RETURNING Account(Id, Name)')}`
    );
    expect(found.body.searchRecords).to.have.lengthOf(1);
    expect(found.body.searchRecords[0]).to.include({ Name: 'Needle Works' });
    const simple = await call('GET', 'parameterizedSearch?q=needle&sobject=Account&Account.fields=Name');
    expect(simple.body.searchRecords).to.have.lengthOf(1);
    const posted = await call('POST', 'parameterizedSearch', {
      q: 'hay',
      sobjects: [{ name: 'Account', fields: ['Name'] }]
    });
    expect(posted.body.searchRecords[0]).to.include({ Name: 'Hay Company' });
    expect((await call('GET', 'limits/recordCount?sObjects=Account')).body.sObjects).to.deep.equal([
      { count: 2, name: 'Account' }
    ]);
  });
});
