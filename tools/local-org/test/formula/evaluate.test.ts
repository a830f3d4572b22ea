import { expect } from 'chai';
import {
  compileFormula,
  FormulaError,
  recordView,
  toFieldValue,
  type FormulaContext
} from '../../src/formula/index.js';
import type { ObjectDefinition } from '../../src/schema/definitions.js';
import { defineField, fieldMap, picklistValue, systemFields } from '../../src/schema/field.js';
import { createOrgSchema } from '../../src/schema/org-schema.js';
import { standardObjects } from '../../src/schema/standard/index.js';
import { DateValue } from '../../src/values/date.js';
import { DatetimeValue } from '../../src/values/datetime.js';
import { Decimal } from '../../src/values/decimal.js';
import { NotSupportedError } from '../../src/values/platform-error.js';
import { SObjectRecord } from '../../src/values/record.js';

const custom = { custom: true } as const;
const account = standardObjects().find((object) => object.name === 'Account') as ObjectDefinition;
const trip: ObjectDefinition = {
  ...account,
  name: 'Trip__c',
  kind: 'custom',
  custom: true,
  keyPrefix: 'a99',
  fields: fieldMap([
    ...systemFields({ deletable: true, audited: true }),
    defineField({ name: 'Name', type: 'string', length: 80 }),
    defineField({ name: 'Amount__c', type: 'currency', precision: 18, scale: 2, ...custom }),
    defineField({ name: 'Count__c', type: 'double', precision: 18, scale: 0, ...custom }),
    defineField({ name: 'Done__c', type: 'boolean', ...custom }),
    defineField({ name: 'Start__c', type: 'date', ...custom }),
    defineField({ name: 'At__c', type: 'datetime', ...custom }),
    defineField({
      name: 'Status__c',
      type: 'picklist',
      picklist: [picklistValue('Open'), picklistValue('Closed')],
      ...custom
    }),
    defineField({ name: 'Tags__c', type: 'multipicklist', picklist: [], ...custom }),
    defineField({
      name: 'Account__c',
      type: 'reference',
      referenceTo: ['Account'],
      relationshipName: 'Account__r',
      ...custom
    }),
    defineField({
      name: 'Double_Amount__c',
      type: 'currency',
      precision: 18,
      scale: 2,
      formula: 'Amount__c * 2',
      ...custom
    }),
    defineField({
      name: 'Zero_Sum__c',
      type: 'double',
      precision: 18,
      scale: 1,
      formula: 'Amount__c + Count__c',
      formulaBlanksAsZero: true,
      ...custom
    })
  ])
};
const schema = createOrgSchema(1, [...standardObjects(), trip]);

const context: FormulaContext = {
  // 2026-03-01 05:30 UTC is still 28 February in Los Angeles.
  now: () => Date.UTC(2026, 2, 1, 5, 30),
  user: {
    id: '005000000000001AAA',
    username: 'u',
    profileId: '00e000000000001AAA',
    timeZone: 'America/Los_Angeles',
    locale: 'en_US'
  },
  global: (path) => (path.join('.') === '$User.Email' ? 'me@example.com' : null)
};

interface Given {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly prior?: Readonly<Record<string, unknown>>;
  readonly parent?: Readonly<Record<string, unknown>>;
}

function record(fields: Readonly<Record<string, unknown>>): SObjectRecord {
  const made = new SObjectRecord('Trip__c');
  for (const [name, value] of Object.entries(fields)) made.fields.set(name.toLowerCase(), value);
  return made;
}

function evaluate(source: string, given: Given = {}): unknown {
  const subject = record(given.fields ?? {});
  if (given.parent) subject.parents = new Map([['account__r', record(given.parent)]]);
  const view = recordView(subject, { isNew: !given.prior, prior: given.prior ? record(given.prior) : null });
  return compileFormula(source, trip, schema).evaluate(view, context);
}

