import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArchiveError, ProjectError, readArchive, readProject } from '../../src/metadata/index.js';
import { IgnoreRules } from '../../src/metadata/readers/ignore.js';
import { readZip } from '../../src/metadata/readers/zip.js';
import { parseXml, XmlError } from '../../src/metadata/xml/element.js';
import { classFiles, manifest, metadata, zipOf } from './support/org.js';

const names = (pack: { components: readonly { type: string; fullName: string }[] }): string[] =>
  pack.components.map(({ type, fullName }) => `${type}:${fullName}`).sort();

describe('reading zip archives', () => {
  it('refuses what is no zip, and paths that lead outside', () => {
    expect(() => readZip(strToU8('hello'))).to.throw(ArchiveError, 'not a zip');
    for (const path of ['../x', 'a/../../x', '/etc/passwd', 'C:/x', '..\\x']) {
      expect(() => readZip(zipSync({ [path]: strToU8('x') })), path).to.throw(ArchiveError, 'outside');
    }
    expect([...readZip(zipSync({ 'a/b.txt': strToU8('x'), c: [strToU8('y'), { level: 0 }] })).keys()]).to.deep.equal([
      'a/b.txt',
      'c'
    ]);
  });

  it('stops at archives that unpack to too much, or hold too many files', () => {
    const zeros = new Uint8Array(2 * 1024 * 1024);
    const bomb = zipSync({ a: zeros, b: zeros, c: zeros });
    expect(bomb.length).to.be.lessThan(20_000);
    expect(() => readZip(bomb, { files: 10, bytes: 4 * 1024 * 1024 })).to.throw(ArchiveError, 'more than 4 MB');
    expect(() => readZip(bomb, { files: 2, bytes: 40 * 1024 * 1024 })).to.throw(ArchiveError, 'more than 2 files');
  });

  it('refuses a cut archive', () => {
    const whole = zipOf(classFiles('A', 'public class A {}'.repeat(200)));
    expect(() => readArchive(whole.subarray(0, 60), true)).to.throw(ArchiveError);
  });

  it('finds the package at the root or in its one folder', () => {
    const files = { ...classFiles('A', 'public class A {}'), 'package.xml': manifest({ ApexClass: ['A'] }) };
    const nested = Object.fromEntries(Object.entries(files).map(([path, content]) => [`zip/${path}`, content]));
    expect(names(readArchive(zipOf(files), true))).to.deep.equal(['ApexClass:A']);
    expect(names(readArchive(zipOf(nested), false))).to.deep.equal(['ApexClass:A']);
    expect(() => readArchive(zipOf(classFiles('A', '')), true)).to.throw(ArchiveError, 'No package.xml found');
  });

  it('knows the files of a bundle by their folder, and of an experience its description beside it', () => {
    const files = {
      'experiences/Shop.site-meta.xml': metadata('ExperienceBundle', '<label>Shop</label><type>Site</type>'),
      'experiences/Shop/config/shop.json': '{}',
      'lwc/stray.js': '',
      'package.xml': manifest({ ExperienceBundle: ['Shop'] })
    };
    const pack = readArchive(zipOf(files), true);
    expect(names(pack)).to.deep.equal(['ExperienceBundle:Shop']);
    expect(pack.components[0]?.files.map(({ path }) => path)).to.have.members([
      'experiences/Shop.site-meta.xml',
      'experiences/Shop/config/shop.json'
    ]);
    expect(pack.problems.map(({ message }) => message)).to.deep.equal([
      'lwc/stray.js is not a file of LightningComponentBundle'
    ]);
  });

  it('takes objects and labels apart, and takes from a file what the manifest names', () => {
    const files = {
      'objects/Account.object': metadata(
        'CustomObject',
        '<fields><fullName>A__c</fullName><label>A</label><type>Date</type></fields><fields><fullName>B__c</fullName><label>B</label><type>Date</type></fields>'
      ),
      'labels/CustomLabels.labels': metadata(
        'CustomLabels',
        '<labels><fullName>Hi</fullName><language>en_US</language><value>Hello</value></labels>'
      ),
      'package.xml': manifest({ CustomField: ['Account.A__c'], CustomLabels: ['CustomLabels'] })
    };
    const pack = readArchive(zipOf(files), true);
    expect(names(pack)).to.deep.equal(['CustomField:Account.A__c', 'CustomLabel:Hi', 'CustomLabels:CustomLabels']);
    expect(pack.problems.map(({ fullName, message }) => `${fullName}: ${message}`)).to.deep.equal([
      'Account.B__c: Not in package.xml'
    ]);
  });
});

