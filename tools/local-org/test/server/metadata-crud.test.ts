import { expect } from 'chai';
import { createRequire } from 'node:module';
import { startLocalOrg, type LocalOrg } from '../../src/index.js';
import { execute } from './support.js';

interface Result {
  readonly fullName: string;
  readonly success: boolean;
  readonly created?: boolean;
  readonly errors?: unknown;
}

type Component = Readonly<Record<string, unknown>>;

/** The Metadata API of the client that the Salesforce CLI brings along. */
interface MetadataApi {
  create(type: string, components: Component[]): Promise<Result[]>;
  update(type: string, components: Component[]): Promise<Result[]>;
  upsert(type: string, components: Component[]): Promise<Result[]>;
  delete(type: string, names: string[]): Promise<Result[]>;
  read(type: string, names: string[]): Promise<Component[]>;
  rename(type: string, from: string, to: string): Promise<Result>;
}

const box = (label: string): Component => ({
  fullName: 'Box__c',
  label,
  pluralLabel: `${label}es`,
  nameField: { type: 'Text', label: 'Box' },
  deploymentStatus: 'Deployed',
  sharingModel: 'ReadWrite'
});

describe('components by calls of the Metadata API', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  let metadata: MetadataApi;
  let metadata37: MetadataApi;
  before(async () => {
    org = await startLocalOrg({ slots: 4, jobSlots: 2 });
    const { Connection } = createRequire(import.meta.url)('@jsforce/jsforce-node') as {
      Connection: new (options: object) => { metadata: MetadataApi };
    };
    const options = { instanceUrl: org.url, accessToken: org.accessToken };
    metadata = new Connection({ ...options, version: '66.0' }).metadata;
    metadata37 = new Connection({ ...options, version: '37.0' }).metadata;
  });
  after(() => org?.stop());

  const outcomes = (results: readonly Result[]): (readonly [string, boolean])[] =>
    [results].flat().map(({ fullName, success }) => [fullName, success]);

  it('gives the values of a standard picklist with its field, as versions before 38 did', async () => {
    const read = async (api: MetadataApi): Promise<Component | undefined> =>
      [await api.read('CustomField', ['Lead.Status'])].flat()[0];
    const { picklistValues: values } = (await read(metadata37))?.picklist as {
      picklistValues: { fullName: string; default: string; converted: string }[];
    };
    expect(values.filter(({ converted }) => converted === 'true').map(({ fullName }) => fullName)).to.deep.equal([
      'Closed - Converted'
    ]);
    expect(values.find((value) => value.default === 'true')?.fullName).to.equal('Open - Not Contacted');
    expect((await read(metadata))?.picklist).to.equal(undefined);
  });

  it('makes, reads, changes and deletes objects and fields', async () => {
    expect(outcomes(await metadata.create('CustomObject', [box('Box')]))).to.deep.equal([['Box__c', true]]);
    const fields = await metadata.create('CustomField', [
      { fullName: 'Box__c.Code__c', label: 'Code', type: 'Text', length: 20, externalId: true },
      { fullName: 'Box__c.Size__c', label: 'Size', type: 'Number', precision: 6, scale: 0 },
      { fullName: 'Box__c.Wrong__c', label: 'Wrong', type: 'Nonsense' }
    ]);
    expect(outcomes(fields)).to.deep.equal([
      ['Box__c.Code__c', true],
      ['Box__c.Size__c', true],
      ['Box__c.Wrong__c', false]
    ]);
    expect((await execute(org, 'System.debug(SObjectType.Box__c.fields.Code__c.getLength());')).debug).to.deep.equal([
      '20'
    ]);

    expect(
      outcomes(
        await metadata.update('CustomField', [
          { fullName: 'Box__c.Code__c', label: 'Code & more', type: 'Text', length: 30, externalId: true }
        ])
      )
    ).to.deep.equal([['Box__c.Code__c', true]]);
    const [read, none] = await metadata.read('CustomField', ['Box__c.Code__c', 'Box__c.None__c']);
    expect(read).to.include({ fullName: 'Box__c.Code__c', label: 'Code & more', length: 30 });
    expect(none?.fullName).to.equal(undefined);
    const [object] = [await metadata.read('CustomObject', ['Box__c'])].flat();
    expect(object).to.include({ label: 'Box', pluralLabel: 'Boxes' });
    expect([object?.fields].flat().map((field) => (field as Component).fullName)).to.have.members([
      'Code__c',
      'Size__c'
    ]);

    const again = await metadata.upsert('CustomObject', [box('Crate')]);
    expect([again].flat()[0]).to.include({ success: true, created: false });
    expect(outcomes(await metadata.delete('CustomField', ['Box__c.Size__c', 'Box__c.None__c']))).to.deep.equal([
      ['Box__c.Size__c', true],
      ['Box__c.None__c', false]
    ]);
    expect(outcomes(await metadata.delete('CustomObject', ['Box__c']))).to.deep.equal([['Box__c', true]]);
    expect((await execute(org, "System.debug(Schema.getGlobalDescribe().containsKey('box__c'));")).debug).to.deep.equal(
      ['false']
    );
  });

  it('refuses what is there already, what is not there, and what it cannot do', async () => {
    const label = {
      fullName: 'Hello',
      language: 'en_US',
      protected: false,
      shortDescription: 'Hello',
      value: 'Hi <there>'
    };
    expect(outcomes(await metadata.create('CustomLabel', [label]))).to.deep.equal([['Hello', true]]);
    const [twice] = [await metadata.create('CustomLabel', [label])].flat();
    expect(twice).to.deep.include({ success: false });
    expect([twice?.errors].flat()[0]).to.include({ statusCode: 'DUPLICATE_DEVELOPER_NAME' });
    const [absent] = [await metadata.update('CustomLabel', [{ ...label, fullName: 'Bye' }])].flat();
    expect([absent?.errors].flat()[0]).to.include({ statusCode: 'INVALID_CROSS_REFERENCE_KEY' });
    const error = async (call: () => Promise<unknown>): Promise<string> =>
      call().then(
        () => 'done',
        (thrown: Error) => thrown.message
      );
    expect(await error(() => metadata.create('ApexClass', [{ fullName: 'X' }]))).to.match(
      /not supported by the local org: ApexClass/
    );
    expect(await error(() => metadata.read('Nonsense', ['X']))).to.match(/Unknown type name 'Nonsense'/);
    expect(await error(() => metadata.rename('CustomLabel', 'Hello', 'Bye'))).to.match(
      /not supported by the local org: Metadata API renameMetadata/
    );
  });
});
