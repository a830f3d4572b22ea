import type { ApexException } from '../../apex/runtime/exception.js';
import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList, ApexMap } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import type { SObjectRecord } from '../../values/record.js';
import { OBJECT, platformType, STRING } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { DatabaseError } from '../support/dml-results.js';
import { checkOwner, fieldOf, notQueried, readField, writeField } from '../support/field-values.js';
import { cloneRecord, cloneSource, isClone } from '../support/record-copy.js';
import { recalculate } from '../support/recalculate.js';
import { populatedFields } from '../support/record-fields.js';
import { apexReference } from '../support/reference.js';
import { sobjectTypeToken, type SObjectFieldToken, type SObjectTypeToken } from '../support/tokens.js';
import type { DmlOptions } from '../Database/DMLOptions.js';

type Text = string | null;
type Token = SObjectFieldToken | null;

const optionsOf = new WeakMap<SObjectRecord, DmlOptions>();

const nameOf = (record: SObjectRecord, token: Token): string => {
  checkOwner(record, required(token));
  return token!.fieldName;
};

const invalidRelationship = (record: SObjectRecord, name: string): PlatformError =>
  new PlatformError('System.SObjectException', `Invalid relationship ${name} for ${record.objectName}`);

/** The relationship that a lookup field, or its relationship name, stands for. */
function relationshipName(record: SObjectRecord, name: string): string {
  const wanted = name.toLowerCase();
  const object = currentTransaction().schema.object(record.objectName);
  const field = Object.values(object?.fields ?? {}).find(
    (candidate) => candidate.relationshipName?.toLowerCase() === wanted
  );
  if (!field) throw invalidRelationship(record, name);
  return field.relationshipName!;
}

function parent(record: SObjectRecord, name: string): SObjectRecord | null {
  const relationship = relationshipName(record, name);
  const known = record.parents?.get(relationship.toLowerCase());
  if (known !== undefined) return known;
  const lookup = `${relationship.replace(/__r$/i, '')}${/__r$/i.test(relationship) ? '__c' : 'id'}`.toLowerCase();
  const selected =
    record.queried === null || (record.queried.has(lookup) && (record.fields.get(lookup) ?? null) === null);
  if (!selected) throw notQueried(record.objectName, relationship);
  return null;
}

function lookupRelationship(record: SObjectRecord, token: Token): string {
  const field = fieldOf(record, nameOf(record, token));
  if (!field.relationshipName) throw invalidRelationship(record, field.name);
  return field.relationshipName;
}

function children(record: SObjectRecord, name: string): ApexList | null {
  const known = record.children?.get(name.toLowerCase());
  if (known) return known.items.length > 0 ? known : null;
  const exists = currentTransaction()
    .schema.childRelationships(record.objectName)
    .some((relationship) => relationship.name?.toLowerCase() === name.toLowerCase());
  if (!exists) throw invalidRelationship(record, name);
  return null;
}

function childrenOf(record: SObjectRecord, token: SObjectTypeToken | null): ApexList | null {
  const relationship = currentTransaction()
    .schema.childRelationships(record.objectName)
    .find((candidate) => candidate.childObject.toLowerCase() === required(token).objectName.toLowerCase());
  if (!relationship?.name) throw invalidRelationship(record, token!.objectName);
  return children(record, relationship.name);
}

/** @returns the record that was there before. */
function putParent(record: SObjectRecord, name: string, value: SObjectRecord | null): SObjectRecord | null {
  if (record.readOnly) throw new PlatformError('System.FinalException', 'Record is read-only');
  const key = relationshipName(record, name).toLowerCase();
  record.parents ??= new Map();
  const previous = record.parents.get(key) ?? null;
  record.parents.set(key, value);
  return previous;
}

function putParentOf(record: SObjectRecord, token: SObjectTypeToken | null, value: SObjectRecord | null): unknown {
  const wanted = required(token).objectName.toLowerCase();
  const field = Object.values(currentTransaction().schema.object(record.objectName)?.fields ?? {}).find(
    (candidate) => candidate.relationshipName && candidate.referenceTo.some((name) => name.toLowerCase() === wanted)
  );
  if (!field) throw invalidRelationship(record, token!.objectName);
  return putParent(record, field.relationshipName!, value);
}

function addError(record: SObjectRecord, field: string | null, message: string | null): void {
  record.errors ??= [];
  record.errors.push({ field: field === null ? null : fieldOf(record, field).name, message: required(message) });
}

const addOwnError = (self: SObjectRecord, message: Text): void => addError(self, null, message);
const addFieldError = (self: SObjectRecord, field: Text, message: Text): void =>
  addError(self, required(field), message);
const addTokenError = (self: SObjectRecord, token: Token, message: Text): void =>
  addError(self, nameOf(self, token), message);
const addExceptionError = (self: SObjectRecord, exception: ApexException | null): void =>
  addError(self, null, required(exception).getMessage());

