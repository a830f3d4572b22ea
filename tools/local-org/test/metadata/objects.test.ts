import { expect } from 'chai';
import { loadOrg } from '../../src/metadata/index.js';
import { manifest, metadata, problems, TestOrg } from './support/org.js';

const base =
  '<label>X</label><pluralLabel>Xs</pluralLabel><nameField><label>Name</label><type>Text</type></nameField><sharingModel>ReadWrite</sharingModel><deploymentStatus>Deployed</deploymentStatus>';
const field = (name: string, type: string, more = ''): string =>
  `<fields><fullName>${name}</fullName><label>${name}</label><type>${type}</type>${more}</fields>`;

describe('kinds of metadata', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start();
  });
  after(() => org.stop());

  const deployAll = (
    files: Readonly<Record<string, string>>,
    types: Readonly<Record<string, readonly string[]>>
  ): string[] => problems(org.deploy({ ...files, 'package.xml': manifest(types) }));

  it('custom settings, platform events and custom metadata have the fields of their kind', () => {
    expect(
      deployAll(
        {
          'objects/H__c.object': metadata(
            'CustomObject',
            `<label>H</label><customSettingsType>Hierarchy</customSettingsType><visibility>Public</visibility>${field('On__c', 'Checkbox', '<defaultValue>false</defaultValue>')}`
          ),
          'objects/L__c.object': metadata(
            'CustomObject',
            '<label>L</label><customSettingsType>List</customSettingsType><visibility>Public</visibility>'
          ),
          'objects/Ping__e.object': metadata(
            'CustomObject',
            `<label>Ping</label><pluralLabel>Pings</pluralLabel><deploymentStatus>Deployed</deploymentStatus><eventType>HighVolume</eventType><publishBehavior>PublishAfterCommit</publishBehavior>${field('Body__c', 'LongTextArea', '<length>1000</length><visibleLines>3</visibleLines>')}`
          ),
          'objects/T__mdt.object': metadata(
            'CustomObject',
            '<label>T</label><pluralLabel>Ts</pluralLabel><visibility>Public</visibility>'
          )
        },
        { CustomObject: ['*'] }
      )
    ).to.deep.equal([]);
    const { schema } = loadOrg(org.db);
    const keys = (name: string): string[] => Object.keys(schema.object(name)?.fields ?? {});
    expect(schema.object('H__c')).to.include({ kind: 'hierarchy-setting', keyPrefix: 'a00' });
    expect(keys('H__c')).to.include.members(['setupownerid', 'name', 'on__c']).and.not.to.include('ownerid');
    expect(schema.object('L__c')?.kind).to.equal('list-setting');
    expect(schema.object('Ping__e')).to.include({
      kind: 'platform-event',
      keyPrefix: 'e00',
      publishBehavior: 'PublishAfterCommit',
      queryable: false
    });
    expect(keys('Ping__e')).to.deep.equal(['replayid', 'eventuuid', 'createddate', 'createdbyid', 'body__c']);
    expect(schema.object('T__mdt')).to.include({ kind: 'custom-metadata', keyPrefix: 'm00', createable: false });
    expect(keys('T__mdt')).to.include.members(['developername', 'masterlabel', 'qualifiedapiname']);
  });

  it('details have no owner, and roll-ups the type of what they sum', () => {
    expect(
      deployAll(
        {
          'objects/Bill__c.object': metadata(
            'CustomObject',
            base +
              field(
                'Total__c',
                'Summary',
                '<summarizedField>Line__c.Amount__c</summarizedField><summaryForeignKey>Line__c.Bill__c</summaryForeignKey><summaryOperation>sum</summaryOperation>'
              ) +
              field(
                'Lines__c',
                'Summary',
                '<summaryForeignKey>Line__c.Bill__c</summaryForeignKey><summaryOperation>count</summaryOperation><summaryFilterItems><field>Line__c.Amount__c</field><operation>greaterThan</operation><value>0</value></summaryFilterItems>'
              )
          ),
          'objects/Line__c.object': metadata(
            'CustomObject',
            base +
              field(
                'Bill__c',
                'MasterDetail',
                '<referenceTo>Bill__c</referenceTo><relationshipName>Lines</relationshipName><relationshipOrder>0</relationshipOrder><writeRequiresMasterRead>false</writeRequiresMasterRead><reparentableMasterDetail>false</reparentableMasterDetail>'
              ) +
              field('Amount__c', 'Currency', '<precision>12</precision><scale>2</scale>') +
              field(
                'Twice__c',
                'Currency',
                '<precision>18</precision><scale>2</scale><formula>Amount__c * 2</formula><formulaTreatBlanksAs>BlankAsZero</formulaTreatBlanksAs>'
              ) +
              field('Place__c', 'Location', '<scale>4</scale><displayLocationInDecimal>true</displayLocationInDecimal>')
          )
        },
        { CustomObject: ['*'] }
      )
    ).to.deep.equal([]);
    const { schema } = loadOrg(org.db);
    expect(schema.object('Line__c')?.fields.ownerid).to.equal(undefined);
    expect(schema.object('Line__c')?.sharingModel).to.equal('ControlledByParent');
    expect(schema.field('Bill__c', 'Total__c')).to.include({ type: 'currency', scale: 2, createable: false });
    expect(schema.field('Bill__c', 'Lines__c')?.rollup).to.deep.include({
      operation: 'count',
      childObject: 'Line__c',
      childLookup: 'Bill__c'
    });
    expect(
      schema.childRelationships('Bill__c').map(({ name, cascadeDelete }) => [name, cascadeDelete])
    ).to.deep.include(['Lines__r', true]);
    expect(schema.field('Line__c', 'Place__Latitude__s')).to.include({ type: 'double', scale: 4, precision: 7 });
    expect(
      org.rows(
        `SELECT column_name FROM information_schema.columns WHERE table_schema = 'data' AND table_name = 'line__c' AND column_name IN ('twice__c', 'place__c', 'place__longitude__s')`
      )
    ).to.deep.equal([['place__longitude__s']]);
  });

  it('record types, field sets and value sets reach the schema and its rows', () => {
    const files = {
      'globalValueSets/Colours.globalValueSet': metadata(
        'GlobalValueSet',
        '<masterLabel>Colours</masterLabel><sorted>false</sorted><customValue><fullName>Red</fullName><default>true</default><label>Rot</label></customValue><customValue><fullName>Blue</fullName><default>false</default><isActive>false</isActive></customValue>'
      ),
      'standardValueSets/LeadSource.standardValueSet': metadata(
        'StandardValueSet',
        '<sorted>false</sorted><standardValue><fullName>Fair</fullName><default>false</default></standardValue>'
      ),
      'objects/Car__c.object': metadata(
        'CustomObject',
        base +
          field(
            'Colour__c',
            'Picklist',
            '<valueSet><restricted>true</restricted><valueSetName>Colours</valueSetName></valueSet>'
          ) +
          '<recordTypes><fullName>Fast</fullName><active>true</active><label>Fast one</label></recordTypes>' +
          '<fieldSets><fullName>Main</fullName><availableFields><field>Name</field></availableFields><description>d</description><displayedFields><field>Colour__c</field><isRequired>true</isRequired></displayedFields><label>Main</label></fieldSets>'
      )
    };
    expect(
      deployAll(files, { CustomObject: ['Car__c'], GlobalValueSet: ['*'], StandardValueSet: ['*'] })
    ).to.deep.equal([]);
    const { schema } = loadOrg(org.db);
    expect(schema.field('Car__c', 'Colour__c')?.picklist).to.deep.equal([
      { value: 'Red', label: 'Rot', isDefault: true, isActive: true },
      { value: 'Blue', label: 'Blue', isDefault: false, isActive: false }
    ]);
    for (const object of ['Lead', 'Contact'])
      expect(schema.field(object, 'LeadSource')?.picklist?.map(({ value }) => value)).to.deep.equal(['Fair']);
    const car = schema.object('Car__c');
    expect(car?.fields.recordtypeid?.referenceTo).to.deep.equal(['RecordType']);
    expect(org.rows(`SELECT id, name, sobjecttype FROM recordtype WHERE developername = 'Fast'`)).to.deep.equal([
      [car?.recordTypes[0]?.id, 'Fast one', 'Car__c']
    ]);
    expect(car?.fieldSets[0]).to.deep.equal({
      name: 'Main',
      label: 'Main',
      fields: [{ path: 'Colour__c', required: true }]
    });
  });

  it('people: roles in any order, groups, queues, permission set groups, profiles', () => {
    const files = {
      'roles/Boss.role': metadata('Role', '<name>Boss</name>'),
      'roles/Aide.role': metadata('Role', '<name>Aide</name><parentRole>Boss</parentRole>'),
      'groups/All.group': metadata('Group', '<doesIncludeBosses>true</doesIncludeBosses><name>All</name>'),
      'queues/Work.queue': metadata(
        'Queue',
        '<doesSendEmailToMembers>false</doesSendEmailToMembers><name>Work</name><queueMembers><publicGroups><publicGroup>All</publicGroup></publicGroups></queueMembers><queueSobject><sobjectType>Car__c</sobjectType></queueSobject>'
      ),
      'permissionsets/P.permissionset': metadata(
        'PermissionSet',
        '<label>P</label><userPermissions><enabled>true</enabled><name>ViewAllData</name></userPermissions>'
      ),
      'mutingpermissionsets/M.mutingpermissionset': metadata(
        'MutingPermissionSet',
        '<label>M</label><userPermissions><enabled>true</enabled><name>ViewAllData</name></userPermissions>'
      ),
      'permissionsetgroups/G.permissionsetgroup': metadata(
        'PermissionSetGroup',
        '<label>G</label><mutingPermissionSets>M</mutingPermissionSets><permissionSets>P</permissionSets><status>Updated</status>'
      ),
      'profiles/Admin.profile': metadata(
        'Profile',
        '<custom>false</custom><fieldPermissions><editable>true</editable><field>Car__c.Colour__c</field><readable>true</readable></fieldPermissions><userLicense>Salesforce</userLicense>'
      ),
      'profiles/Mine.profile': metadata('Profile', '<custom>true</custom><userLicense>Salesforce</userLicense>')
    };
    expect(
      deployAll(files, {
        Role: ['*'],
        Group: ['*'],
        Queue: ['*'],
        PermissionSet: ['*'],
        MutingPermissionSet: ['*'],
        PermissionSetGroup: ['*'],
        Profile: ['*']
      })
    ).to.deep.equal([]);
    expect(org.rows('SELECT a.name, b.name FROM userrole a JOIN userrole b ON b.id = a.parentroleid')).to.deep.equal([
      ['Aide', 'Boss']
    ]);
    expect(
      org.rows(
        `SELECT g.name, q.sobjecttype, m.name FROM "group" g JOIN queuesobject q ON q.queueid = g.id JOIN groupmember gm ON gm.groupid = g.id JOIN "group" m ON m.id = gm.userorgroupid`
      )
    ).to.deep.equal([['Work', 'Car__c', 'All']]);
    expect(org.rows(`SELECT left(c.permissionsetid, 3) FROM permissionsetgroupcomponent c ORDER BY 1`)).to.deep.equal([
      ['0PS'],
      ['0QM']
    ]);
    expect(
      org.rows(
        `SELECT p.name FROM fieldpermissions f JOIN permissionset s ON s.id = f.parentid JOIN profile p ON p.id = s.profileid WHERE f.field = 'Car__c.Colour__c'`
      )
    ).to.deep.equal([['System Administrator']]);
    expect(org.rows(`SELECT count(*) FROM profile WHERE name = 'Mine'`)).to.deep.equal([['1']]);
    // What the profile already granted is still there.
    expect(
      org.rows(
        `SELECT count(*) > 20 FROM objectpermissions o JOIN permissionset s ON s.id = o.parentid JOIN profile p ON p.id = s.profileid WHERE p.name = 'System Administrator'`
      )
    ).to.deep.equal([[true]]);
  });

  it('labels, credentials, remote sites, resources reach what a slot loads', () => {
    const files = {
      'labels/CustomLabels.labels': metadata(
        'CustomLabels',
        '<labels><fullName>Greeting</fullName><language>en_US</language><protected>true</protected><shortDescription>g</shortDescription><value>Good &quot;day&quot;</value></labels>'
      ),
      'namedCredentials/Shop.namedCredential': metadata(
        'NamedCredential',
        '<label>Shop</label><namedCredentialParameters><parameterName>Url</parameterName><parameterType>Url</parameterType><parameterValue>https://shop.example</parameterValue></namedCredentialParameters><namedCredentialParameters><externalCredential>ShopAuth</externalCredential><parameterName>ExternalCredential</parameterName><parameterType>Authentication</parameterType></namedCredentialParameters><namedCredentialType>SecuredEndpoint</namedCredentialType><calloutStatus>Enabled</calloutStatus>'
      ),
      'externalCredentials/ShopAuth.externalCredential': metadata(
        'ExternalCredential',
        '<authenticationProtocol>Custom</authenticationProtocol><label>Shop Auth</label>'
      ),
      'remoteSiteSettings/Api.remoteSite': metadata(
        'RemoteSiteSetting',
        '<disableProtocolSecurity>false</disableProtocolSecurity><isActive>true</isActive><url>https://api.example</url>'
      ),
      'staticresources/Data.resource': '{"a":1}',
      'staticresources/Data.resource-meta.xml': metadata(
        'StaticResource',
        '<cacheControl>Private</cacheControl><contentType>application/json</contentType>'
      )
    };
    expect(
      deployAll(files, {
        CustomLabels: ['*'],
        NamedCredential: ['*'],
        ExternalCredential: ['*'],
        RemoteSiteSetting: ['*'],
        StaticResource: ['*']
      })
    ).to.deep.equal([]);
    const contents = loadOrg(org.db);
    expect(contents.labels.get('greeting')).to.deep.equal({ name: 'Greeting', value: 'Good "day"', language: 'en_US' });
    expect(contents.namedCredentials.get('shop')).to.include({
      url: 'https://shop.example',
      externalCredential: 'ShopAuth'
    });
    expect(contents.remoteSites).to.deep.equal(['https://api.example']);
    expect(org.rows(`SELECT bodylength, convert_from(body, 'UTF8') FROM staticresource`)).to.deep.equal([
      [7, '{"a":1}']
    ]);
  });
});
