import { ApexMap } from '../../values/collections.js';
import { STRING, platformType } from '../../values/type.js';
import type { BlobValue } from '../../values/blob.js';
import { PlatformObject } from '../../values/object.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'RestRequest');

/** The request of an Apex REST call; the API layer fills it. */
export class RestRequest extends PlatformObject {
  headers = new ApexMap(STRING, STRING);
  params = new ApexMap(STRING, STRING);
  httpMethod: string | null = null;
  remoteAddress: string | null = null;
  requestBody: BlobValue | null = null;
  /** Starts behind /services/apexrest. */
  requestURI: string | null = null;
  /** Address pattern of the class, `/services/apexrest/orders/*`. */
  resourcePath: string | null = null;

  override get apexType() {
    return TYPE;
  }
}

export default definePlatformType({
  name: 'System.RestRequest',
  source: apexReference('apex_methods_system_restrequest'),
  constructors: { '()': () => new RestRequest() },
  properties: {
    'Map<String, String> headers': {
      get: (self: RestRequest) => self.headers,
      set: (self: RestRequest, value: ApexMap) => (self.headers = value)
    },
    'String httpMethod': {
      get: (self: RestRequest) => self.httpMethod,
      set: (self: RestRequest, value: string | null) => (self.httpMethod = value)
    },
    'Map<String, String> params': {
      get: (self: RestRequest) => self.params,
      set: (self: RestRequest, value: ApexMap) => (self.params = value)
    },
    'String remoteAddress': {
      get: (self: RestRequest) => self.remoteAddress,
      set: (self: RestRequest, value: string | null) => (self.remoteAddress = value)
    },
    'Blob requestBody': {
      get: (self: RestRequest) => self.requestBody,
      set: (self: RestRequest, value: BlobValue | null) => (self.requestBody = value)
    },
    'String requestURI': {
      get: (self: RestRequest) => self.requestURI,
      set: (self: RestRequest, value: string | null) => (self.requestURI = value)
    },
    'String resourcePath': {
      get: (self: RestRequest) => self.resourcePath,
      set: (self: RestRequest, value: string | null) => (self.resourcePath = value)
    }
  },
  methods: {
    'void addHeader(String, String)': (self: RestRequest, name: string | null, value: string | null) => {
      self.headers.put(required(name), value);
    },
    'void addParameter(String, String)': (self: RestRequest, name: string | null, value: string | null) => {
      self.params.put(required(name), value);
    }
  }
});