describe('reading a project', () => {
  let root: string;
  const write = (path: string, content: string): void => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'readers-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('reads decomposed objects, code, bundles, resources and records, and obeys .forceignore', () => {
    write(
      'sfdx-project.json',
      JSON.stringify({ packageDirectories: [{ path: 'core' }, { path: 'more' }], sourceApiVersion: '68.0' })
    );
    write('.forceignore', '# not metadata\n**/README.md\n*.ignored.cls*\n');
    for (const [path, content] of Object.entries(classFiles('A', 'public class A {}')))
      write(`core/main/${path}`, content);
    write('core/main/classes/B.ignored.cls', '');
    write('core/objects/W__c/W__c.object-meta.xml', metadata('CustomObject', '<label>W</label>'));
    write(
      'core/objects/W__c/fields/F__c.field-meta.xml',
      metadata('CustomField', '<fullName>F__c</fullName><label>F</label><type>Date</type>')
    );
    write(
      'core/objects/W__c/validationRules/R.validationRule-meta.xml',
      metadata('ValidationRule', '<active>true</active>')
    );
    write('core/objects/W__c/README.md', 'about');
    write('more/lwc/hello/hello.js', 'export default 1;');
    write('more/lwc/hello/hello.js-meta.xml', metadata('LightningComponentBundle', ''));
    write('more/staticresources/Data.json', '{}');
    write(
      'more/staticresources/Data.resource-meta.xml',
      metadata('StaticResource', '<contentType>application/json</contentType>')
    );
    write('more/customMetadata/T.One.md-meta.xml', metadata('CustomMetadata', '<label>One</label>'));
    write('more/reports/Sales/Won.report-meta.xml', metadata('Report', '<name>Won</name>'));
    const pack = readProject(root);
    expect(pack.problems).to.deep.equal([]);
    expect(pack.apiVersion).to.equal('68.0');
    expect(names(pack)).to.deep.equal([
      'ApexClass:A',
      'CustomField:W__c.F__c',
      'CustomMetadata:T.One',
      'CustomObject:W__c',
      'LightningComponentBundle:hello',
      'Report:Sales/Won',
      'StaticResource:Data',
      'ValidationRule:W__c.R'
    ]);
    const resource = pack.components.find(({ type }) => type === 'StaticResource');
    expect(resource?.files.map(({ path }) => path)).to.deep.equal([
      'staticresources/Data.resource',
      'staticresources/Data.resource-meta.xml'
    ]);
  });

  it('reads a file once, though one package directory lies in another', () => {
    write('sfdx-project.json', JSON.stringify({ packageDirectories: [{ path: 'app' }, { path: 'app/part' }] }));
    for (const [path, content] of Object.entries(classFiles('A', 'public class A {}')))
      write(`app/part/${path}`, content);
    const pack = readProject(root);
    expect(pack.problems).to.deep.equal([]);
    expect(names(pack)).to.deep.equal(['ApexClass:A']);
  });

  it('takes the namespace of the project off its own names', () => {
    write('sfdx-project.json', JSON.stringify({ packageDirectories: [{ path: 'app' }], namespace: 'own' }));
    const source = `public class A {
  own.A next; other.A foreign; String own; Own__W__c row; String name = 'own__F__c, own__, ns_own__F__c';
  Object o = new own . B(own.length());
}`;
    for (const [path, content] of Object.entries(classFiles('A', source))) write(`app/${path}`, content);
    for (const [path, content] of Object.entries(classFiles('B', 'class B {}'))) write(`app/${path}`, content);
    write('app/objects/own__W__c/own__W__c.object-meta.xml', metadata('CustomObject', '<label>W</label>'));
    write(
      'app/objects/own__W__c/fields/own__F__c.field-meta.xml',
      metadata('CustomField', '<fullName>own__F__c</fullName><label>F</label><type>Date</type>')
    );
    const pack = readProject(root);
    expect(pack.problems).to.deep.equal([]);
    expect(names(pack)).to.deep.equal(['ApexClass:A', 'ApexClass:B', 'CustomField:W__c.F__c', 'CustomObject:W__c']);
    const files = pack.components.find(({ fullName }) => fullName === 'A')?.files ?? [];
    const code = files.find(({ path }) => path.endsWith('.cls'))?.content;
    expect(new TextDecoder().decode(code)).to.equal(`public class A {
  A next; other.A foreign; String own; W__c row; String name = 'F__c, own__, ns_own__F__c';
  Object o = new B(own.length());
}`);
  });

  it('reads components in the form of the Metadata API, too', () => {
    write('sfdx-project.json', '{"packageDirectories":[{"path":"src"}]}');
    write(
      'src/objects/W__c.object',
      metadata('CustomObject', '<label>W</label><fields><fullName>F__c</fullName><type>Date</type></fields>')
    );
    write('src/labels/CustomLabels.labels', metadata('CustomLabels', '<labels><fullName>Hi</fullName></labels>'));
    write(
      'src/featureParameters/On.featureParameterBoolean',
      metadata('FeatureParameterBoolean', '<value>true</value>')
    );
    write('src/notes/elsewhere.object', 'no metadata here');
    const pack = readProject(root);
    expect(pack.problems).to.deep.equal([]);
    expect(names(pack)).to.deep.equal([
      'CustomField:W__c.F__c',
      'CustomLabel:Hi',
      'CustomLabels:CustomLabels',
      'CustomObject:W__c',
      'FeatureParameterBoolean:On'
    ]);
  });

  it('says what is wrong with a project', () => {
    expect(() => readProject(root)).to.throw(ProjectError, 'There is no sfdx-project.json');
    write('sfdx-project.json', '{');
    expect(() => readProject(root)).to.throw(ProjectError, 'no valid JSON');
    write('sfdx-project.json', '{"packageDirectories":[{"path":"gone"}]}');
    expect(() => readProject(root)).to.throw(ProjectError, 'the package directory gone, which does not exist');
    write('gone/classes/A.cls', 'public class A {}');
    expect(readProject(root).problems[0]?.message).to.contain('the file that describes classes/A.cls is missing');
    write('gone/x/Y.unheard-meta.xml', '<X/>');
    expect(readProject(root).problems.map(({ message }) => message)).to.include(
      'not supported by the local org: metadata files named *.unheard-meta.xml'
    );
  });
});

