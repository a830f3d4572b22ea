import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith } from './support.js';

const CREDENTIAL = `<?xml version="1.0" encoding="UTF-8"?>
<NamedCredential xmlns="http://soap.sforce.com/2006/04/metadata">
  <label>Remote</label>
  <namedCredentialType>SecuredEndpoint</namedCredentialType>
  <namedCredentialParameters>
    <parameterName>Url</parameterName>
    <parameterType>Url</parameterType>
    <parameterValue>https://remote.example</parameterValue>
  </namedCredentialParameters>
</NamedCredential>`;

const CALL = `
  HttpRequest request = new HttpRequest();
  request.setEndpoint('callout:Remote/orders?x=1');
  request.setMethod('POST');
  request.setHeader('Idempotency-Key', 'k1');
  request.setBody('{"a":1}');
  HttpResponse response = new Http().send(request);
  System.debug(response.getStatusCode() + ' ' + response.getHeader('X-Answer') + ' ' + response.getBody());`;

describe('callouts', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  let remote: Server;
  const received: string[] = [];

  before(async () => {
    remote = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        received.push(`${request.method} ${request.url} ${String(request.headers['idempotency-key'])} ${body}`);
        if (request.url === '/cut') return void request.socket.destroy();
        response.writeHead(429, { 'x-answer': 'yes', 'retry-after': '3' });
        response.end('slow down');
      });
    });
    await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
    org = await orgWith({ 'namedCredentials/Remote.namedCredential-meta.xml': CREDENTIAL });
  });

  after(async () => {
    await org?.stop();
    remote.close();
  });

  it('refuses to leave the loopback interface until the credential is mapped', async () => {
    const { success, exceptionMessage } = await execute(org, CALL);

    expect(success).to.equal(false);
    expect(exceptionMessage).to.match(
      /^System\.CalloutException: The local org calls only loopback addresses; remote\.example is none/
    );
    expect(received).to.deep.equal([]);
  });

  it('goes out over HTTP to where the named credential is mapped', async () => {
    org.mapCredentials({ Remote: { url: `http://127.0.0.1:${(remote.address() as AddressInfo).port}` } });

    const { debug } = await execute(org, CALL);

    expect(debug).to.deep.equal(['429 yes slow down']);
    expect(received).to.deep.equal(['POST /orders?x=1 k1 {"a":1}']);
  });

  it('reports a connection that the remote cuts', async () => {
    const { exceptionMessage } = await execute(org, CALL.replace('/orders?x=1', '/cut'));

    expect(exceptionMessage).to.equal('System.CalloutException: Unexpected end of file from server');
  });

  it('refuses a callout after DML', async () => {
    const { exceptionMessage } = await execute(org, `insert new Account(Name = 'x');${CALL}`);

    expect(exceptionMessage).to.equal(
      'System.CalloutException: You have uncommitted work pending. Please commit or rollback before calling out.'
    );
  });

  it('allows it again once the work is rolled back and the savepoint released', async () => {
    const { debug } = await execute(
      org,
      `Savepoint before = Database.setSavepoint(); insert new Account(Name = 'x'); Database.rollback(before); Database.releaseSavepoint(before);${CALL}`
    );

    expect(debug).to.deep.equal(['429 yes slow down']);
  });

  it('refuses another address that is no remote site', async () => {
    const { exceptionMessage } = await execute(org, CALL.replace('callout:Remote/orders', 'http://127.0.0.1:1/orders'));

    expect(exceptionMessage).to.match(
      /^System\.CalloutException: Unauthorized endpoint, please check Setup->Security->Remote site settings\. endpoint = http/
    );
  });
});
