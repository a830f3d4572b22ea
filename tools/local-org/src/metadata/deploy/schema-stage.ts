import type { OrgSchema } from '../../schema/definitions.js';
import { sequenceName } from '../../schema/ddl/names.js';
import { alterSchema } from '../../schema/ddl/tables.js';
import { readCustomField } from '../objects/field.js';
import { readCustomObject } from '../objects/object.js';
import {
  readFieldSet,
  readRecordType,
  readSharingReason,
  readValidationRule,
  type Reading
} from '../objects/object-parts.js';
import { SchemaEditor } from '../objects/schema-editor.js';
import { applyValueSets } from '../objects/value-sets.js';
import { validateSchema } from '../objects/validate-schema.js';
import { componentKey, problem, type Component } from '../model/component.js';
import { childOf } from '../xml/element.js';
import { element } from '../xml/write.js';
import type { DeployContext, Incoming } from './context.js';
import { addFurtherCompanions, addFurtherObjects, grantStandardObjects, namedWords } from './further-objects.js';

/** Metadata types whose components change the schema. */
export const SCHEMA_TYPES: ReadonlySet<string> = new Set([
  'CustomObject',
  'CustomField',
  'ValidationRule',
  'RecordType',
  'FieldSet',
  'SharingReason',
  'GlobalValueSet',
  'StandardValueSet'
]);

/** The schema as the deploy wants it. Problems are added to the context; then the schema must not be used. */
export function planSchema(context: DeployContext): { readonly schema: OrgSchema; readonly editor: SchemaEditor } {
  const { rows } = context.environment.db.query('SELECT prefix FROM meta.key_prefix');
  const editor = new SchemaEditor(context.before, new Set(rows.map(([prefix]) => String(prefix))));
  const words = namedWords(context);
  addFurtherObjects(editor, words);
  const planner = new SchemaPlanner(context, editor);
  planner.removals();
  planner.objects();
  planner.fields();
  addFurtherCompanions(editor, words);
  const isTouched =
    context.changes((type) => SCHEMA_TYPES.has(type)) || !editor.changed()[Symbol.iterator]().next().done;
  if (!isTouched) return { schema: context.before, editor };
  applyValueSets(context, editor);
  planner.parts();
  const schema = editor.finish();
  validateSchema(context, schema);
  return { schema, editor };
}

/** Brings tables and stored definitions to the planned schema. */
export function applySchema(context: DeployContext, schema: OrgSchema, editor: SchemaEditor): void {
  if (schema === context.before) return;
  const { db } = context.environment;
  const statements = alterSchema(context.before.objects(), schema.objects());
  for (const statement of statements) db.defer(statement);
  for (const [place, start] of editor.sequenceStarts) {
    const [object = '', field = ''] = place.split('.');
    db.defer(`ALTER SEQUENCE "${sequenceName(object, field)}" MINVALUE 0 RESTART WITH ${Math.trunc(start)}`);
  }
  if (statements.length > 0) db.flush();
  const changed = [...editor.changed()];
  if (changed.length > 0) {
    db.query(
      `INSERT INTO meta.object_definition (name, definition) SELECT * FROM unnest($1::text[], $2::json[])
       ON CONFLICT (name) DO UPDATE SET definition = excluded.definition`,
      [changed.map(({ name }) => name.toLowerCase()), changed.map((object) => JSON.stringify(object))]
    );
  }
  grantStandardObjects(
    context,
    changed.filter(({ kind, name }) => kind === 'standard' && !context.before.object(name))
  );
  const removed = [...editor.removed()].map((name) => name.toLowerCase());
  if (removed.length > 0) db.query('DELETE FROM meta.object_definition WHERE name = ANY($1)', [removed]);
  for (const [prefix, name] of editor.newPrefixes) {
    db.query('INSERT INTO meta.key_prefix (prefix, object_name) VALUES ($1, $2)', [prefix, name]);
  }
}

class SchemaPlanner {
  constructor(
    private readonly context: DeployContext,
    private readonly editor: SchemaEditor
  ) {}

  removals(): void {
    for (const { type, fullName } of this.context.removed.values()) {
      const [object = '', part = ''] = splitName(fullName);
      if (type === 'CustomObject') this.editor.remove(fullName);
      else if (!SCHEMA_TYPES.has(type) || !this.editor.object(object)) continue;
      else if (type === 'CustomField') this.editor.removeField(object, part);
      else this.removePart(type, object, part);
    }
  }

  private removePart(type: string, object: string, part: string): void {
    const differs = (name: string): boolean => name.toLowerCase() !== part.toLowerCase();
    this.editor.edit(object, (before) => ({
      ...before,
      validationRules:
        type === 'ValidationRule' ? before.validationRules.filter(({ name }) => differs(name)) : before.validationRules,
      recordTypes:
        type === 'RecordType'
          ? before.recordTypes.filter(({ developerName }) => differs(developerName))
          : before.recordTypes,
      fieldSets: type === 'FieldSet' ? before.fieldSets.filter(({ name }) => differs(name)) : before.fieldSets,
      ...(type === 'SharingReason' && before.sharingReasons
        ? { sharingReasons: before.sharingReasons.filter(({ name }) => differs(name)) }
        : {})
    }));
  }

