/**
 * What the org knows of its objects: plain, immutable, JSON-able data. Made from metadata at deploy (and from the data
 * files of the standard objects), loaded by every worker slot, read by SOQL, DML, formulas, security and the checker.
 */

export type FieldType =
  | 'id'
  | 'string'
  | 'textarea'
  | 'longtextarea'
  | 'html'
  | 'email'
  | 'phone'
  | 'url'
  | 'encryptedstring'
  | 'picklist'
  | 'multipicklist'
  | 'combobox'
  | 'boolean'
  | 'int'
  | 'double'
  | 'currency'
  | 'percent'
  | 'long'
  | 'date'
  | 'datetime'
  | 'time'
  | 'reference'
  | 'base64'
  | 'address'
  | 'location'
  /** Ids of the rows a junction object links: a list of text in Apex, JSON in the column. */
  | 'junctionidlist'
  | 'anyType';

export interface PicklistValue {
  readonly value: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly isActive: boolean;
}

export interface PicklistController {
  /** API name of a picklist or checkbox of the same object. */
  readonly field: string;
  /** Values of the controlling field, by the value that may be chosen with them. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export interface FieldDefinition {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  /** Made by an administrator (`__c`), not part of the standard object. */
  readonly custom: boolean;
  /** Text: maximum characters. 0 elsewhere. */
  readonly length: number;
  /** Numbers: total digits and digits after the point. */
  readonly precision: number;
  readonly scale: number;
  /** A save without a value is refused with REQUIRED_FIELD_MISSING. */
  readonly required: boolean;
  readonly unique: boolean;
  /** Only for unique or external-id text fields: 'aB' and 'Ab' differ. */
  readonly caseSensitive: boolean;
  readonly externalId: boolean;
  /** Standard fields which upsert may match on. */
  readonly idLookup: boolean;
  readonly autoNumberFormat: string | null;
  /** Formula source; such a field is read-only and computed by queries. */
  readonly formula: string | null;
  /** Of a formula: empty numbers count as 0. Absent: they stay empty. */
  readonly formulaBlanksAsZero?: boolean;
  /** Default value formula source. */
  readonly defaultFormula: string | null;
  readonly picklist: readonly PicklistValue[] | null;
  readonly restrictedPicklist: boolean;
  /** Of a dependent picklist: the field that decides which of its values may be chosen. */
  readonly picklistController?: PicklistController;
  readonly referenceTo: readonly string[];
  /** Besides `referenceTo`, rows of every custom object may be named: `Task.WhatId`. */
  readonly referencesCustomObjects?: true;
  /** Of a metadata relationship to a field: the field of the same type that names the object. */
  readonly controllingField?: string;
  /** `Parent__r` or `Owner`; null when the field is no reference. */
  readonly relationshipName: string | null;
  /** `Children__r` as the parent sees it; null when not queryable from the parent. */
  readonly childRelationshipName: string | null;
  readonly masterDetail: boolean;
  readonly onDelete: 'setNull' | 'restrict' | 'cascade' | null;
  readonly rollup: RollupDefinition | null;
  /** What Apex and the API may assign (system fields, formulas and auto-numbers: false). */
  readonly createable: boolean;
  readonly updateable: boolean;
  /** null is a required or system field that field-level security never hides. */
  readonly permissionable: boolean;
  readonly trackedBySystem: boolean;
}

export interface RollupDefinition {
  readonly operation: 'count' | 'sum' | 'min' | 'max';
  readonly childObject: string;
  readonly childLookup: string;
  readonly childField: string | null;
  readonly filters: readonly { readonly field: string; readonly operation: string; readonly value: string }[];
}

export interface ValidationRuleDefinition {
  readonly name: string;
  readonly active: boolean;
  /** True means the record is refused. */
  readonly condition: string;
  readonly message: string;
  readonly displayField: string | null;
}

export interface RecordTypeDefinition {
  readonly id: string;
  readonly developerName: string;
  readonly label: string;
  readonly active: boolean;
}

/** Why a record is shared by Apex: a value of RowCause of the sharing table. */
export interface SharingReasonDefinition {
  readonly name: string;
  readonly label: string;
}

export interface FieldSetDefinition {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly { readonly path: string; readonly required: boolean }[];
}

export type ObjectKind =
  | 'standard'
  | 'custom'
  | 'custom-metadata'
  | 'list-setting'
  | 'hierarchy-setting'
  | 'platform-event'
  /** Visible to tests like org data is not: User, Profile, ApexClass … */
  | 'setup';

export interface ObjectDefinition {
  readonly name: string;
  readonly label: string;
  readonly pluralLabel: string;
  readonly kind: ObjectKind;
  /** Three characters that start every id of the object. */
  readonly keyPrefix: string;
  readonly custom: boolean;
  readonly sharingModel: 'Private' | 'Read' | 'ReadWrite' | 'ControlledByParent' | 'FullAccess';
  /** Platform events: delivered after commit or at once. */
  readonly publishBehavior: 'PublishAfterCommit' | 'PublishImmediately' | null;
  /** By lower-case API name. Includes Id and the system fields. */
  readonly fields: Readonly<Record<string, FieldDefinition>>;
  readonly nameField: string | null;
  readonly validationRules: readonly ValidationRuleDefinition[];
  readonly recordTypes: readonly RecordTypeDefinition[];
  readonly fieldSets: readonly FieldSetDefinition[];
  /** Absent: none. */
  readonly sharingReasons?: readonly SharingReasonDefinition[];
  readonly queryable: boolean;
  readonly createable: boolean;
  readonly updateable: boolean;
  readonly deletable: boolean;
}

export interface ChildRelationship {
  readonly name: string | null;
  readonly childObject: string;
  readonly field: string;
  readonly cascadeDelete: boolean;
}

/** The objects of one org version. Look-ups ignore case. */
export interface OrgSchema {
  /** Grows by one with each deploy that commits. */
  readonly version: number;
  object(name: string): ObjectDefinition | null;
  objects(): Iterable<ObjectDefinition>;
  field(object: string, field: string): FieldDefinition | null;
  childRelationships(parent: string): readonly ChildRelationship[];
  objectByKeyPrefix(prefix: string): ObjectDefinition | null;
}