/** Decimals and dates as text, so that tables stay readable. */
function shown(source: string, given: Given = {}): unknown {
  const value = evaluate(source, given);
  if (value instanceof Decimal) return value.toPlainString();
  if (value instanceof DateValue) return value.toString().slice(0, 10);
  if (value instanceof DatetimeValue) return value.toIso();
  return value;
}

describe('formulas', () => {
  const table: readonly (readonly [source: string, expected: unknown, given?: Given])[] = [
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['2 ^ 3', '8'],
    ['-Amount__c', '-5', { fields: { Amount__c: Decimal.parse('5') } }],
    ['10 / 4', '2.5'],
    ['1 / 0', null],
    ['"a" & "b" + "c"', 'abc'],
    ['1 < 2 && !(2 < 1)', true],
    ['1 = 1.0', true],
    ['"a" = "A"', false],
    ['Name = ""', true],
    ['Amount__c < 1', false],
    ['ISBLANK(Amount__c)', true],
    ['BLANKVALUE(Name, "none")', 'none'],
    ['IF(Done__c, "yes", "no")', 'no'],
    ['CASE(Status__c, "Open", 1, "Closed", 2, 0)', '2', { fields: { Status__c: 'Closed' } }],
    ['CASE(Status__c, "Open", 1, "Closed", 2, 0)', '0'],
    ['ISPICKVAL(Status__c, "Open")', true, { fields: { Status__c: 'Open' } }],
    ['ISPICKVAL(Status__c, "")', true],
    ['TEXT(Status__c)', 'Open', { fields: { Status__c: 'Open' } }],
    ['INCLUDES(Tags__c, "b")', true, { fields: { Tags__c: 'a;b' } }],
    ['OR(Amount__c > 10, Amount__c < 5)', true, { fields: { Amount__c: Decimal.parse('11.00') } }],
    ['AND(NOT(ISBLANK(Name)), LEN(Name) > 2)', true, { fields: { Name: 'abc' } }],
    ['LEFT("abcdef", 2) + MID("abcdef", 3, 2) + RIGHT("abcdef", 2)', 'abcdef'],
    ['CONTAINS("abc", "b")', true],
    ['BEGINS("abc", "ab")', true],
    ['FIND("c", "abc")', '3'],
    ['SUBSTITUTE("a.b.c", ".", "-")', 'a-b-c'],
    ['LPAD("7", 3, "0")', '007'],
    ['VALUE("12.50")', '12.50'],
    ['TEXT(12.50)', '12.5'],
    ['REGEX("create_order", "[a-z][a-z0-9]*(_[a-z0-9]+)*")', true],
    ['REGEX("Create", "[a-z]+")', false],
    ['REGEX("12-34", "\\\\d{2}-\\\\d{2}")', true],
    ['ROUND(2.5, 0)', '3'],
    ['ROUND(-2.5, 0)', '-3'],
    ['FLOOR(-2.5)', '-2'],
    ['MFLOOR(-2.5)', '-3'],
    ['CEILING(2.1)', '3'],
    ['MOD(-7, 3)', '2'],
    ['MAX(1, 3, 2) + MIN(4, 2)', '5'],
    ['TODAY()', '2026-02-28'],
    ['NOW()', '2026-03-01T05:30:00.000Z'],
    ['DATEVALUE(NOW())', '2026-02-28'],
    ['DATE(2026, 2, 30)', null],
    ['DATE(2026, 1, 31) + 1', '2026-02-01'],
    ['DATE(2026, 3, 1) - DATE(2026, 2, 1)', '28'],
    ['ADDMONTHS(DATE(2026, 2, 28), 1)', '2026-03-31'],
    ['YEAR(Start__c) * 100 + MONTH(Start__c)', '202612', { fields: { Start__c: DateValue.of(2026, 12, 3) } }],
    ['WEEKDAY(DATE(2026, 11, 30))', '2'],
    ['Account__r.Name', 'Acme', { parent: { Name: 'Acme' } }],
    ['Account__r.Name', null],
    ['$User.Email', 'me@example.com'],
    ['ISNEW()', true],
    ['ISCHANGED(Name)', false],
    ['ISCHANGED(Name)', true, { fields: { Name: 'b' }, prior: { Name: 'a' } }],
    ['ISCHANGED(Name)', false, { fields: { Name: 'a' }, prior: { Name: 'a' } }],
    ['PRIORVALUE(Name)', 'a', { fields: { Name: 'b' }, prior: { Name: 'a' } }],
    [
      'AND(ISPICKVAL(PRIORVALUE(Status__c), "Open"), ISPICKVAL(Status__c, "Closed"))',
      true,
      { fields: { Status__c: 'Closed' }, prior: { Status__c: 'Open' } }
    ],
    ['Double_Amount__c', '5.00', { fields: { Amount__c: Decimal.parse('2.50') } }],
    ['Zero_Sum__c', '3.0', { fields: { Count__c: Decimal.parse('3') } }],
    ['/* note */ 1 + /* more */ 1', '2']
  ];
  for (const [source, expected, given] of table) {
    it(`evaluates ${source} to ${String(expected)}`, () => expect(shown(source, given)).to.equal(expected));
  }

  it('does not look at branches that are not taken', () => {
    expect(shown('IF(true, 1, VALUE("x") / 0)')).to.equal('1');
  });

  it('names the fields it reads, those of formula fields and parents included', () => {
    const { references } = compileFormula('Double_Amount__c + Account__r.AnnualRevenue', trip, schema);
    expect([...references].sort()).to.deep.equal(['Account__r.AnnualRevenue', 'Amount__c']);
  });

  const broken: readonly (readonly [source: string, message: string])[] = [
    ['Nme = 1', 'Field Nme does not exist. Check spelling.'],
    ['Account__r.Nme', 'Field Account__r.Nme does not exist. Check spelling.'],
    ['FOO(1)', 'Unknown function FOO. Check spelling.'],
    ['LEFT("a")', "Incorrect number of parameters for function 'LEFT()'. Expected 2, received 1"],
    ['LEN(1)', "Incorrect parameter type for function 'LEN()'. Expected Text, received Number"],
    ['1 + true', "Incorrect parameter type for operator '+'. Expected Number, received Boolean"],
    ['"a" = 1', "Incorrect parameter type for operator '='. Expected Text, received Number"],
    ['Status__c = "Open"', 'Field is a picklist field. Picklist fields are only supported in certain functions.'],
    ['(1 + 2', "Syntax error. Missing ')'"],
    ['1 +', 'Syntax error. Found end of formula'],
    ['', 'Syntax error. Missing formula'],
    ['1 ~ 2', "Syntax error. Found '~'"]
  ];
  for (const [source, message] of broken) {
    it(`refuses ${source || 'nothing'}`, () =>
      expect(() => compileFormula(source, trip, schema)).to.throw(FormulaError, message));
  }

  it('says so when the platform has a function that the local org has not', () => {
    expect(() => compileFormula('VLOOKUP(1, 2, 3)', trip, schema)).to.throw(
      NotSupportedError,
      'not supported by the local org: the formula function VLOOKUP'
    );
  });

  it('gives values the form of their field', () => {
    const percent = defineField({ name: 'P__c', type: 'percent', precision: 5, scale: 1 });
    expect((toFieldValue(percent, Decimal.parse('0.1255')) as Decimal).toPlainString()).to.equal('12.6');
    expect(toFieldValue(defineField({ name: 'T__c', type: 'string' }), '')).to.equal(null);
  });

  it('refuses formulas that nest without end', () => {
    const endless = [`${'('.repeat(5000)}1${')'.repeat(5000)}`, `${'-'.repeat(50_000)}1`, `1${'+1'.repeat(50_000)}`];
    for (const source of endless) {
      expect(() => compileFormula(source, trip, schema)).to.throw(FormulaError, 'Formula is nested too deeply');
    }
  });
});
