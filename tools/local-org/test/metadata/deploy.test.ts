import { expect } from 'chai';
import { loadOrg } from '../../src/metadata/index.js';
import { classFiles, manifest, metadata, problems, TestOrg } from './support/org.js';

const OBJECT =
  '<label>Widget</label><pluralLabel>Widgets</pluralLabel><nameField><label>Name</label><type>Text</type></nameField><sharingModel>Private</sharingModel><deploymentStatus>Deployed</deploymentStatus>';
const KEY =
  '<fields><fullName>Key__c</fullName><label>Key</label><type>Text</type><length>80</length><unique>true</unique><caseSensitive>true</caseSensitive><externalId>true</externalId></fields>';
const SIZE =
  '<fields><fullName>Size__c</fullName><label>Size</label><type>Number</type><precision>6</precision><scale>2</scale></fields>';
const widget = (inner: string): Record<string, string> => ({
  'objects/Widget__c.object': metadata('CustomObject', OBJECT + inner)
});
const widgetPackage = (inner: string): Record<string, string> => ({
  ...widget(inner),
  'package.xml': manifest({ CustomObject: ['Widget__c'] })
});

describe('deploy', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start();
  });
  after(() => org.stop());

  it('makes an object with its table, indexes, sharing table and key prefix', () => {
    const result = org.deploy(widgetPackage(KEY + SIZE));
    expect(problems(result)).to.deep.equal([]);
    expect(result).to.include({ status: 'Succeeded', numberComponentsTotal: 3 });
    const { schema } = loadOrg(org.db);
    expect(schema.object('widget__C')).to.include({
      name: 'Widget__c',
      kind: 'custom',
      keyPrefix: 'a00',
      sharingModel: 'Private'
    });
    expect(schema.object('Widget__Share')?.keyPrefix).to.equal('a01');
    expect(Object.keys(schema.object('Widget__c')?.fields ?? {}).slice(0, 3)).to.deep.equal([
      'id',
      'ownerid',
      'isdeleted'
    ]);
    org.rows(`INSERT INTO widget__c (id, name, key__c, size__c) VALUES ('a00000000000001AAA', 'One', 'aB', 1.5)`);
    org.rows(`INSERT INTO widget__c (id, name, key__c) VALUES ('a00000000000002AAA', 'Two', 'Ab')`);
    expect(() => org.rows(`INSERT INTO widget__c (id, key__c) VALUES ('a00000000000003AAA', 'Ab')`)).to.throw(
      'u_widget__c_key__c'
    );
    expect(org.rows(`SELECT id FROM widget__c WHERE name = 'ONE'`)).to.have.length(1);
  });

  it('changes nothing when nothing changed', () => {
    const version = loadOrg(org.db).version;
    const result = org.deploy(widgetPackage(KEY + SIZE));
    const components = result.details.componentSuccesses.filter(({ componentType }) => componentType !== '');
    expect(components.every(({ changed, created }) => !changed && !created)).to.equal(true);
    expect(loadOrg(org.db).version).to.equal(version);
  });

  it('adds and retypes fields and keeps data', () => {
    const result = org.deploy(
      widgetPackage(
        KEY +
          SIZE.replace('<scale>2</scale>', '<scale>1</scale>') +
          '<fields><fullName>Live__c</fullName><label>Live</label><type>Checkbox</type><defaultValue>true</defaultValue></fields>'
      )
    );
    expect(problems(result)).to.deep.equal([]);
    expect(org.rows('SELECT size__c, live__c FROM widget__c ORDER BY id')).to.deep.equal([
      ['1.5', false],
      [null, false]
    ]);
  });

  it('refuses what existing data does not allow, and says where', () => {
    org.rows(`UPDATE widget__c SET name = 'Same'`);
    org.deploy(
      widgetPackage(
        KEY +
          SIZE +
          '<fields><fullName>Code__c</fullName><label>Code</label><type>Text</type><length>10</length></fields>'
      )
    );
    org.rows(`UPDATE widget__c SET code__c = 'x'`);
    const result = org.deploy(
      widgetPackage(
        KEY +
          SIZE +
          '<fields><fullName>Code__c</fullName><label>Code</label><type>Text</type><length>10</length><unique>true</unique></fields>'
      )
    );
    expect(problems(result)).to.deep.equal([
      'CustomField Widget__c.Code__c: The field has duplicate values: remove them before it can be made unique'
    ]);
    expect(loadOrg(org.db).schema.field('Widget__c', 'Code__c')?.unique).to.equal(false);
  });

  it('stores reports and dashboards with their folders, which the CLI names with a slash', () => {
    const files = {
      'reports/Sales-meta.xml': metadata('ReportFolder', '<name>Sales</name>'),
      'reports/Sales/Won.report': metadata('Report', '<name>Won</name>'),
      'dashboards/Sales-meta.xml': metadata('DashboardFolder', '<name>Sales</name>'),
      'dashboards/Sales/All.dashboard': metadata('Dashboard', '<title>All</title>'),
      'package.xml': manifest({ Report: ['Sales/', 'Sales/Won'], Dashboard: ['Sales/', 'Sales/All'] })
    };

    expect(problems(org.deploy(files))).to.deep.equal([]);
  });

  it('compiles code against the new schema, and reports line and column', () => {
    const good = 'public class Sizes {\n  public static Decimal of(Widget__c w) { return w.Size__c; }\n}';
    const files = { ...classFiles('Sizes', good), 'package.xml': manifest({ ApexClass: ['Sizes'] }) };
    expect(problems(org.deploy(files))).to.deep.equal([]);
    expect(loadOrg(org.db).units.map(({ name }) => name)).to.deep.equal(['Sizes']);
    const bad = good.replace('w.Size__c', 'w.Sise__c');
    const result = org.deploy({ ...classFiles('Sizes', bad), 'package.xml': manifest({ ApexClass: ['Sizes'] }) });
    expect(result.details.componentFailures[0]).to.include({
      componentType: 'ApexClass',
      fullName: 'Sizes',
      fileName: 'classes/Sizes.cls',
      lineNumber: 2,
      success: false
    });
    expect(result).to.include({ status: 'Failed', success: false, done: true, numberComponentErrors: 1 });
  });

  it('keeps a field that code needs', () => {
    const result = org.deploy({
      'package.xml': manifest({}),
      'destructiveChanges.xml': manifest({ CustomField: ['Widget__c.Size__c'] })
    });
    expect(problems(result).join()).to.contain('Dependent class is invalid and needs recompilation:\n Class Sizes');
    expect(loadOrg(org.db).schema.field('Widget__c', 'Size__c')).to.not.equal(null);
  });

  it('leaves the org as it was after checkOnly', () => {
    const before = loadOrg(org.db).version;
    const files = {
      ...classFiles('Extra', 'public class Extra {}'),
      'package.xml': manifest({ ApexClass: ['Extra'] })
    };
    const result = org.deploy(files, { checkOnly: true });
    expect(result).to.include({ status: 'Succeeded', checkOnly: true });
    expect(result.details.componentSuccesses[0]).to.include({ fullName: 'Extra', created: true });
    expect(loadOrg(org.db).version).to.equal(before);
    expect(org.rows(`SELECT 1 FROM apexclass WHERE name = 'Extra'`)).to.deep.equal([]);
  });

  it('leaves out what fails when rollbackOnError is off', () => {
    const files = {
      ...classFiles('Fine', 'public class Fine {}'),
      ...classFiles('Broken', 'public class Broken { Nope n; }'),
      ...classFiles('Leaning', 'public class Leaning { Broken b; }'),
      'package.xml': manifest({ ApexClass: ['*'] })
    };
    const result = org.deploy(files, { rollbackOnError: false });
    expect(result.status).to.equal('SucceededPartial');
    expect(org.rows('SELECT name FROM apexclass ORDER BY name')).to.deep.equal([['Fine'], ['Sizes']]);
    expect(problems(result).filter((problem) => problem.includes('Fine'))).to.deep.equal([]);
  });

  it('writes the grants of a permission set, and takes away those of its earlier version', () => {
    const grants = (field: string): Record<string, string> => ({
      'permissionsets/Widgets.permissionset': metadata(
        'PermissionSet',
        `<label>Widgets</label><objectPermissions><allowCreate>true</allowCreate><allowDelete>false</allowDelete><allowEdit>true</allowEdit><allowRead>true</allowRead><modifyAllRecords>false</modifyAllRecords><object>Widget__c</object><viewAllRecords>false</viewAllRecords></objectPermissions><fieldPermissions><editable>true</editable><field>Widget__c.${field}</field><readable>true</readable></fieldPermissions><classAccesses><apexClass>Sizes</apexClass><enabled>true</enabled></classAccesses>`
      ),
      'package.xml': manifest({ PermissionSet: ['Widgets'] })
    });
    expect(problems(org.deploy(grants('Key__c')))).to.deep.equal([]);
    expect(problems(org.deploy(grants('Size__c')))).to.deep.equal([]);
    expect(
      org.rows(
        `SELECT f.field, f.permissionsedit FROM fieldpermissions f JOIN permissionset p ON p.id = f.parentid WHERE p.name = 'Widgets'`
      )
    ).to.deep.equal([['Widget__c.Size__c', true]]);
    expect(
      org.rows(`SELECT permissionscreate, permissionsdelete FROM objectpermissions WHERE sobjecttype = 'Widget__c'`)
    ).to.deep.equal([[true, false]]);
    expect(org.rows(`SELECT c.name FROM setupentityaccess s JOIN apexclass c ON c.id = s.setupentityid`)).to.deep.equal(
      [['Sizes']]
    );
    expect(problems(org.deploy(grants('Nope__c')))).to.deep.equal([
      'PermissionSet Widgets: In field: field - no CustomField named Widget__c.Nope__c found'
    ]);
  });

  it('checks rights that need others', () => {
    const result = org.deploy({
      'permissionsets/Odd.permissionset': metadata(
        'PermissionSet',
        '<label>Odd</label><objectPermissions><allowRead>false</allowRead><allowEdit>true</allowEdit><object>Widget__c</object></objectPermissions>'
      ),
      'package.xml': manifest({ PermissionSet: ['Odd'] })
    });
    expect(problems(result)).to.deep.equal([
      'PermissionSet Odd: Permission Edit Widget__c depends on permission(s): Read Widget__c'
    ]);
  });

  it('makes rows of custom metadata records and holds them to the rules of their type', () => {
    const type = {
      'objects/Rule__mdt.object': metadata(
        'CustomObject',
        '<label>Rule</label><pluralLabel>Rules</pluralLabel><visibility>Public</visibility><fields><fullName>Limit__c</fullName><fieldManageability>DeveloperControlled</fieldManageability><label>Limit</label><type>Number</type><precision>5</precision><scale>0</scale></fields><fields><fullName>Next__c</fullName><label>Next</label><type>MetadataRelationship</type><referenceTo>Rule__mdt</referenceTo><relationshipName>Previous</relationshipName></fields><validationRules><fullName>In_Range</fullName><active>true</active><errorConditionFormula>OR(Limit__c &lt; 1, Limit__c &gt; 50)</errorConditionFormula><errorMessage>Give 1 to 50.</errorMessage></validationRules>'
      )
    };
    const record = (name: string, limit: string, next = ''): Record<string, string> => ({
      [`customMetadata/Rule.${name}.md`]: metadata(
        'CustomMetadata',
        `<label>${name}</label><protected>false</protected><values><field>Limit__c</field><value xsi:type="xsd:double">${limit}</value></values>` +
          (next ? `<values><field>Next__c</field><value xsi:type="xsd:string">${next}</value></values>` : '')
      )
    });
    const all = manifest({ CustomObject: ['Rule__mdt'], CustomMetadata: ['Rule.A', 'Rule.B'] });
    expect(
      problems(org.deploy({ ...type, ...record('A', '3', 'B'), ...record('B', '4.0'), 'package.xml': all }))
    ).to.deep.equal([]);
    expect(
      org.rows(
        'SELECT a.developername, a.limit__c, b.qualifiedapiname FROM rule__mdt a JOIN rule__mdt b ON b.id = a.next__c'
      )
    ).to.deep.equal([['A', '3', 'B']]);
    const result = org.deploy({ ...type, ...record('A', '99'), ...record('B', 'x'), 'package.xml': all });
    expect(problems(result)).to.deep.equal([
      'CustomMetadata Rule.A: Give 1 to 50.',
      "CustomMetadata Rule.B: Invalid value for Limit__c: 'x' is no number"
    ]);
    expect(org.rows(`SELECT limit__c FROM rule__mdt WHERE developername = 'A'`)).to.deep.equal([['3']]);
  });

  const refused: readonly (readonly [what: string, files: Record<string, string>, expected: string])[] = [
    [
      'an unknown element',
      widgetPackage(
        '<fields><fullName>Odd__c</fullName><label>Odd</label><type>Text</type><length>5</length><colour>red</colour></fields>'
      ),
      'CustomField Widget__c.Odd__c: Element {http://soap.sforce.com/2006/04/metadata}colour invalid at this location in type CustomField'
    ],
    [
      'a lookup to nowhere',
      widgetPackage(
        '<fields><fullName>Up__c</fullName><label>Up</label><type>Lookup</type><referenceTo>Nope__c</referenceTo></fields>'
      ),
      "CustomField Widget__c.Up__c: referenceTo value of 'Nope__c' does not resolve to a valid sObject type"
    ],
    [
      'a formula over a field that is not there',
      widgetPackage(
        '<fields><fullName>Twice__c</fullName><label>Twice</label><type>Number</type><precision>18</precision><scale>2</scale><formula>Sise__c * 2</formula></fields>'
      ),
      'CustomField Widget__c.Twice__c: Field Sise__c does not exist. Check spelling.'
    ],
    [
      'a member without a file',
      { 'package.xml': manifest({ ApexClass: ['Ghost'] }) },
      "ApexClass Ghost: An object 'Ghost' of type ApexClass was named in package.xml, but was not found in zipped directory"
    ],
    [
      'a file that the manifest does not name',
      { ...classFiles('Stray', 'public class Stray {}'), 'package.xml': manifest({}) },
      'ApexClass Stray: Not in package.xml'
    ],
    [
      'a type there is none of',
      { 'package.xml': manifest({ Gadget: ['X'] }) },
      " package.xml: Unknown type name 'Gadget' specified in package.xml"
    ],
    [
      'broken XML',
      {
        'objects/Widget__c.object': '<CustomObject><label>x</CustomObject>',
        'package.xml': manifest({ CustomObject: ['Widget__c'] })
      },
      "CustomObject Widget__c: Error parsing file: Expected closing tag 'label' (opened in line 1, col 15) instead of closing tag 'CustomObject'."
    ],
    [
      'entities of its own',
      {
        'objects/Widget__c.object': '<!DOCTYPE x [<!ENTITY a "b">]><CustomObject><label>&a;</label></CustomObject>',
        'package.xml': manifest({ CustomObject: ['Widget__c'] })
      },
      'CustomObject Widget__c: Error parsing file: Document type declarations are not allowed'
    ]
  ];
  for (const [what, files, expected] of refused) {
    it(`refuses ${what}`, () => expect(problems(org.deploy(files))).to.include(expected));
  }

  it('warns of what it stores but does not run', () => {
    const result = org.deploy({
      'flows/Go.flow': metadata('Flow', '<label>Go</label><processType>Flow</processType>'),
      'package.xml': manifest({ Flow: ['Go'] })
    });
    expect(result.status).to.equal('Succeeded');
    expect(result.details.componentSuccesses[0]).to.include({
      problemType: 'Warning',
      problem: 'Flow: stored, but the local org does not run it'
    });
  });

  it('keeps a Lightning component that a page shows, until the page goes, too', () => {
    const page =
      '<flexiPageRegions><itemInstances><componentInstance><componentName>c:badge</componentName><identifier>badge</identifier></componentInstance></itemInstances><name>main</name><type>Region</type></flexiPageRegions><masterLabel>Front Page</masterLabel><type>AppPage</type>';
    const deployed = org.deploy({
      'lwc/badge/badge.js': 'export default 1;',
      'lwc/badge/badge.js-meta.xml': metadata('LightningComponentBundle', '<isExposed>true</isExposed>'),
      'flexipages/Front.flexipage': metadata('FlexiPage', page),
      'package.xml': manifest({ LightningComponentBundle: ['badge'], FlexiPage: ['Front'] })
    });
    expect(problems(deployed)).to.deep.equal([]);
    const without = (types: Record<string, string[]>): string[] =>
      problems(org.deploy({ 'package.xml': manifest({}), 'destructiveChanges.xml': manifest(types) }));
    expect(without({ LightningComponentBundle: ['badge'] })).to.deep.equal([
      'LightningComponentBundle badge: Referenced by a component instance inside the Lightning page Front Page : Lightning Page.'
    ]);
    expect(without({ LightningComponentBundle: ['badge'], FlexiPage: ['Front'] })).to.deep.equal([]);
  });

  it('deletes, and warns of what is not there', () => {
    const result = org.deploy({
      'package.xml': manifest({}),
      'destructiveChanges.xml': manifest({ ApexClass: ['Sizes', 'Old'], CustomObject: ['Widget__c'] })
    });
    expect(problems(result)).to.deep.equal([]);
    const messages = result.details.componentSuccesses.map(({ fullName, deleted, problem }) => ({
      fullName,
      deleted,
      problem
    }));
    expect(messages).to.deep.include({ fullName: 'Sizes', deleted: true, problem: undefined });
    expect(messages).to.deep.include({
      fullName: 'destructiveChanges.xml',
      deleted: false,
      problem: 'No ApexClass named: Old found'
    });
    expect(result.numberComponentsDeployed, 'what is not there is not counted').to.equal(2);
    const { schema } = loadOrg(org.db);
    expect(schema.object('Widget__c')).to.equal(null);
    expect(schema.object('Widget__Share')).to.equal(null);
    expect(org.rows(`SELECT to_regclass('widget__c') IS NULL`)).to.deep.equal([[true]]);
    // A prefix is never given out twice.
    org.deploy({
      'objects/Gizmo__c.object': metadata('CustomObject', OBJECT),
      'package.xml': manifest({ CustomObject: ['Gizmo__c'] })
    });
    expect(loadOrg(org.db).schema.object('Gizmo__c')?.keyPrefix).to.not.be.oneOf(['a00', 'a01']);
  });
});