  objects(): void {
    for (const { component } of this.context.changedOfType('CustomObject')) {
      const xml = component.xml ?? element('CustomObject', []);
      const current = this.editor.object(component.fullName);
      // A file that carries only fields of a known object says nothing of the object itself.
      if (current && xml.children.length === 0) continue;
      const reading = readCustomObject(component.fullName, xml, current, (kind) =>
        this.editor.keyPrefix(kind, component.fullName)
      );
      this.context.fail(component, reading.messages);
      if (!reading.object) continue;
      this.editor.put(reading.object);
      if (!current && reading.startingNumber !== null)
        this.editor.sequenceStarts.set(`${component.fullName}.Name`, reading.startingNumber);
    }
  }

  fields(): void {
    for (const { component } of this.context.changedOfType('CustomField')) {
      const place = this.place(component);
      if (!place || !component.xml) continue;
      const object = this.editor.object(place.object);
      if (!place.part.endsWith('__c')) {
        this.standardField(component, place);
        continue;
      }
      const reading = readCustomField(
        { objectName: place.object, fieldName: place.part, isMetadataType: object?.kind === 'custom-metadata' },
        component.xml
      );
      this.context.fail(component, reading.messages);
      if (childOf(component.xml, 'lookupFilter')) {
        const text = 'CustomField.lookupFilter: stored, but the local org does not run it';
        this.context.problems.push(problem(component, text, undefined, 'Warning'));
      }
      const before = this.editor.field(place.object, place.part);
      for (const field of reading.fields) this.editor.putField(place.object, field);
      if (!before && reading.startingNumber !== null) {
        this.editor.sequenceStarts.set(`${place.object}.${place.part}`, reading.startingNumber);
      }
    }
  }

  /** Standard fields come along with retrieved objects; what can be changed of them is cosmetic, but for picklists. */
  private standardField(component: Component, place: { readonly object: string; readonly part: string }): void {
    if (!this.editor.field(place.object, place.part)) {
      this.context.fail(component, [
        `not supported by the local org: the standard field ${place.object}.${place.part}`
      ]);
    }
  }

  parts(): void {
    for (const entry of this.context.changedOfType('ValidationRule')) {
      this.part(
        entry,
        (name, xml) => readValidationRule(name, xml),
        (object, rule) => ({
          ...object,
          validationRules: replace(object.validationRules, rule, ({ name }) => name)
        })
      );
    }
    for (const entry of this.context.changedOfType('RecordType')) {
      const known = this.context.stored.get(componentKey('RecordType', entry.component.fullName));
      const id = known?.id ?? this.context.environment.newId('012');
      this.context.ids.set(componentKey('RecordType', entry.component.fullName), id);
      this.part(
        entry,
        (name, xml) => readRecordType(name, id, xml),
        (object, recordType) => ({
          ...object,
          recordTypes: replace(object.recordTypes, recordType, ({ developerName }) => developerName)
        })
      );
    }
    for (const entry of this.context.changedOfType('FieldSet')) {
      this.part(
        entry,
        (name, xml) => readFieldSet(name, xml),
        (object, fieldSet) => ({
          ...object,
          fieldSets: replace(object.fieldSets, fieldSet, ({ name }) => name)
        })
      );
    }
    for (const entry of this.context.changedOfType('SharingReason')) {
      this.part(entry, readSharingReason, (object, reason) => ({
        ...object,
        sharingReasons: replace(object.sharingReasons ?? [], reason, ({ name }) => name)
      }));
    }
  }

  private part<T>(
    { component }: Incoming,
    read: (name: string, xml: NonNullable<Component['xml']>) => Reading<T>,
    put: (
      object: Parameters<Parameters<SchemaEditor['edit']>[1]>[0],
      value: T
    ) => ReturnType<Parameters<SchemaEditor['edit']>[1]>
  ): void {
    const place = this.place(component);
    if (!place || !component.xml) return;
    const { value, messages } = read(place.part, component.xml);
    this.context.fail(component, messages);
    if (value !== null) this.editor.edit(place.object, (object) => put(object, value));
  }

  /** Object and part name; a missing object is the component's problem. */
  private place(component: Component): { readonly object: string; readonly part: string } | null {
    const [objectName = '', part = ''] = splitName(component.fullName);
    const object = this.editor.object(objectName);
    if (object) return { object: object.name, part };
    // When the object itself failed, saying it again for each field would bury the reason.
    if (!this.context.failedKeys().has(componentKey('CustomObject', objectName))) {
      this.context.problems.push(
        problem(component, `Entity of type 'CustomObject' named '${objectName}' cannot be found`)
      );
    } else {
      this.context.problems.push(problem(component, `${objectName} could not be deployed`));
    }
    return null;
  }
}

const splitName = (fullName: string): [string, string] => {
  const dot = fullName.indexOf('.');
  return [fullName.slice(0, dot), fullName.slice(dot + 1)];
};

function replace<T>(list: readonly T[], value: T, nameOf: (entry: T) => string): T[] {
  const name = nameOf(value).toLowerCase();
  const at = list.findIndex((entry) => nameOf(entry).toLowerCase() === name);
  return at < 0 ? [...list, value] : list.map((entry, index) => (index === at ? value : entry));
}
