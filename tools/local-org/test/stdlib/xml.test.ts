import { expect } from 'chai';
import type { ApexList } from '../../src/values/collections.js';
import { call, loadLibrary } from './support/library.js';

describe('XML', () => {
  before(loadLibrary);

  const node = (name: string, ...args: unknown[]): unknown => call(`Dom.XmlNode#${name}`, ...args);

  it('is read into nodes with their namespaces', () => {
    const document = call('Dom.Document#<init>()');
    call(
      'Dom.Document#load(String)',
      document,
      '<?xml version="1.0"?>\n<r xmlns="urn:a" xmlns:b="urn:b">\n  <b:c k="1 &amp; 2">x<!--note--><![CDATA[<y>]]></b:c>\n</r>'
    );
    const root = call('Dom.Document#getRootElement()', document);
    expect(node('getNamespace()', root)).to.equal('urn:a');
    const child = node('getChildElement(String,String)', root, 'c', 'urn:b');
    expect(node('getAttribute(String,String)', child, 'k', null)).to.equal('1 & 2');
    expect(node('getText()', child)).to.equal('x<y>');
    expect((node('getChildren()', child) as ApexList).size).to.equal(3);
    expect(node('getChildElement(String,String)', root, 'c', null)).to.equal(null);
  });

  it('is built and written', () => {
    const document = call('Dom.Document#<init>()');
    const root = call('Dom.Document#createRootElement(String,String,String)', document, 'Envelope', 'urn:soap', 'soap');
    const body = node('addChildElement(String,String,String)', root, 'Body', 'urn:soap', 'soap');
    node('addTextNode(String)', node('addChildElement(String,String,String)', body, 'a', null, null), '<&>');
    node('setAttribute(String,String)', body, 'k', '"v"');
    node('addChildElement(String,String,String)', body, 'empty', null, null);
    expect(call('Dom.Document#toXmlString()', document)).to.equal(
      '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="urn:soap"><soap:Body k="&quot;v&quot;"><a>&lt;&amp;&gt;</a><empty /></soap:Body></soap:Envelope>'
    );
  });

  it('says where a text is broken', () => {
    expect(() => call('Dom.Document#load(String)', call('Dom.Document#<init>()'), '<a><b></a>')).to.throw(
      'Failed to parse XML'
    );
    const endless = '<a>'.repeat(50_000) + '</a>'.repeat(50_000);
    expect(() => call('Dom.Document#load(String)', call('Dom.Document#<init>()'), endless)).to.throw(
      'Failed to parse XML due to: Maximum nested tags exceeded'
    );
  });

  it('is streamed in both directions', () => {
    const reader = call('System.XmlStreamReader#<init>(String)', '<a k="v">text<b/></a>');
    const kinds: string[] = [];
    while (call('System.XmlStreamReader#hasNext()', reader)) {
      call('System.XmlStreamReader#next()', reader);
      kinds.push(String(call('System.XmlStreamReader#getEventType()', reader)));
    }
    expect(kinds).to.deep.equal([
      'START_ELEMENT',
      'CHARACTERS',
      'START_ELEMENT',
      'END_ELEMENT',
      'END_ELEMENT',
      'END_DOCUMENT'
    ]);
    const writer = call('System.XmlStreamWriter#<init>()');
    call('System.XmlStreamWriter#writeStartDocument(String,String)', writer, null, '1.0');
    call('System.XmlStreamWriter#writeStartElement(String,String,String)', writer, null, 'a', null);
    call('System.XmlStreamWriter#writeAttribute(String,String,String,String)', writer, null, null, 'k', 'v');
    call('System.XmlStreamWriter#writeCharacters(String)', writer, '<');
    call('System.XmlStreamWriter#writeEndDocument()', writer);
    expect(call('System.XmlStreamWriter#getXmlString()', writer)).to.equal('<?xml version="1.0"?><a k="v">&lt;</a>');
  });
});
