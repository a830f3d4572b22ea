import type { BlobValue } from '../../values/blob.js';
import { platformType } from '../../values/type.js';
import { XmlDocument } from '../Dom/Document.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { HttpMessage } from '../support/http-message.js';
import { listOfStrings } from '../support/lists.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'HttpResponse');

export class HttpResponse extends HttpMessage {
  status: string | null = null;
  statusCode = 0;

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return `System.HttpResponse[Status=${this.status}, StatusCode=${this.statusCode}]`;
  }
}

export default definePlatformType({
  name: 'System.HttpResponse',
  source: apexReference('apex_classes_restful_http_httpresponse'),
  constructors: { '()': () => new HttpResponse() },
  methods: {
    'String getBody()': (self: HttpResponse) => self.bodyText,
    'Blob getBodyAsBlob()': (self: HttpResponse) => self.bodyBlob,
    'Dom.Document getBodyDocument()': (self: HttpResponse) => XmlDocument.read(self.bodyText),
    'String getHeader(String)': (self: HttpResponse, name: string | null) => self.headers.get(required(name)),
    'List<String> getHeaderKeys()': (self: HttpResponse) => listOfStrings(self.headers.names()),
    'String getStatus()': (self: HttpResponse) => self.status,
    'Integer getStatusCode()': (self: HttpResponse) => self.statusCode,
    'void setBody(String)': (self: HttpResponse, body: string | null) => self.setBody(body),
    'void setBodyAsBlob(Blob)': (self: HttpResponse, body: BlobValue | null) => self.setBody(body),
    'void setHeader(String, String)': (self: HttpResponse, name: string | null, value: string | null) =>
      self.headers.set(required(name), required(value, 2)),
    'void setStatus(String)': (self: HttpResponse, status: string | null) => {
      self.status = status;
    },
    'void setStatusCode(Integer)': (self: HttpResponse, code: number | null) => {
      self.statusCode = required(code);
    },
    'String toString()': (self: HttpResponse) => self.apexText()
  }
});
