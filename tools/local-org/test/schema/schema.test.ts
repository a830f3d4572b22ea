import { expect } from 'chai';
import type { ObjectDefinition } from '../../src/schema/definitions.js';
import { defineField, fieldMap, systemFields } from '../../src/schema/field.js';
import { defineObject } from '../../src/schema/object.js';
import { formatId, looksLikeId, toId18 } from '../../src/schema/ids.js';
import { nextKeyPrefix } from '../../src/schema/key-prefixes.js';
import { createOrgSchema } from '../../src/schema/org-schema.js';
import { standardObjects } from '../../src/schema/standard/index.js';
import { alterSchema, alterTable, createTable } from '../../src/schema/ddl/tables.js';
import { derivedName, sqlName } from '../../src/schema/ddl/names.js';
import { apexTypeOf } from '../../src/schema/apex-types.js';

const box = (...fields: Parameters<typeof defineField>[0][]): ObjectDefinition =>
  defineObject({
    name: 'Box__c',
    label: 'Box',
    pluralLabel: 'Boxes',
    kind: 'custom',
    keyPrefix: 'a00',
    custom: true,
    fields: fieldMap([...systemFields({ deletable: true, audited: true }), ...fields.map(defineField)]),
    nameField: 'Name'
  });

describe('standard objects', () => {
  const objects = standardObjects();
  const schema = createOrgSchema(1, objects);

  it('have key prefixes and names of their own', () => {
    const prefixes = objects.map(({ keyPrefix }) => keyPrefix).filter((prefix) => prefix !== '');
    expect(new Set(prefixes).size).to.equal(prefixes.length);
    expect(prefixes.every((prefix) => /^[0-9A-Za-z]{3}$/.test(prefix))).to.equal(true);
  });

  it('refer to objects that exist, except to setup entities without rows', () => {
    const rowless = [
      'ConnectedApplication',
      'ExternalDataSource',
      'ServiceProvider',
      'TabSet',
      'CustomEntityDefinition'
    ];
    const missing = objects.flatMap((object) =>
      Object.values(object.fields).flatMap((field) =>
        field.referenceTo.filter((target) => !schema.object(target)).map((target) => target)
      )
    );
    expect([...new Set(missing)].sort()).to.deep.equal([...rowless].sort());
  });

  it('are found in any case, by prefix, and with their children', () => {
    expect(schema.object('aCCOUNT')?.name).to.equal('Account');
    expect(schema.field('CONTACT', 'lastname')).to.include({ name: 'LastName', required: true, length: 80 });
    expect(schema.field('Contact', 'constructor')).to.equal(null);
    expect(schema.objectByKeyPrefix('006')?.name).to.equal('Opportunity');
    const contacts = schema.childRelationships('account').find(({ name }) => name === 'Contacts');
    expect(contacts).to.deep.equal({
      name: 'Contacts',
      childObject: 'Contact',
      field: 'AccountId',
      cascadeDelete: true
    });
  });

  it('have fields of Apex types', () => {
    const names = (['AnnualRevenue', 'Name', 'OwnerId', 'NumberOfEmployees', 'CreatedDate'] as const).map((name) => {
      const field = schema.field('Account', name);
      return field ? apexTypeOf(field).name : null;
    });
    expect(names).to.deep.equal(['Decimal', 'String', 'Id', 'Integer', 'Datetime']);
  });
});

describe('ids and names', () => {
  it('make ids of 18 characters', () => {
    expect(toId18('001D000000IqhSL')).to.equal('001D000000IqhSLIAZ');
    expect(formatId('a00', 61)).to.equal(toId18('a0000000000000z'));
    expect(looksLikeId('a0000000000000z')).to.equal(true);
    expect(looksLikeId("a00' OR '1'='1")).to.equal(false);
  });

  it('give out key prefixes in order, none twice', () => {
    expect(nextKeyPrefix('custom', new Set())).to.equal('a00');
    expect(nextKeyPrefix('custom', new Set(['a00', 'a01']))).to.equal('a02');
    expect(nextKeyPrefix('custom-metadata', new Set(['a00']))).to.equal('m00');
    expect(() => nextKeyPrefix('setup', new Set())).to.throw('no key prefix');
  });

  it('quote only names, and keep derived names within what PostgreSQL takes', () => {
    expect(sqlName('Order__c')).to.equal('"order__c"');
    expect(() => sqlName('x"; DROP TABLE y')).to.throw('not an API name');
    const long = derivedName('u', 'A'.repeat(40), 'B'.repeat(40));
    expect(long).to.have.length(63);
    expect(long).to.not.equal(derivedName('u', 'A'.repeat(40), `${'B'.repeat(39)}C`));
  });
});

describe('data definition', () => {
  const key = { name: 'Key__c', type: 'string', length: 80, unique: true, caseSensitive: true, custom: true } as const;

  it('follows the conventions for columns and indexes', () => {
    const [table, ...rest] = createTable(
      box(
        { name: 'Name', type: 'string', length: 80, autoNumberFormat: 'B-{0000}' },
        key,
        { name: 'Amount__c', type: 'currency', precision: 16, scale: 2, custom: true },
        { name: 'Up__c', type: 'reference', referenceTo: ['Account'], relationshipName: 'Up__r', custom: true },
        { name: 'Sum__c', type: 'double', formula: 'Amount__c * 2', custom: true }
      )
    );
    expect(table).to.contain('"name" text COLLATE public.case_insensitive');
    expect(table).to.contain('"key__c" text COLLATE "C"');
    expect(table).to.contain('"amount__c" numeric');
    expect(table).to.contain('"up__c" varchar(18) COLLATE "C"');
    expect(table).to.contain('"isdeleted" boolean NOT NULL DEFAULT false');
    expect(table).to.not.contain('sum__c');
    expect(rest).to.deep.equal([
      'CREATE UNIQUE INDEX "u_box__c_key__c" ON "box__c" ("key__c") WHERE NOT isdeleted',
      'CREATE INDEX "i_box__c_up__c" ON "box__c" ("up__c")',
      'CREATE SEQUENCE "s_box__c_name"'
    ]);
  });

  it('finds the difference between two versions', () => {
    const before = box(key, { name: 'Old__c', type: 'date', custom: true });
    const after = box({ ...key, unique: false }, { name: 'New__c', type: 'boolean', custom: true });
    expect(alterTable(before, after)).to.deep.equal([
      'DROP INDEX IF EXISTS "u_box__c_key__c"',
      'ALTER TABLE "box__c" ALTER COLUMN "key__c" TYPE text COLLATE public.case_insensitive USING "key__c"::text',
      'ALTER TABLE "box__c" ADD COLUMN "new__c" boolean NOT NULL DEFAULT false',
      'ALTER TABLE "box__c" DROP COLUMN "old__c"'
    ]);
    expect(alterTable(before, before)).to.deep.equal([]);
    expect(alterSchema([before], [])).to.deep.equal(['DROP TABLE "box__c"']);
  });
});
