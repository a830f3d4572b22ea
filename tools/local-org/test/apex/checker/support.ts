import { checkUnits, SymbolTable, type CheckResult, type SourceUnit } from '../../../src/apex/checker/index.js';
import { parseUnit, type UnitKind } from '../../../src/apex/parser/parse.js';
import { defineField, fieldMap, ownerField, systemFields } from '../../../src/schema/field.js';
import { defineObject } from '../../../src/schema/object.js';
import type { ObjectDefinition, OrgSchema } from '../../../src/schema/definitions.js';
import { createOrgSchema } from '../../../src/schema/org-schema.js';
import { standardObjects } from '../../../src/schema/standard/index.js';
import { loadStandardLibrary } from '../../../src/stdlib/index.js';
import type { PlatformRegistry } from '../../../src/stdlib/registry.js';

/** Checks Apex against the standard objects, two objects of its own and the real standard library. */
export class Checker {
  private existing = new SymbolTable();

  private constructor(
    private readonly platform: PlatformRegistry,
    private readonly schema: OrgSchema
  ) {}

  static async open(): Promise<Checker> {
    return new Checker(await loadStandardLibrary(), createOrgSchema(1, [...standardObjects(), ...OWN_OBJECTS]));
  }

  /** Sources are classes unless they begin with `trigger`; `existing` of one check is what earlier `keep` calls left. */
  check(sources: readonly string[], apiVersion = 68): CheckResult {
    return this.run(
      sources.map((source) => this.unit(source, /^\s*trigger\b/i.test(source) ? 'trigger' : 'class', apiVersion))
    );
  }

  anonymous(source: string): CheckResult {
    return this.run([this.unit(source, 'anonymous', 68)]);
  }

  /** Makes the types part of the org that later checks see. */
  keep(...sources: readonly string[]): void {
    const result = this.check(sources);
    if (result.problems.length > 0) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
    this.existing = result.symbols;
  }

  /** Problems as `line:column message`, of all units. */
  problems(...sources: readonly string[]): readonly string[] {
    return listOf(this.check(sources));
  }

  /** Messages of the problems of statements in a static method of a class that nothing else declares. */
  statements(text: string): readonly string[] {
    return this.check([`public class Subject { static void run() { ${text} } }`]).problems.map((it) => it.message);
  }

  private unit(source: string, kind: UnitKind, apiVersion: number): SourceUnit {
    const parsed = parseUnit(source, kind, 'test.cls');
    if (!parsed.unit) throw new Error(`${source}\n${JSON.stringify(parsed.problems)}`);
    return { ast: parsed.unit, apiVersion, fileName: 'test.cls' };
  }

  private run(units: readonly SourceUnit[]): CheckResult {
    return checkUnits(units, {
      schema: this.schema,
      platform: this.platform,
      existing: this.existing,
      labels: ['Greeting']
    });
  }
}

const listOf = (result: CheckResult): readonly string[] =>
  result.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

const object = (
  name: string,
  kind: ObjectDefinition['kind'],
  fields: Parameters<typeof defineField>[0][]
): ObjectDefinition =>
  defineObject({
    name,
    label: name,
    kind,
    keyPrefix: '',
    custom: true,
    publishBehavior: kind === 'platform-event' ? 'PublishAfterCommit' : null,
    fields: fieldMap([
      ...systemFields({ deletable: true, audited: true }),
      ownerField(),
      defineField({ name: 'Name', type: 'string' }),
      ...fields.map(defineField)
    ]),
    nameField: 'Name'
  });

const OWN_OBJECTS: readonly ObjectDefinition[] = [
  object('Parcel__c', 'custom', [
    { name: 'Weight__c', type: 'double' },
    { name: 'Key__c', type: 'string', externalId: true },
    { name: 'Sent__c', type: 'datetime' },
    { name: 'Label__c', type: 'string', formula: '"x"', createable: false, updateable: false },
    {
      name: 'Account__c',
      type: 'reference',
      referenceTo: ['Account'],
      relationshipName: 'Account__r',
      childRelationshipName: 'Parcels__r'
    }
  ]),
  object('Parcel_Moved__e', 'platform-event', [{ name: 'Place__c', type: 'string' }])
];
