import { gzipSync, deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from './support.js';

/** What any HTTP client may do with the REST API, besides rows and JSON: methods, types, encodings, conditions, files. */
describe('the REST API as HTTP', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await startLocalOrg({ slots: 2, jobSlots: 1 });
  });
  after(() => org?.stop());

  const data = '/services/data/v68.0';
  const send = (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: RequestInit['body']
  ): Promise<Response> =>
    fetch(path.startsWith('/') ? org.url + path : `${org.url}${data}/${path}`, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, ...headers },
      ...(body === undefined ? {} : { body })
    });
  const JSON_TYPE = { 'content-type': 'application/json' };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes back differs by resource
  const json = async (response: Response): Promise<any> => response.json();
  async function create(object: string, values: object): Promise<string> {
    const response = await send('POST', `sobjects/${object}`, JSON_TYPE, JSON.stringify(values));
    expect(response.status).to.equal(201);
    return ((await response.json()) as { id: string }).id;
  }
  const nameOf = async (id: string): Promise<unknown> => (await json(await send('GET', `sobjects/Account/${id}`))).Name;

  it('names the methods that a resource has', async () => {
    const refused = await send('PUT', 'sobjects/Account/001000000000001', JSON_TYPE, '{}');
    expect(refused.status).to.equal(405);
    expect(refused.headers.get('allow')).to.equal('HEAD,GET,PATCH,DELETE');
    expect(await refused.json()).to.deep.equal([
      { message: "HTTP Method 'PUT' not allowed. Allowed are HEAD,GET,PATCH,DELETE", errorCode: 'METHOD_NOT_ALLOWED' }
    ]);
    expect((await send('POST', 'query?q=x', JSON_TYPE, '{}')).status).to.equal(405);
    expect((await send('DELETE', 'nothing/there')).status).to.equal(404);
    expect((await send('GET', '/services/data/v999.0/sobjects')).status).to.equal(404);
    expect((await send('HEAD', 'sobjects')).status).to.equal(200);
  });

  it('takes another method in a parameter, from clients that cannot PATCH', async () => {
    const id = await create('Account', { Name: 'before' });
    const path = `sobjects/Account/${id}?_HttpMethod=PATCH`;
    expect((await send('POST', path, JSON_TYPE, '{"Name":"after"}')).status).to.equal(204);
    expect(await nameOf(id)).to.equal('after');
    expect((await send('GET', `sobjects/Account/${id}?_HttpMethod=DELETE`)).status).to.equal(200);
  });

  it('wants JSON to be called JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const response = await send('POST', 'sobjects/Account', { 'content-type': type }, '{"Name":"x"}');
      expect(response.status, type).to.equal(415);
      expect((await json(response))[0].errorCode).to.equal('UNSUPPORTED_MEDIA_TYPE');
    }
    const charset = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await send('POST', 'sobjects/Account', charset, '{"Name":"x"}')).status).to.equal(201);
  });

  it('unpacks bodies', async () => {
    const id = await create('Account', { Name: 'before' });
    const body = Buffer.from(JSON.stringify({ Name: 'packed' }));
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(body)],
      ['deflate', deflateSync(body)]
    ] as const) {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      expect((await send('PATCH', `sobjects/Account/${id}`, headers, new Uint8Array(bytes))).status, encoding).to.equal(
        204
      );
    }
    expect(await nameOf(id)).to.equal('packed');
    const broken = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    expect((await send('PATCH', `sobjects/Account/${id}`, broken, '{"Name":"x"}')).status).to.equal(400);
    const unknown = { ...JSON_TYPE, 'content-encoding': 'br' };
    expect((await send('PATCH', `sobjects/Account/${id}`, unknown, '{"Name":"x"}')).status).to.equal(415);
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(70 * 1024 * 1024, 32)));
    expect((await send('POST', 'sobjects/Account', broken, bomb)).status).to.equal(413);
  });

  it('asks for conditions: tags of accounts, times of every row', async () => {
    const id = await create('Account', { Name: 'first' });
    const path = `sobjects/Account/${id}`;
    const etag = (await send('GET', path)).headers.get('etag') ?? '';
    expect(etag).to.match(/^"[\w+/]{27}="$/);
    expect((await send('GET', path, { 'if-none-match': `"other", ${etag}` })).status).to.equal(304);
    const patch = (headers: Record<string, string>): Promise<Response> =>
      send('PATCH', path, { ...JSON_TYPE, ...headers }, '{"Name":"second"}');
    expect((await patch({ 'if-match': '"other"' })).status).to.equal(412);
    expect((await patch({ 'if-match': 'no tag' })).status).to.equal(400);
    expect(await nameOf(id)).to.equal('first');
    expect((await patch({ 'if-match': etag })).status).to.equal(204);
    expect((await patch({ 'if-match': etag })).status, 'a tag of the row as it was').to.equal(412);
    expect((await send('GET', path, { 'if-none-match': etag })).status).to.equal(200);
    const tag = (await send('GET', path)).headers.get('etag') ?? '';
    const racing = await Promise.all(Array.from({ length: 4 }, () => patch({ 'if-match': tag })));
    expect(racing.map((response) => response.status).sort(), 'one of four wins').to.eql([204, 412, 412, 412]);

    const contact = `sobjects/Contact/${await create('Contact', { LastName: 'x' })}`;
    const hour = 3_600_000;
    const [past, future] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toUTCString()) as [string, string];
    expect((await send('GET', contact, { 'if-modified-since': future })).status).to.equal(304);
    expect((await send('GET', contact, { 'if-modified-since': past })).status).to.equal(200);
    expect((await send('GET', contact, { 'if-modified-since': 'never' })).status).to.equal(200);
    expect((await send('GET', contact, { 'if-unmodified-since': past })).status).to.equal(412);
    const change = (since: string): Promise<Response> =>
      send('PATCH', contact, { ...JSON_TYPE, 'if-unmodified-since': since }, '{"LastName":"y"}');
    expect((await change(past)).status).to.equal(412);
    expect((await change('never')).status).to.equal(400);
    expect((await change(future)).status).to.equal(204);
    const remove = (since: string): Promise<Response> => send('DELETE', contact, { 'if-unmodified-since': since });
    expect((await remove(past)).status).to.equal(412);
    expect((await remove(future)).status).to.equal(204);
  });

  it('takes files in parts of a form, and gives them by an address', async () => {
    const file = Uint8Array.from({ length: 1000 }, (_, i) => i % 256);
    const form = new FormData();
    const row = { Title: 'File', PathOnClient: 'file.bin' };
    form.append('entity_content', new Blob([JSON.stringify(row)], { type: 'application/json' }), 'row.json');
    form.append('VersionData', new Blob([file], { type: 'application/octet-stream' }), 'file.bin');
    const made = await send('POST', 'sobjects/ContentVersion', {}, form);
    const answer = (await json(made)) as { id: string };
    expect(made.status, JSON.stringify(answer)).to.equal(201);

    const path = `${data}/sobjects/ContentVersion/${answer.id}/VersionData`;
    expect((await json(await send('GET', `sobjects/ContentVersion/${answer.id}`))).VersionData).to.equal(path);
    const soql = encodeURIComponent(`SELECT VersionData FROM ContentVersion WHERE Id = '${answer.id}'`);
    expect((await json(await send('GET', `query?q=${soql}`))).records[0].VersionData).to.equal(path);
    const got = await send('GET', path);
    expect(got.headers.get('content-type')).to.equal('application/octet-stream');
    expect(Buffer.from(await got.arrayBuffer()).equals(Buffer.from(file))).to.equal(true);

    const none = new FormData();
    none.append('VersionData', new Blob([file]), 'file.bin');
    expect((await send('POST', 'sobjects/ContentVersion', {}, none)).status).to.equal(400);
  });

  it('refuses values of fields that nobody, or not this user, can write', async () => {
    const message =
      'Unable to create/update fields: CreatedDate. Please check the security settings of this field and verify that it is read/write for your profile or permission set.';
    const dated = { Name: 'dated', CreatedDate: '2020-01-01T00:00:00Z' };
    const row = await send('POST', 'sobjects/Account', JSON_TYPE, JSON.stringify(dated));
    expect([row.status, await row.json()]).to.deep.equal([
      400,
      [{ message, errorCode: 'INVALID_FIELD_FOR_INSERT_UPDATE', fields: ['CreatedDate'] }]
    ]);
    const records = [
      { ...dated, attributes: { type: 'Account' } },
      { attributes: { type: 'Account' }, Name: 'sound' }
    ];
    const results = await json(await send('POST', 'composite/sobjects', JSON_TYPE, JSON.stringify({ records })));
    expect(results[0].errors).to.deep.equal([
      { statusCode: 'INVALID_FIELD_FOR_INSERT_UPDATE', message, fields: ['CreatedDate'] }
    ]);
    expect(results[1].success).to.equal(true);
    const tree = { records: [{ ...dated, attributes: { type: 'Account', referenceId: 'a' } }] };
    expect((await send('POST', 'composite/tree/Account', JSON_TYPE, JSON.stringify(tree))).status).to.equal(400);
    const wrong = { records: [{ attributes: { type: 'Account' }, Id: 'nonsense', Name: 'x' }] };
    const [update] = await json(await send('PATCH', 'composite/sobjects', JSON_TYPE, JSON.stringify(wrong)));
    expect(update.errors[0]).to.include({ statusCode: 'MALFORMED_ID' });

    const parent = await send('POST', 'sobjects/Account', JSON_TYPE, '{"Name":"x","ParentId":"001000000000001AAA"}');
    expect([parent.status, (await json(parent))[0].errorCode]).to.deep.equal([400, 'INVALID_CROSS_REFERENCE_KEY']);
    expect((await send('PATCH', 'sobjects/Account/001000000000001AAA', JSON_TYPE, '{"Name":"x"}')).status).to.equal(
      404
    );
  });

  it('tells users what they may not do', async () => {
    const profile = encodeURIComponent("SELECT Id FROM Profile WHERE Name = 'Standard User'");
    const [{ Id }] = (await json(await send('GET', `query?q=${profile}`))).records;
    const zone = {
      TimeZoneSidKey: 'GMT',
      LocaleSidKey: 'en_US',
      EmailEncodingKey: 'UTF-8',
      LanguageLocaleKey: 'en_US'
    };
    const person = {
      LastName: 'S',
      Email: 's@example.com',
      Alias: 's',
      ProfileId: Id,
      Username: 's@x.example',
      ...zone
    };
    await create('User', person);
    const again = await send('POST', 'sobjects/User', JSON_TYPE, JSON.stringify(person));
    expect((await json(again))[0]).to.include({ errorCode: 'DUPLICATE_USERNAME' });
    const login = await send('POST', '/local-org/v1/sessions', JSON_TYPE, '{"username":"s@x.example"}');
    const own = { ...JSON_TYPE, authorization: `Bearer ${(await json(login)).accessToken}` };
    const refused = await send(
      'POST',
      'sobjects/User',
      own,
      JSON.stringify({ ...person, Username: 'other@x.example' })
    );
    expect([refused.status, (await json(refused))[0].errorCode]).to.deep.equal([
      403,
      'INSUFFICIENT_ACCESS_OR_READONLY'
    ]);
  });

  it('describes fields as Apex does', async () => {
    const { fields } = await json(await send('GET', 'sobjects/Account/describe'));
    const field = (name: string): Record<string, unknown> => fields.find((one: { name: string }) => one.name === name);
    expect(field('Id')).to.include({ type: 'id', soapType: 'tns:ID', nillable: false, createable: false });
    expect(field('Name')).to.include({ soapType: 'xsd:string', nillable: false, length: 255, byteLength: 765 });
    expect(field('CreatedDate')).to.include({ soapType: 'xsd:dateTime', nillable: false, defaultedOnCreate: true });
    expect(field('Description')).to.include({ type: 'textarea', filterable: false, sortable: false, groupable: false });
    expect(field('AnnualRevenue')).to.include({ soapType: 'xsd:double', nillable: true, groupable: false });
    expect(field('NumberOfEmployees')).to.include({ soapType: 'xsd:int', groupable: true });
    expect(field('IsDeleted')).to.include({ soapType: 'xsd:boolean', nillable: false, defaultValue: false });
  });

  it('describes an object briefly', async () => {
    const { objectDescribe, recentItems } = await json(await send('GET', 'sobjects/Account'));
    expect(objectDescribe).to.include({ name: 'Account', keyPrefix: '001' });
    expect(recentItems).to.deep.equal([]);
    expect((await send('GET', 'sobjects/Nothing__c')).status).to.equal(404);
  });

  it('says of each id of a list what is wrong with it', async () => {
    const id = await create('Account', { Name: 'goes' });
    const results = await json(await send('DELETE', `composite/sobjects?ids=${id},nonsense,zzz000000000001AAA`));
    expect(results.map((one: { success: boolean }) => one.success)).to.deep.equal([true, false, false]);
    expect(results[1].errors).to.deep.equal([
      { statusCode: 'MALFORMED_ID', message: 'malformed id nonsense', fields: [] }
    ]);
    const { debug } = await execute(org, `System.debug([SELECT COUNT() FROM Account WHERE Id = '${id}']);`);
    expect(debug).to.deep.equal(['0']);
  });
});
