import type { ApexList } from '../../values/collections.js';
import { NotSupportedError } from '../../values/platform-error.js';
import type { SObjectRecord } from '../../values/record.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { PageReference } from '../support/page-reference.js';
import { apexReference } from '../support/reference.js';
import { resourceAddress } from '../support/static-resources.js';
import type { Cookie } from './Cookie.js';

const noRendering = (): never => {
  throw new NotSupportedError('content of Visualforce pages (PageReference.getContent)');
};

/** Address of a static resource. */
function resource(name: string, path: string | null): PageReference {
  const folder = resourceAddress(name);
  return new PageReference(path === null ? folder : `${folder}/${path.replace(/^\/+/, '')}`);
}

export default definePlatformType({
  name: 'System.PageReference',
  source: apexReference('apex_system_pagereference'),
  constructors: {
    '(String)': (url: string | null) => new PageReference(required(url)),
    '(SObject)': (record: SObjectRecord | null) => new PageReference(`/${required(record).id ?? ''}`)
  },
  statics: {
    'System.PageReference forResource(String)': (name: string | null) => resource(required(name), null),
    'System.PageReference forResource(String, String)': (name: string | null, path: string | null) =>
      resource(required(name), path)
  },
  methods: {
    'String getAnchor()': (self: PageReference) => self.anchor,
    'Blob getContent()': noRendering,
    'Blob getContentAsPDF()': noRendering,
    'Map<String, System.Cookie> getCookies()': (self: PageReference) => self.cookies,
    'Map<String, String> getHeaders()': (self: PageReference) => self.headers,
    'Map<String, String> getParameters()': (self: PageReference) => self.parameters,
    'Boolean getRedirect()': (self: PageReference) => self.redirect,
    'Integer getRedirectCode()': (self: PageReference) => self.redirectCode,
    'String getUrl()': (self: PageReference) => self.url,
    'System.PageReference setAnchor(String)': (self: PageReference, anchor: string | null) => {
      self.anchor = anchor;
      return self;
    },
    'void setCookies(List<System.Cookie>)': (self: PageReference, cookies: ApexList | null) => {
      for (const cookie of required(cookies).items as Cookie[]) self.cookies.put(cookie.name, cookie);
    },
    'System.PageReference setRedirect(Boolean)': (self: PageReference, redirect: boolean | null) => {
      self.redirect = required(redirect);
      return self;
    },
    'System.PageReference setRedirectCode(Integer)': (self: PageReference, code: number | null) => {
      self.redirectCode = required(code);
      return self;
    }
  }
});
