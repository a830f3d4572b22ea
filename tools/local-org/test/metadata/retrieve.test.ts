import { expect } from 'chai';
import { strFromU8 } from 'fflate';
import { describeMetadata, listMetadata, retrieve } from '../../src/metadata/index.js';
import { readZip } from '../../src/metadata/readers/zip.js';
import { classFiles, manifest, metadata, problems, TestOrg } from './support/org.js';

const SOURCE = '/** Kept as it is. */\npublic class Kept {\n}\n';

describe('retrieve', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start();
    const result = org.deploy({
      ...classFiles('Kept', SOURCE),
      'objects/Box__c.object': metadata(
        'CustomObject',
        '<label>Box</label><pluralLabel>Boxes</pluralLabel><nameField><label>Name</label><type>Text</type></nameField><sharingModel>ReadWrite</sharingModel><deploymentStatus>Deployed</deploymentStatus><fields><fullName>A__c</fullName><label>A &amp; more</label><type>Date</type></fields><fields><fullName>B__c</fullName><label>B</label><type>Date</type></fields>'
      ),
      'labels/CustomLabels.labels': metadata(
        'CustomLabels',
        '<labels><fullName>Hi</fullName><language>en_US</language><protected>false</protected><shortDescription>Hi</shortDescription><value>Hello</value></labels>'
      ),
      'package.xml': manifest({ ApexClass: ['*'], CustomObject: ['*'], CustomLabels: ['*'] })
    });
    expect(problems(result)).to.deep.equal([]);
  });
  after(() => org.stop());

  const unzip = (entries: Readonly<Record<string, readonly string[]>>, singlePackage = false) => {
    const result = retrieve(org.db, {
      apiVersion: '68.0',
      entries: Object.entries(entries).map(([type, members]) => ({ type, members })),
      singlePackage
    });
    const files = new Map([...readZip(result.zip)].map(([path, content]) => [path, strFromU8(content)]));
    return { ...result, files };
  };

  it('gives back sources byte by byte', () => {
    const { files, fileProperties } = unzip({ ApexClass: ['*'] });
    expect([...files.keys()].sort()).to.deep.equal([
      'unpackaged/classes/Kept.cls',
      'unpackaged/classes/Kept.cls-meta.xml',
      'unpackaged/package.xml'
    ]);
    expect(files.get('unpackaged/classes/Kept.cls')).to.equal(SOURCE);
    expect(fileProperties[0]).to.include({
      fullName: 'Kept',
      type: 'ApexClass',
      fileName: 'unpackaged/classes/Kept.cls',
      createdByName: 'Admin User'
    });
    expect(fileProperties[0]?.id).to.match(/^01p.{15}$/);
  });

  it('puts objects together, whole or in part, so that they can be deployed again', () => {
    const whole = unzip({ CustomObject: ['Box__c'] }, true).files;
    const part = unzip({ CustomField: ['Box__c.B__c'] }, true).files;
    expect(whole.get('objects/Box__c.object'))
      .to.contain('<label>A &amp; more</label>')
      .and.to.contain('<sharingModel>ReadWrite</sharingModel>');
    expect(part.get('objects/Box__c.object'))
      .to.contain('B__c')
      .and.not.to.contain('A__c')
      .and.not.to.contain('sharingModel');
    const again = org.deploy(Object.fromEntries(whole));
    expect(problems(again)).to.deep.equal([]);
    expect(
      again.details.componentSuccesses.filter(({ changed, componentType }) => changed && componentType !== '')
    ).to.deep.equal([]);
  });

  it('puts labels together', () => {
    expect(unzip({ CustomLabels: ['CustomLabels'] }, true).files.get('labels/CustomLabels.labels')).to.contain(
      '<fullName>Hi</fullName>'
    );
  });

  it('says what it does not find', () => {
    expect(unzip({ ApexClass: ['Nope'] }).messages).to.deep.equal([
      { fileName: 'unpackaged/package.xml', problem: "Entity of type 'ApexClass' named 'Nope' cannot be found" }
    ]);
  });

  it('lists and describes', () => {
    expect(listMetadata(org.db, 'ApexClass').map(({ fullName }) => fullName)).to.deep.equal(['Kept']);
    const objects = listMetadata(org.db, 'CustomObject').map(({ fullName }) => fullName);
    expect(objects).to.include.members(['Box__c', 'Account']);
    expect(listMetadata(org.db, 'NoSuchType')).to.deep.equal([]);
    expect(describeMetadata().find(({ xmlName }) => xmlName === 'CustomObject')).to.deep.include({
      directoryName: 'objects',
      suffix: 'object'
    });
  });
});
