import { expect } from 'chai';
import { debugLevelsOf } from '../../../src/api/soap/debugging-header.js';
import { parseEnvelope } from '../../../src/api/soap/envelope.js';
import { queryResultXml } from '../../../src/api/soap/record-xml.js';

const parse = (text: string): ReturnType<typeof parseEnvelope> => parseEnvelope(Buffer.from(text));

describe('SOAP envelopes', () => {
  it('are read whatever stands in front of them', () => {
    const body = '<e:Envelope><e:Body><query><q>&lt;!DOCTYPE&gt; &#233;</q></query></e:Body></e:Envelope>';
    for (const head of ['', '<?xml version="1.0"?>', '\uFEFF \n<!-- a > b --><?pi?>']) {
      expect(parse(head + body)).to.deep.include({ operation: 'query', body: { q: '<!DOCTYPE> é' } });
    }
  });

  it('may declare no document type, wherever it hides', () => {
    const rest = '<Envelope><Body><query/></Body></Envelope>';
    for (const head of [
      '<!DOCTYPE x>',
      `<!--${' '.repeat(9000)}--><!DOCTYPE x>`,
      '<?xml version="1.0"?>\n<!doctype x [<!ENTITY a "b">]>'
    ]) {
      expect(() => parse(head + rest)).to.throw('document types are not accepted');
    }
  });

  it('ask for levels of the debug log', () => {
    const levels = (header: string): unknown =>
      debugLevelsOf(parse(`<Envelope><Header>${header}</Header><Body><x/></Body></Envelope>`).headers);
    expect(levels('')).to.equal(null);
    expect(levels('<DebuggingHeader><debugLevel>DEBUGONLY</debugLevel></DebuggingHeader>')).to.deep.equal({
      ApexCode: 'DEBUG',
      ApexProfiling: 'INFO'
    });
    expect(
      levels(
        '<DebuggingHeader><categories><category>All</category><level>Warn</level></categories><categories><category>Apex_profiling</category><level>Finest</level></categories></DebuggingHeader>'
      )
    ).to.include({ System: 'WARN', Database: 'WARN', ApexProfiling: 'FINEST' });
  });

  it('hold rows with parents, children and times', () => {
    const contacts = { totalSize: 1, done: true, records: [{ attributes: { type: 'Contact' }, LastName: 'L' }] };
    const row = {
      attributes: { type: 'Account' },
      Name: 'A & B',
      CreatedDate: '2026-01-02T03:04:05.000+0000',
      Owner: { attributes: { type: 'User' }, Id: '005', Name: null },
      Contacts: contacts
    };
    expect(queryResultXml([row], 1, null)).to.equal(
      '<result xsi:type="QueryResult"><done>true</done><queryLocator xsi:nil="true"/>' +
        '<records xsi:type="sf:sObject" xmlns:sf="urn:sobject.partner.soap.sforce.com"><sf:type>Account</sf:type><sf:Id xsi:nil="true"/>' +
        '<sf:Name>A &#38; B</sf:Name><sf:CreatedDate>2026-01-02T03:04:05.000Z</sf:CreatedDate>' +
        '<sf:Owner xsi:type="sf:sObject"><sf:type>User</sf:type><sf:Id>005</sf:Id><sf:Name xsi:nil="true"/></sf:Owner>' +
        '<sf:Contacts xsi:type="QueryResult"><done>true</done><queryLocator xsi:nil="true"/>' +
        '<records xsi:type="sf:sObject" xmlns:sf="urn:sobject.partner.soap.sforce.com"><sf:type>Contact</sf:type><sf:Id xsi:nil="true"/><sf:LastName>L</sf:LastName></records>' +
        '<size>1</size></sf:Contacts></records><size>1</size></result>'
    );
  });
});
