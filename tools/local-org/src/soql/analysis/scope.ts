import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { fieldsReferenced } from '../../formula/index.js';
import { NotSupportedError } from '../../values/platform-error.js';
import type { FromItem, Path } from '../ast.js';
import type { QueryProblem } from '../problem.js';
import type { Expression, FieldRead, FieldInput, Source } from './bound-query.js';
import { isCompound, partsOf } from './compound-fields.js';
import { noSuchColumn, noSuchObject, noSuchParent } from './messages.js';

/** Most relationships a path may pass on its way up. */
const MAX_PARENTS = 5;

/** A path that was resolved: the parents it passes, and what it ends at. */
export interface ResolvedPath {
  readonly path: readonly string[];
  readonly sources: readonly Source[];
  readonly name: string;
  readonly expression: Expression;
}

/** The tables one query reads: the object of FROM and the parents that its paths reach, each path's table once. */
export class QueryScope {
  readonly sources: Source[];
  readonly reads: FieldRead[] = [];
  /** Further names of FROM that stand for a table: alias → source. */
  private readonly aliases = new Map<string, Source>();
  private readonly parents = new Map<Source, Map<string, Source>>();

  constructor(
    private readonly schema: OrgSchema,
    readonly object: ObjectDefinition,
    readonly problems: QueryProblem[]
  ) {
    this.sources = [{ number: 0, objects: [object], parent: null, via: null }];
  }

  get main(): Source {
    return this.sources[0] as Source;
  }

  /** `FROM Contact c, c.Account a`: a name for a parent. */
  join(item: FromItem): void {
    const [first, ...rest] = item.names;
    const base = this.aliases.get((first as string).toLowerCase());
    if (!base || rest.length === 0) {
      this.problems.push({ message: noSuchObject(item.names.join('.')), offset: item.position });
      return;
    }
    let source: Source | null = base;
    for (const name of rest) source = source && this.parent(source, name);
    if (!source) throw new NotSupportedError(`SOQL FROM with the child relationship '${item.names.join('.')}'`);
    this.alias(item.alias ?? (rest.at(-1) as string), source);
  }

  alias(name: string, source: Source): void {
    this.aliases.set(name.toLowerCase(), source);
  }

  /** @returns null when the path names nothing; the problem is noted. */
  resolve(path: Path, selected: boolean): ResolvedPath | null {
    const { source, names, passed, path: relationships } = this.start(path);
    let current = source;
    for (const name of names.slice(0, -1)) {
      const next = this.parent(current, name);
      if (!next) {
        this.problem(noSuchParent(name), path);
        return null;
      }
      relationships.push((next.via as FieldDefinition).relationshipName as string);
      passed.push(next);
      current = next;
    }
    if (passed.length > MAX_PARENTS) {
      this.problem(`SOQL relationship queries may not exceed ${MAX_PARENTS} levels of parents`, path);
      return null;
    }
    const last = names.at(-1) as string;
    const expression = this.field(current, last);
    if (!expression) {
      this.problem(noSuchColumn(last, (current.objects[0] as ObjectDefinition).name), path);
      return null;
    }
    this.note(expression, selected, path.position);
    for (const source of passed) {
      const via = source.via as FieldDefinition;
      const parent = source.parent as Source;
      this.note({ kind: 'field', source: parent, field: via }, selected, path.position);
    }
    const name = expression.kind === 'field' ? expression.field.name : 'Type';
    return { path: relationships, sources: passed, name, expression };
  }

  /** The table a path of relationships leads to: `Owner`, `Parent__r.Owner`. */
  resolveRelationship(path: Path): { source: Source; name: string } | null {
    let current = this.main;
    for (const name of path.names) {
      const next = this.parent(current, name);
      if (!next) {
        this.problem(noSuchParent(name), path);
        return null;
      }
      current = next;
    }
    return { source: current, name: (current.via as FieldDefinition).relationshipName as string };
  }

