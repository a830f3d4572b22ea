import { expect } from 'chai';
import * as values from '../../src/values/index.js';
import { call, inOrg, loadLibrary } from './support/library.js';

const blob = (text: string): values.BlobValue => values.BlobValue.ofText(text);
const hex = (value: unknown): unknown => call('System.EncodingUtil#convertToHex(Blob)', value);

describe('HTTP, encodings and cryptography', () => {
  before(loadLibrary);

  it('looks up headers in any case', () => {
    const request = call('System.HttpRequest#<init>()');
    call('System.HttpRequest#setHeader(String,String)', request, 'Content-Type', 'a');
    call('System.HttpRequest#setHeader(String,String)', request, 'content-type', 'b');
    expect(call('System.HttpRequest#getHeader(String)', request, 'CONTENT-TYPE')).to.equal('b');
    expect(() => call('System.HttpRequest#setTimeout(Integer)', request, 120_001)).to.throw('120000');
  });

  it('lets the mock of a test answer, and refuses without one', () => {
    const request = call('System.HttpRequest#<init>()');
    call('System.HttpRequest#setEndpoint(String)', request, 'https://example.com');
    call('System.HttpRequest#setMethod(String)', request, 'GET');
    const http = call('System.Http#<init>()');
    const world = { more: { tests: {}, callouts: { prepareMock: () => undefined } } as never };
    inOrg(() => {
      expect(() => call('System.Http#send(HttpRequest)', http, request)).to.throw(
        'do not support Web service callouts'
      );
      const type = values.TypeValue.for(values.platformType('System', 'HttpCalloutMock'));
      call('System.Test#setMock(Type,Object)', type, { respond$1: () => call('System.HttpResponse#<init>()') });
      const response = call('System.Http#send(HttpRequest)', http, request);
      expect(call('System.HttpResponse#getStatusCode()', response)).to.equal(0);
    }, world);
  });

  it('knows the status codes and headers of Apex REST', () => {
    const response = call('System.RestResponse#<init>()') as { statusCode: number; statusProblem: string | null };
    response.statusCode = 422;
    expect(response.statusProblem).to.equal('Invalid status code for HTTP response: 422');
    response.statusCode = 409;
    expect(response.statusProblem).to.equal(null);
    expect(() => call('System.RestResponse#addHeader(String,String)', response, 'Set-Cookie', 'x')).to.throw(
      'Set-Cookie'
    );
  });

  it('encodes as forms do', () => {
    expect(call('System.EncodingUtil#urlEncode(String,String)', "a b&é*'~", 'UTF-8')).to.equal('a+b%26%C3%A9*%27%7E');
    expect(call('System.EncodingUtil#urlDecode(String,String)', 'a+b%26%C3%A9', 'UTF-8')).to.equal('a b&é');
    expect(call('System.EncodingUtil#base64Encode(Blob)', blob('hi'))).to.equal('aGk=');
    expect(() => call('System.EncodingUtil#base64Decode(String)', '{')).to.throw('Unrecognized base64 character: {');
  });

  it('digests, signs and encrypts', () => {
    expect(hex(call('System.Crypto#generateDigest(String,Blob)', 'SHA-256', blob('abc')))).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    );
    // RFC 4231, test case 2.
    const mac = call(
      'System.Crypto#generateMac(String,Blob,Blob)',
      'hmacSHA256',
      blob('what do ya want for nothing?'),
      blob('Jefe')
    );
    expect(hex(mac)).to.equal('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
    const key = call('System.Crypto#generateAesKey(Integer)', 256);
    const secret = call('System.Crypto#encryptWithManagedIV(String,Blob,Blob)', 'AES256', key, blob('text'));
    expect(
      (call('System.Crypto#decryptWithManagedIV(String,Blob,Blob)', 'AES256', key, secret) as values.BlobValue).toText()
    ).to.equal('text');
    expect(() => call('System.Crypto#encryptWithManagedIV(String,Blob,Blob)', 'AES128', key, blob('x'))).to.throw(
      'Must be 16 bytes'
    );
    expect(() => call('System.Crypto#generateDigest(String,Blob)', 'SHA-9', blob('x'))).to.throw('SHA-9');
  });

  it('takes addresses apart', () => {
    inOrg(() => {
      const url = call('System.URL#<init>(String)', 'https://u@example.com:8443/a/b?c=d#e');
      const part = (name: string): unknown => call(`System.URL#${name}()`, url);
      expect([
        part('getHost'),
        part('getPort'),
        part('getPath'),
        part('getQuery'),
        part('getRef'),
        part('getUserInfo')
      ]).to.deep.equal(['example.com', 8443, '/a/b', 'c=d', 'e', 'u']);
      expect(part('toExternalForm')).to.equal('https://u@example.com:8443/a/b?c=d#e');
      expect(() => call('System.URL#<init>(String)', 'nonsense')).to.throw('no protocol: nonsense');
    });
  });
});
