/** Answers every request alike, in a process of its own; tells its parent the address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const BODY = JSON.stringify({
  operation: 'create-order',
  idempotencyKey: 'k',
  state: 'Succeeded',
  recordId: 'a00000000000001AAA',
  result: {}
});

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) });
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('disconnect', () => process.exit(0));