  /** Where a path begins: at the main table, or at an alias that stands in front. */
  private start(path: Path): { source: Source; names: readonly string[]; passed: Source[]; path: string[] } {
    const first = path.names[0] as string;
    const whole = { source: this.main, names: path.names, passed: [], path: [] };
    if (path.names.length === 1 || this.parent(this.main, first)) return whole;
    const aliased = this.aliases.get(first.toLowerCase());
    if (aliased) {
      const passed = chain(aliased);
      const names = passed.map((source) => (source.via as FieldDefinition).relationshipName as string);
      return { source: aliased, names: path.names.slice(1), passed, path: names };
    }
    if (first.toLowerCase() === this.object.name.toLowerCase()) return { ...whole, names: path.names.slice(1) };
    return whole;
  }

  private parent(source: Source, relationship: string): Source | null {
    const wanted = relationship.toLowerCase();
    let known = this.parents.get(source);
    if (!known) this.parents.set(source, (known = new Map()));
    const found = known.get(wanted);
    if (found) return found;
    const via = fieldOf(source, (field) => field.relationshipName?.toLowerCase() === wanted);
    if (!via) return null;
    const objects = via.referenceTo.map((name) => this.schema.object(name)).filter((object) => object !== null);
    if (objects.length === 0) return null;
    const next: Source = { number: this.sources.length, objects, parent: source, via };
    this.sources.push(next);
    known.set(wanted, next);
    return next;
  }

  private field(source: Source, name: string): Expression | null {
    const wanted = name.toLowerCase();
    if (wanted === 'type' && source.objects.length > 1) return { kind: 'type', source };
    const field = fieldOf(source, (candidate) => candidate.name.toLowerCase() === wanted);
    if (!field) return null;
    if (isCompound(field)) return { kind: 'field', source, field, inputs: this.compoundInputs(source, field) };
    if (field.formula === null) return { kind: 'field', source, field };
    return { kind: 'field', source, field, inputs: this.formulaInputs(source, field) };
  }

  private compoundInputs(source: Source, field: FieldDefinition): FieldInput[] {
    const parts = partsOf(field, ownerOf(source, field));
    return [...parts].map(([key, part]) => ({ steps: [], key, expression: { kind: 'field', source, field: part } }));
  }

  /** What a formula field reads, the tables of its parents included. */
  private formulaInputs(source: Source, field: FieldDefinition): FieldInput[] {
    const object = ownerOf(source, field);
    return fieldsReferenced(field, object, this.schema).map((reference) => {
      const names = reference.split('.');
      const steps: { relationship: string; source: Source }[] = [];
      let current = source;
      for (const relationship of names.slice(0, -1)) {
        const next = this.parent(current, relationship);
        if (!next)
          throw new NotSupportedError(`the formula field ${object.name}.${field.name}, which reads ${reference}`);
        steps.push({ relationship: relationship.toLowerCase(), source: next });
        current = next;
      }
      const key = (names.at(-1) as string).toLowerCase();
      const expression = this.field(current, key);
      if (!expression)
        throw new NotSupportedError(`the formula field ${object.name}.${field.name}, which reads ${reference}`);
      return { steps, key, expression };
    });
  }

  private note(expression: Expression, selected: boolean, offset: number): void {
    if (expression.kind !== 'field') return;
    for (const object of expression.source.objects) {
      if (!object.fields[expression.field.name.toLowerCase()]) continue;
      this.reads.push({ object: object.name, field: expression.field.name, selected, offset });
    }
  }

  private problem(message: string, path: Path): void {
    this.problems.push({ message, offset: path.position });
  }
}

function fieldOf(source: Source, matches: (field: FieldDefinition) => boolean): FieldDefinition | null {
  for (const object of source.objects) {
    for (const field of Object.values(object.fields)) if (matches(field)) return field;
  }
  return null;
}

/** The object of a source that has the field. */
export function ownerOf(source: Source, field: FieldDefinition): ObjectDefinition {
  const owner = source.objects.find((object) => object.fields[field.name.toLowerCase()] === field);
  return owner ?? (source.objects[0] as ObjectDefinition);
}

/** The parents between the main table and a source, the source last. */
function chain(source: Source): Source[] {
  const steps: Source[] = [];
  for (let step: Source | null = source; step?.parent; step = step.parent) steps.unshift(step);
  return steps;
}