describe('ignore rules', () => {
  const table: readonly (readonly [rule: string, path: string, ignored: boolean])[] = [
    ['**/README.md', 'a/b/README.md', true],
    ['README.md', 'a/README.md', true],
    ['/README.md', 'a/README.md', false],
    ['lwc/', 'a/lwc/x.js', true],
    ['**/__tests__/**', 'a/__tests__/b/c.js', true],
    ['*.dup', 'a/b.dup', true],
    ['a/*.cls', 'a/b/c.cls', false],
    ['package.xml', 'force-app/package.xml', true]
  ];
  for (const [rule, path, ignored] of table) {
    it(`${rule} ${ignored ? 'ignores' : 'keeps'} ${path}`, () =>
      expect(new IgnoreRules(rule).ignores(path)).to.equal(ignored));
  }
  it('brings back by !', () => expect(new IgnoreRules('*.md\n!keep.md').ignores('a/keep.md')).to.equal(false));
});

describe('XML', () => {
  it('resolves entities and numbered characters, and keeps CDATA', () => {
    expect(parseXml('<a>x &lt;&gt; &amp;lt; caf&#233; <![CDATA[<b>]]></a>').text).to.equal('x <> &lt; café <b>');
  });
  it('says where a document is broken', () => {
    try {
      parseXml('<a>\n<b></a>');
      expect.fail('it was accepted');
    } catch (error) {
      expect(error).to.be.instanceOf(XmlError);
      expect((error as XmlError).line).to.equal(2);
    }
  });
  it('refuses document types and endless nesting', () => {
    expect(() => parseXml('<!DOCTYPE a><a/>')).to.throw(XmlError);
    expect(() => parseXml('<a>'.repeat(5000) + '</a>'.repeat(5000))).to.throw(Error);
  });
});
