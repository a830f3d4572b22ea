import { BlobValue } from '../../values/blob.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType, type PlatformTypeDefinition } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { staticResource } from '../support/static-resources.js';
import type { HttpRequest } from './HttpRequest.js';
import { HttpResponse } from './HttpResponse.js';

/** Answers callouts of a test from static resources: one for every address, or one an address. */
class ResourceMock extends PlatformObject {
  /** Resource names by address; '' is every address. */
  readonly resources = new Map<string, string>();
  readonly headers: [string, string][] = [];
  status: string | null = null;
  statusCode = 200;

  constructor(private readonly typeName: string) {
    super();
  }

  override get apexType() {
    return platformType('System', this.typeName);
  }

  respond$1(request: HttpRequest): HttpResponse {
    const name = this.resources.get(request.endpoint ?? '') ?? this.resources.get('');
    if (name === undefined) {
      throw new PlatformError('System.CalloutException', `No static resource is set for ${request.endpoint}`);
    }
    const response = new HttpResponse();
    response.setBody(new BlobValue(staticResource(name)));
    response.statusCode = this.statusCode;
    response.status = this.status;
    for (const [header, value] of this.headers) response.headers.set(header, value);
    return response;
  }
}

const definition = (name: string, methods: PlatformTypeDefinition['methods']): PlatformTypeDefinition => ({
  name: `System.${name}`,
  source: apexReference('apex_methods_system_staticResourceCalloutMock'),
  implements: ['HttpCalloutMock'],
  constructors: { '()': () => new ResourceMock(name) },
  methods: {
    'void setHeader(String, String)': (self: ResourceMock, header: string | null, value: string | null) => {
      self.headers.push([required(header), required(value, 2)]);
    },
    'void setStatus(String)': (self: ResourceMock, status: string | null) => {
      self.status = status;
    },
    'void setStatusCode(Integer)': (self: ResourceMock, code: number | null) => {
      self.statusCode = required(code);
    },
    'HttpResponse respond(HttpRequest)': (self: ResourceMock, request: HttpRequest | null) =>
      self.respond$1(required(request)),
    ...methods
  }
});

export default [
  definePlatformType(
    definition('StaticResourceCalloutMock', {
      'void setStaticResource(String)': (self: ResourceMock, name: string | null) => {
        self.resources.set('', required(name));
      }
    })
  ),
  definePlatformType(
    definition('MultiStaticResourceCalloutMock', {
      'void setStaticResource(String, String)': (self: ResourceMock, endpoint: string | null, name: string | null) => {
        self.resources.set(required(endpoint), required(name, 2));
      }
    })
  )
];
