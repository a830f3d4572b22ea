import type { ChildRelationship, FieldDefinition, ObjectDefinition, OrgSchema } from './definitions.js';

/**
 * The schema of one org version over plain object definitions. Immutable: a deploy makes a new one.
 *
 * @param version the org's version number, which grows by one with each deploy that commits.
 */
export function createOrgSchema(version: number, objects: Iterable<ObjectDefinition>): OrgSchema {
  return new IndexedSchema(version, objects);
}

/** Tasks, files and notes may belong to rows of every custom object: their references lead there, too. */
function openReferences(object: ObjectDefinition, customs: readonly string[]): ObjectDefinition {
  if (customs.length === 0 || object.kind !== 'standard') return object;
  const open = Object.entries(object.fields).filter(([, field]) => field.referencesCustomObjects);
  if (open.length === 0) return object;
  const fields = { ...object.fields };
  for (const [key, field] of open) {
    const standard = field.referenceTo.filter((name) => !name.endsWith('__c'));
    fields[key] = { ...field, referenceTo: [...standard, ...customs] };
  }
  return { ...object, fields };
}

class IndexedSchema implements OrgSchema {
  private readonly byName = new Map<string, ObjectDefinition>();
  private readonly byPrefix = new Map<string, ObjectDefinition>();
  /** Made at the first question: most transactions never ask. */
  private children: Map<string, ChildRelationship[]> | null = null;

  constructor(
    readonly version: number,
    objects: Iterable<ObjectDefinition>
  ) {
    const all = [...objects];
    const customs = all.filter((object) => object.kind === 'custom').map(({ name }) => name);
    for (const object of all.map((each) => openReferences(each, customs))) {
      this.byName.set(object.name.toLowerCase(), object);
      if (object.keyPrefix !== '') this.byPrefix.set(object.keyPrefix, object);
    }
  }

  object(name: string): ObjectDefinition | null {
    return this.byName.get(name) ?? this.byName.get(name.toLowerCase()) ?? null;
  }

  objects(): Iterable<ObjectDefinition> {
    return this.byName.values();
  }

  field(object: string, field: string): FieldDefinition | null {
    const fields = this.object(object)?.fields;
    if (!fields) return null;
    const key = field.toLowerCase();
    return Object.hasOwn(fields, key) ? (fields[key] ?? null) : null;
  }

  childRelationships(parent: string): readonly ChildRelationship[] {
    this.children ??= this.indexChildren();
    return this.children.get(parent.toLowerCase()) ?? [];
  }

  objectByKeyPrefix(prefix: string): ObjectDefinition | null {
    return this.byPrefix.get(prefix) ?? null;
  }

  private indexChildren(): Map<string, ChildRelationship[]> {
    const index = new Map<string, ChildRelationship[]>();
    for (const object of this.byName.values()) {
      for (const field of Object.values(object.fields)) {
        for (const parent of field.referenceTo) {
          const key = parent.toLowerCase();
          let list = index.get(key);
          if (!list) index.set(key, (list = []));
          list.push({
            name: field.childRelationshipName,
            childObject: object.name,
            field: field.name,
            cascadeDelete: field.masterDetail || field.onDelete === 'cascade'
          });
        }
      }
    }
    return index;
  }
}
