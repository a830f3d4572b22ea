import type { BlobValue } from '../../values/blob.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { XmlDocument } from '../Dom/Document.js';
import { definePlatformType } from '../define.js';
import { illegalArgument, required } from '../support/arguments.js';
import { HttpMessage } from '../support/http-message.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'HttpRequest');
/** https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_callouts_timeouts.htm */
const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 120_000;

export class HttpRequest extends HttpMessage {
  endpoint: string | null = null;
  method: string | null = null;
  timeoutMs = DEFAULT_TIMEOUT_MS;
  compressed = false;

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return `System.HttpRequest[Endpoint=${this.endpoint}, Method=${this.method}]`;
  }
}

const noCertificates = (): never => {
  throw new NotSupportedError('client certificates of callouts (HttpRequest)');
};

export default definePlatformType({
  name: 'System.HttpRequest',
  source: apexReference('apex_classes_restful_http_httprequest'),
  constructors: { '()': () => new HttpRequest() },
  methods: {
    'String getBody()': (self: HttpRequest) => self.bodyText,
    'Blob getBodyAsBlob()': (self: HttpRequest) => self.bodyBlob,
    'Dom.Document getBodyDocument()': (self: HttpRequest) => XmlDocument.read(self.bodyText),
    'Boolean getCompressed()': (self: HttpRequest) => self.compressed,
    'String getEndpoint()': (self: HttpRequest) => self.endpoint,
    'String getHeader(String)': (self: HttpRequest, name: string | null) => self.headers.get(required(name)),
    'String getMethod()': (self: HttpRequest) => self.method,
    'void setBody(String)': (self: HttpRequest, body: string | null) => self.setBody(required(body)),
    'void setBodyAsBlob(Blob)': (self: HttpRequest, body: BlobValue | null) => self.setBody(required(body)),
    'void setBodyDocument(Dom.Document)': (self: HttpRequest, document: XmlDocument | null) =>
      self.setBody(required(document).text),
    'void setClientCertificate(String, String)': noCertificates,
    'void setClientCertificateName(String)': noCertificates,
    'void setCompressed(Boolean)': (self: HttpRequest, compressed: boolean | null) => {
      self.compressed = required(compressed);
    },
    'void setEndpoint(String)': (self: HttpRequest, endpoint: string | null) => {
      self.endpoint = endpoint;
    },
    'void setHeader(String, String)': (self: HttpRequest, name: string | null, value: string | null) =>
      self.headers.set(required(name), required(value, 2)),
    'void setMethod(String)': (self: HttpRequest, method: string | null) => {
      self.method = method;
    },
    'void setTimeout(Integer)': (self: HttpRequest, ms: number | null) => {
      if (required(ms) < 1 || ms! > MAX_TIMEOUT_MS) {
        throw illegalArgument(`Timeout must be between 1 and ${MAX_TIMEOUT_MS} milliseconds`);
      }
      self.timeoutMs = ms!;
    },
    'String toString()': (self: HttpRequest) => self.apexText()
  }
});
