import { currentTransaction, type HttpAnswer } from '../../apex/runtime/transaction.js';
import { BlobValue } from '../../values/blob.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { mockOf } from '../support/mocks.js';
import { apexReference } from '../support/reference.js';
import type { HttpRequest } from './HttpRequest.js';
import { HttpResponse } from './HttpResponse.js';

const TYPE = platformType('System', 'Http');

class Http extends PlatformObject {
  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return 'System.Http';
  }
}

interface CalloutMock {
  respond$1(request: HttpRequest): HttpResponse | null;
}

function send(_self: Http, given: HttpRequest | null): HttpResponse | null {
  const request = required(given);
  const transaction = currentTransaction();
  transaction.log('CALLOUT_REQUEST', request.apexText());
  // A mock takes what no server would: requests without endpoint or method.
  const response = transaction.isTest ? mocked(request) : called(request);
  transaction.log('CALLOUT_RESPONSE', response?.apexText() ?? 'null');
  return response;
}

/** Counts and checks like a real callout; the mock answers. */
function mocked(request: HttpRequest): HttpResponse | null {
  const mock = mockOf('system.httpcalloutmock') as CalloutMock;
  currentTransaction().callouts.prepareMock();
  return mock.respond$1(request);
}

function called(request: HttpRequest): HttpResponse {
  if (!request.endpoint) throw new PlatformError('System.CalloutException', 'Endpoint is null');
  if (!request.method) throw new PlatformError('System.CalloutException', 'Method is null');
  return respond(request, request.endpoint, request.method);
}

function respond(request: HttpRequest, endpoint: string, method: string): HttpResponse {
  const answer = currentTransaction().callouts.send({
    method,
    endpoint,
    headers: request.headers.entries(),
    body: request.hasBody ? request.bodyBlob.bytes : null,
    timeoutMs: request.timeoutMs
  });
  return toResponse(answer);
}

function toResponse(answer: HttpAnswer): HttpResponse {
  const response = new HttpResponse();
  response.statusCode = answer.statusCode;
  response.status = answer.status;
  for (const [name, value] of answer.headers) response.headers.set(name, value);
  response.setBody(new BlobValue(answer.body));
  return response;
}

export default definePlatformType({
  name: 'System.Http',
  source: apexReference('apex_classes_restful_http_http'),
  constructors: { '()': () => new Http() },
  methods: {
    'HttpResponse send(HttpRequest)': send,
    'String toString()': (self: Http) => self.apexText()
  }
});
