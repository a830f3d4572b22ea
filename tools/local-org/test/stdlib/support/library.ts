import { enterTransaction, type ApexTransaction, type RuntimeClass } from '../../../src/apex/runtime/transaction.js';
import type { FieldDefinition, FieldType, ObjectDefinition, OrgSchema } from '../../../src/schema/definitions.js';
import { defineField, fieldMap } from '../../../src/schema/field.js';
import { defineObject } from '../../../src/schema/object.js';
import { loadStandardLibrary } from '../../../src/stdlib/index.js';
import type { PlatformRegistry } from '../../../src/stdlib/registry.js';

let registry: PlatformRegistry;

/** Loads the library; call it in `before`. */
export async function loadLibrary(): Promise<void> {
  registry = await loadStandardLibrary();
}

/** Calls a member of the library as emitted code does: receiver first, then arguments. @param id e.g. 'System.String#trim()'. */
export function call(id: string, ...args: unknown[]): unknown {
  const member = registry.member(id);
  if (!member?.implementation) throw new Error(`the library has no ${id}`);
  return (member.implementation as (...values: unknown[]) => unknown)(...args);
}

/** A field with plain settings. */
export function field(name: string, type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition {
  const writable = type !== 'id';
  return defineField({
    name,
    label: name,
    type,
    custom: name.endsWith('__c'),
    createable: writable,
    updateable: writable,
    ...more
  });
}

export function object(
  name: string,
  keyPrefix: string,
  fields: readonly FieldDefinition[],
  more: Partial<ObjectDefinition> = {}
): ObjectDefinition {
  const custom = name.endsWith('__c');
  return defineObject({
    name,
    label: name,
    pluralLabel: `${name}s`,
    kind: custom ? 'custom' : 'standard',
    keyPrefix,
    custom,
    fields: fieldMap([field('Id', 'id'), ...fields]),
    nameField: 'Name',
    ...more
  });
}

export const ACCOUNT = object('Account', '001', [
  field('Name', 'string', { length: 255, required: true }),
  field('Amount__c', 'currency', { precision: 18, scale: 2 }),
  field('Active__c', 'boolean'),
  field('Founded__c', 'date'),
  field('Rating', 'picklist', {
    picklist: [{ value: 'Hot', label: 'Hot!', isDefault: true, isActive: true }]
  }),
  field('CreatedDate', 'datetime', { createable: false, updateable: false })
]);
export const CONTACT = object('Contact', '003', [
  field('LastName', 'string'),
  field('AccountId', 'reference', {
    referenceTo: ['Account'],
    relationshipName: 'Account',
    childRelationshipName: 'Contacts'
  })
]);

function schemaOf(objects: readonly ObjectDefinition[]): OrgSchema {
  const byName = new Map(objects.map((entry) => [entry.name.toLowerCase(), entry]));
  return {
    version: 1,
    object: (name) => byName.get(name.toLowerCase()) ?? null,
    objects: () => objects,
    field: (name, fieldName) => byName.get(name.toLowerCase())?.fields[fieldName.toLowerCase()] ?? null,
    childRelationships: (parent) =>
      objects.flatMap((child) =>
        Object.values(child.fields)
          .filter((entry) => entry.referenceTo.some((name) => name.toLowerCase() === parent.toLowerCase()))
          .map((entry) => ({
            name: entry.childRelationshipName,
            childObject: child.name,
            field: entry.name,
            cascadeDelete: entry.onDelete === 'cascade'
          }))
      ),
    objectByKeyPrefix: (prefix) => objects.find((entry) => entry.keyPrefix === prefix) ?? null
  };
}

export interface World {
  readonly timeZone?: string;
  readonly classes?: readonly RuntimeClass[];
  readonly more?: Partial<ApexTransaction>;
}

/** Runs with a transaction that has a schema, a user and a clock, but no database. */
export function inOrg<T>(body: () => T, world: World = {}): T {
  const transaction = {
    schema: schemaOf([ACCOUNT, CONTACT]),
    user: {
      id: '005000000000001AAA',
      username: 'u@example.com',
      profileId: '00e000000000001AAA',
      timeZone: world.timeZone ?? 'America/Los_Angeles',
      locale: 'en_US'
    },
    rights: {
      object: () => ({ read: true, create: true, edit: true, delete: true, viewAll: true, modifyAll: true }),
      field: () => ({ read: true, edit: true }),
      customPermission: () => false
    },
    code: {
      label: () => null,
      type: (name: string) => world.classes?.find((entry) => entry.type.key === name.toLowerCase()) ?? null
    },
    state: new Map(),
    rest: { request: null, response: null },
    isTest: true,
    now: () => Date.UTC(2024, 0, 2, 3, 4, 5, 678),
    log: () => undefined,
    ...world.more
  } as unknown as ApexTransaction;
  enterTransaction(transaction);
  try {
    return body();
  } finally {
    enterTransaction(null);
  }
}