function errorsOf(record: SObjectRecord): ApexList {
  return new ApexList(
    platformType('Database', 'Error'),
    (record.errors ?? []).map(
      ({ field, message }) =>
        new DatabaseError({ statusCode: 'FIELD_CUSTOM_VALIDATION_EXCEPTION', message, fields: field ? [field] : [] })
    )
  );
}

function clone(
  self: SObjectRecord,
  preserveId: boolean | null = false,
  deep: boolean | null = false,
  preserveReadonlyTimestamps: boolean | null = false,
  preserveAutonumber: boolean | null = false
): SObjectRecord {
  return cloneRecord(self, {
    preserveId: preserveId === true,
    deep: deep === true,
    preserveReadonlyTimestamps: preserveReadonlyTimestamps === true,
    preserveAutonumber: preserveAutonumber === true
  });
}

/** Set in memory or read by the query. */
function isSet(record: SObjectRecord, name: string): boolean {
  const key = fieldOf(record, name).name.toLowerCase();
  return record.fields.has(key) || record.queried?.has(key) === true;
}

export default definePlatformType({
  name: 'System.SObject',
  source: apexReference('apex_methods_system_sobject'),
  virtual: true,
  methods: {
    'void addError(String)': addOwnError,
    'void addError(String, Boolean)': addOwnError,
    'void addError(Exception)': addExceptionError,
    'void addError(Exception, Boolean)': addExceptionError,
    'void addError(String, String)': addFieldError,
    'void addError(String, String, Boolean)': addFieldError,
    'void addError(Schema.SObjectField, String)': addTokenError,
    'void addError(Schema.SObjectField, String, Boolean)': addTokenError,
    'void clear()': (self: SObjectRecord) => {
      self.fields.clear();
      self.parents = null;
      self.children = null;
      self.queried = null;
    },
    'SObject clone()': (self: SObjectRecord) => clone(self),
    'SObject clone(Boolean)': clone,
    'SObject clone(Boolean, Boolean)': clone,
    'SObject clone(Boolean, Boolean, Boolean)': clone,
    'SObject clone(Boolean, Boolean, Boolean, Boolean)': clone,
    'Object get(String)': (self: SObjectRecord, name: Text) => readField(self, required(name)),
    'Object get(Schema.SObjectField)': (self: SObjectRecord, token: Token) => readField(self, nameOf(self, token)),
    'Id getCloneSourceId()': cloneSource,
    'List<Database.Error> getErrors()': errorsOf,
    'Database.DMLOptions getOptions()': (self: SObjectRecord) => optionsOf.get(self) ?? null,
    'Map<String, Object> getPopulatedFieldsAsMap()': (self: SObjectRecord) =>
      new ApexMap(STRING, OBJECT, populatedFields(self)),
    'SObject getSObject(String)': (self: SObjectRecord, name: Text) => parent(self, required(name)),
    'SObject getSObject(Schema.SObjectField)': (self: SObjectRecord, token: Token) =>
      parent(self, lookupRelationship(self, token)),
    'List<SObject> getSObjects(String)': (self: SObjectRecord, name: Text) => children(self, required(name)),
    'List<SObject> getSObjects(Schema.SObjectType)': childrenOf,
    'Schema.SObjectType getSObjectType()': (self: SObjectRecord) => sobjectTypeToken(self.objectName),
    'String getQuickActionName()': () => null,
    'Boolean hasErrors()': (self: SObjectRecord) => (self.errors?.length ?? 0) > 0,
    'Boolean isClone()': isClone,
    'Boolean isSet(String)': (self: SObjectRecord, name: Text) => isSet(self, required(name)),
    'Boolean isSet(Schema.SObjectField)': (self: SObjectRecord, token: Token) => isSet(self, nameOf(self, token)),
    'Object put(String, Object)': (self: SObjectRecord, name: Text, value: unknown) =>
      writeField(self, required(name), value),
    'Object put(Schema.SObjectField, Object)': (self: SObjectRecord, token: Token, value: unknown) =>
      writeField(self, nameOf(self, token), value),
    'SObject putSObject(String, SObject)': (self: SObjectRecord, name: Text, value: SObjectRecord | null) =>
      putParent(self, required(name), value),
    'SObject putSObject(Schema.SObjectField, SObject)': (
      self: SObjectRecord,
      token: Token,
      value: SObjectRecord | null
    ) => putParent(self, lookupRelationship(self, token), value),
    'SObject putSObject(Schema.SObjectType, SObject)': putParentOf,
    'void recalculateFormulas()': (self: SObjectRecord) => {
      recalculate(self);
    },
    'void setOptions(Database.DMLOptions)': (self: SObjectRecord, options: DmlOptions | null) => {
      optionsOf.set(self, required(options));
      self.cutsText = required(options).truncate;
    }
  }
});
