import { createStub } from '../../apex/runtime/stubs.js';
import { currentTransaction, type TestGateway } from '../../apex/runtime/transaction.js';
import type { ApexList } from '../../values/collections.js';
import type { DatetimeValue } from '../../values/datetime.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import type { TypeValue } from '../../values/type-value.js';
import { TestBroker } from '../EventBus/TestBroker.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { runInstall, runUninstall } from '../support/install-context.js';
import { setMock } from '../support/mocks.js';
import { setCurrentPage, type PageReference } from '../support/page-reference.js';
import { tellCallbacks } from '../support/publish-callbacks.js';
import { apexReference } from '../support/reference.js';
import { loadTestData } from '../support/test-data.js';
import type { SObjectTypeToken } from '../support/tokens.js';

function tests(): TestGateway {
  const gateway = currentTransaction().tests;
  if (!gateway) throw new PlatformError('System.FinalException', 'Test methods can only be called from a test');
  return gateway;
}

function stub(type: TypeValue | null, provider: object | null): object {
  tests();
  const runtime = currentTransaction().code.type(required(type).of.name);
  if (!runtime) throw new NotSupportedError(`Test.createStub of the platform type ${type!.of.name}`);
  return createStub(runtime, required(provider, 2));
}

/** Writes the field that nobody else may write. */
function setCreatedDate(id: string | null, created: DatetimeValue | null): void {
  tests();
  const { schema, db } = currentTransaction();
  const object = schema.objectByKeyPrefix(required(id).slice(0, 3));
  if (!object) throw new PlatformError('System.StringException', `Invalid id: ${id}`);
  db.query(`update "${object.name.toLowerCase()}" set "createddate" = $1::timestamp where "id" = $2`, [
    required(created, 2).toIso().replace('Z', ''),
    id
  ]);
}

export default definePlatformType({
  name: 'System.Test',
  source: apexReference('apex_methods_system_test'),
  statics: {
    'void calculatePermissionSetGroup(Id)': () => undefined,
    'void calculatePermissionSetGroup(List<Id>)': () => undefined,
    'Object createStub(System.Type, System.StubProvider)': stub,
    'void enableChangeDataCapture()': () => {
      throw new NotSupportedError('change data capture (Test.enableChangeDataCapture)');
    },
    'EventBus.TestBroker getEventBus()': () => new TestBroker(),
    'Id getStandardPricebookId()': () => {
      const { db, schema } = currentTransaction();
      if (!schema.object('Pricebook2')) throw new NotSupportedError('Pricebook2 (Test.getStandardPricebookId)');
      return (db.query('select "id" from "pricebook2" where "isstandard" limit 1').rows[0]?.[0] as string) ?? null;
    },
    'Boolean isRunningTest()': () => currentTransaction().isTest,
    'List<SObject> loadData(Schema.SObjectType, String)': (type: SObjectTypeToken | null, resource: string | null) =>
      loadTestData(required(type).definition(), required(resource, 2)),
    'void clearApexPageMessages()': () => {
      currentTransaction().state.delete('pageMessages');
    },
    'void setCurrentPage(System.PageReference)': (page: PageReference | null) => setCurrentPage(required(page)),
    'void setCurrentPageReference(System.PageReference)': (page: PageReference | null) =>
      setCurrentPage(required(page)),
    'void setCreatedDate(Id, Datetime)': setCreatedDate,
    'void setFixedSearchResults(List<Id>)': (ids: ApexList | null) => {
      currentTransaction().state.set('fixedSearchResults', [...required(ids).items]);
    },
    'void setMock(System.Type, Object)': (type: TypeValue | null, mock: object | null) => {
      tests();
      setMock(required(type).of, required(mock, 2));
    },
    'void testInstall(System.InstallHandler, System.Version)': (handler: object | null, version: object | null) => {
      tests();
      runInstall(required(handler), version, false);
    },
    'void testInstall(System.InstallHandler, System.Version, Boolean)': (
      handler: object | null,
      version: object | null,
      isPush: boolean | null
    ) => {
      tests();
      runInstall(required(handler), version, isPush === true);
    },
    'void testUninstall(System.UninstallHandler)': (handler: object | null) => {
      tests();
      runUninstall(required(handler));
    },
    'void startTest()': () => tests().startTest(),
    'void stopTest()': () => {
      tests().stopTest();
      tellCallbacks(true);
    }
  }
});
