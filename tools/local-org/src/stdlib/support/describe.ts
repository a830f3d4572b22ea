import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { FieldDefinition, FieldType, ObjectDefinition } from '../../schema/definitions.js';
import type { ApexMap } from '../../values/collections.js';
import { ApexList, FoldedMap } from '../../values/collections.js';
import { platformEnumValue, type EnumValue } from '../../values/enum.js';
import { stringHash } from '../../values/hash.js';
import { PlatformObject } from '../../values/object.js';
import { platformType, STRING, type ApexType } from '../../values/type.js';
import type { Implementation, PropertyImplementation } from '../define.js';
import { fieldToken, sobjectTypeToken, type SObjectFieldToken } from './tokens.js';

const type = (name: string): ApexType => platformType('Schema', name);
export const SOBJECT_FIELD = type('SObjectField');
export const SOBJECT_TYPE = type('SObjectType');

/** Result of SObjectType.getDescribe(). */
export class SObjectDescribe extends PlatformObject {
  constructor(readonly object: ObjectDefinition) {
    super();
  }

  override get apexType() {
    return type('DescribeSObjectResult');
  }

  override apexText(): string {
    return `Schema.DescribeSObjectResult[${this.object.name}]`;
  }

  override apexEquals(other: unknown): boolean {
    return other instanceof SObjectDescribe && other.object === this.object;
  }

  override apexHash(): number {
    return stringHash(this.object.name);
  }
}

/** Result of SObjectField.getDescribe(). */
export class FieldDescribe extends PlatformObject {
  constructor(
    readonly token: SObjectFieldToken,
    readonly field: FieldDefinition
  ) {
    super();
  }

  override get apexType() {
    return type('DescribeFieldResult');
  }

  override apexText(): string {
    return `Schema.DescribeFieldResult[${this.field.name}]`;
  }

  override apexEquals(other: unknown): boolean {
    return other instanceof FieldDescribe && other.token === this.token;
  }

  override apexHash(): number {
    return stringHash(`${this.token.objectName}.${this.token.fieldName}`);
  }
}

/** `describe.fields`: the fields of an object as tokens. */
export class SObjectFields extends PlatformObject {
  constructor(readonly object: ObjectDefinition) {
    super();
  }

  override get apexType() {
    return type('SObjectTypeFields');
  }

  map(): ApexMap {
    return new FoldedMap(
      STRING,
      SOBJECT_FIELD,
      Object.values(this.object.fields).map((field) => [field.name, fieldToken(this.object.name, field.name)])
    );
  }
}

const DISPLAY_TYPES: Readonly<Partial<Record<FieldType, string>>> = {
  longtextarea: 'TEXTAREA',
  html: 'TEXTAREA',
  int: 'INTEGER'
};

const SOAP_TYPES: Readonly<Partial<Record<FieldType, string>>> = {
  id: 'ID',
  reference: 'ID',
  boolean: 'BOOLEAN',
  int: 'INTEGER',
  long: 'LONG',
  double: 'DOUBLE',
  currency: 'DOUBLE',
  percent: 'DOUBLE',
  date: 'DATE',
  datetime: 'DATETIME',
  time: 'TIME',
  base64: 'BASE64BINARY',
  junctionidlist: 'JUNCTION_ID_LIST_NAMES',
  anyType: 'ANYTYPE',
  address: 'ADDRESS',
  location: 'LOCATION'
};

export const displayType = (field: FieldDefinition): EnumValue | null =>
  platformEnumValue('schema.displaytype', DISPLAY_TYPES[field.type] ?? field.type);

export const soapType = (field: FieldDefinition): EnumValue | null =>
  platformEnumValue('schema.soaptype', SOAP_TYPES[field.type] ?? 'STRING');

/** The object's rights of the running user. */
export const objectRights = (object: ObjectDefinition) => currentTransaction().rights.object(object.name);

export const fieldRights = (describe: FieldDescribe) =>
  currentTransaction().rights.field(describe.token.objectName, describe.field.name);

/** One fact of a describe result: it has both a getter (`getName()`, `isCustom()`) and a property (`name`). */
export interface DescribeFact<T> {
  readonly type: string;
  readonly property: string;
  /** null: the property only. */
  readonly getter: string | null;
  readonly read: (self: T) => unknown;
}

export const fact = <T>(
  type: string,
  property: string,
  getter: string | null,
  read: (self: T) => unknown
): DescribeFact<T> => ({
  type,
  property,
  getter,
  read
});

export const factMethods = <T>(facts: readonly DescribeFact<T>[]): Record<string, Implementation> =>
  Object.fromEntries(
    facts.filter((entry) => entry.getter).map((entry) => [`${entry.type} ${entry.getter}()`, entry.read])
  );

export const factProperties = <T>(facts: readonly DescribeFact<T>[]): Record<string, PropertyImplementation> =>
  Object.fromEntries(facts.map((entry) => [`${entry.type} ${entry.property}`, { get: entry.read }]));

export const listOfTypes = (names: readonly string[]): ApexList =>
  new ApexList(
    SOBJECT_TYPE,
    names.map((name) => sobjectTypeToken(currentTransaction().schema.object(name)?.name ?? name))
  );
