import { ApexMap } from '../../values/collections.js';
import type { BlobValue } from '../../values/blob.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { STRING, platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'RestResponse');
const SOURCE = apexReference('apex_methods_system_restresponse');

/** Status codes the platform sends; any other becomes 500 (`Invalid status code for HTTP response: 422`). */
const STATUS_CODES: ReadonlySet<number> = new Set([
  200, 201, 202, 204, 206, 300, 301, 302, 304, 400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 414, 415, 417, 500, 503
]);

const REFUSED_HEADERS: ReadonlySet<string> = new Set([
  'cookie',
  'set-cookie',
  'set-cookie2',
  'content-length',
  'authorization'
]);

/** The answer of an Apex REST call; the API layer sends it. */
export class RestResponse extends PlatformObject {
  headers = new ApexMap(STRING, STRING);
  responseBody: BlobValue | null = null;
  statusCode: number | null = null;

  override get apexType() {
    return TYPE;
  }

  /** Text of the error 500 that the status code causes; null when it may be sent. */
  get statusProblem(): string | null {
    return this.statusCode === null || STATUS_CODES.has(this.statusCode)
      ? null
      : `Invalid status code for HTTP response: ${this.statusCode}`;
  }

  /** @throws PlatformError System.InvalidHeaderException for a name the platform keeps to itself or that is malformed. */
  addHeader(name: string, value: string | null): void {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || REFUSED_HEADERS.has(name.toLowerCase())) {
      throw new PlatformError('System.InvalidHeaderException', `Header name is invalid: ${name}`);
    }
    this.headers.put(name, value);
  }
}

export default definePlatformType({
  name: 'System.RestResponse',
  source: SOURCE,
  constructors: { '()': () => new RestResponse() },
  properties: {
    'Map<String, String> headers': { get: (self: RestResponse) => self.headers },
    'Blob responseBody': {
      get: (self: RestResponse) => self.responseBody,
      set: (self: RestResponse, value: BlobValue | null) => (self.responseBody = value)
    },
    'Integer statusCode': {
      get: (self: RestResponse) => self.statusCode,
      set: (self: RestResponse, value: number | null) => (self.statusCode = value)
    }
  },
  methods: {
    'void addHeader(String, String)': (self: RestResponse, name: string | null, value: string | null) =>
      self.addHeader(required(name), value)
  }
});
