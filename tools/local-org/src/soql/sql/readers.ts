import type { SqlValue } from '../../database/connection.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import type { BoundQuery, Expression, Output, Source } from '../analysis/bound-query.js';
import { typeOf } from '../analysis/functions.js';
import { columnReader } from '../values/from-sql.js';
import { formatter, labeller } from '../values/render.js';

export type Row = readonly SqlValue[];
type Setter = (record: SObjectRecord, row: Row) => void;

/** Gives a SQL expression its place in the select list. @returns the position. */
export type ColumnAdder = (expression: Expression | { readonly sql: string }) => number;

export interface SourceSql {
  id(source: Source): string;
  type(source: Source): string;
}

/** Makes the function that turns a row into a record, adding the columns it needs to the select list. */
export function buildReader(query: BoundQuery, add: ColumnAdder, sql: SourceSql): (row: Row) => SObjectRecord {
  if (query.isAggregate) return aggregateReader(query, add);
  const node = new ParentNode(query.sources[0] as Source, null, sql);
  for (const output of query.outputs) node.add(output, add);
  return node.reader(add);
}

function aggregateReader(query: BoundQuery, add: ColumnAdder): (row: Row) => SObjectRecord {
  const setters = query.outputs.map((output): Setter => {
    if (output.kind !== 'value') throw new Error('rows of an aggregate query hold values only');
    const key = output.name.toLowerCase();
    const read = valueReader(output.expression, add);
    return (record, row) => record.fields.set(key, read(row));
  });
  const queried = new Set(query.outputs.map((output) => output.name.toLowerCase()));
  return (row) => {
    const record = new SObjectRecord('AggregateResult');
    for (const set of setters) set(record, row);
    record.queried = queried;
    return record;
  };
}

/** Value of one column, rendered where FORMAT or toLabel ask for it. */
function valueReader(expression: Expression, add: ColumnAdder): (row: Row) => unknown {
  const position = add(expression);
  const rendered = expression.kind === 'function' ? expression.argument : null;
  if (expression.kind === 'function' && rendered && expression.name === 'tolabel') {
    const label = labeller(rendered);
    return (row) => label(row[position] ?? null);
  }
  if (expression.kind === 'function' && rendered && expression.name === 'format') {
    const format = formatter(typeOf(rendered));
    const read = columnReader(typeOf(rendered));
    return (row) => format(read(row[position] ?? null));
  }
  const read = columnReader(typeOf(expression));
  return (row) => read(row[position] ?? null);
}

/** The selected fields of one table, and of the parents reached from it. */
class ParentNode {
  private readonly setters: Setter[] = [];
  private readonly names = new Set<string>(['id']);
  private readonly parents = new Map<string, { readonly key: string; readonly node: ParentNode }>();

  constructor(
    private readonly source: Source,
    private readonly via: FieldDefinition | null,
    private readonly sql: SourceSql
  ) {}

  add(output: Output, add: ColumnAdder): void {
    switch (output.kind) {
      case 'field':
        this.nested(output.sources).field(output.name, output.expression, add);
        break;
      case 'value':
        this.field(output.name, output.expression, add);
        break;
      case 'typeof':
        this.typeOf(output, add);
        break;
      case 'children':
        this.names.add(output.name.toLowerCase());
        break;
    }
  }

  private nested(sources: readonly Source[]): ParentNode {
    let node: ParentNode = this as ParentNode;
    for (const source of sources) {
      const via = source.via as FieldDefinition;
      const key = (via.relationshipName as string).toLowerCase();
      let known = node.parents.get(key);
      if (!known) node.parents.set(key, (known = { key, node: new ParentNode(source, via, this.sql) }));
      node = known.node;
    }
    return node;
  }

  private field(name: string, expression: Expression, add: ColumnAdder): void {
    const key = name.toLowerCase();
    if (this.names.has(key) && key !== 'id') return;
    this.names.add(key);
    if (key === 'id') return;
    if (expression.kind === 'field' && expression.field.formula !== null) {
      throw new NotSupportedError(`SOQL of the formula field ${expression.field.name}`);
    }
    const read = valueReader(expression, add);
    this.setters.push((record, row) => record.fields.set(key, read(row)));
  }

  /** A branch's fields are those of the object the reference points to. */
  private typeOf(output: Extract<Output, { kind: 'typeof' }>, add: ColumnAdder): void {
    const key = output.name.toLowerCase();
    const id = add({ sql: this.sql.id(output.source) });
    const type = add({ sql: this.sql.type(output.source) });
    const via = (output.source.via as FieldDefinition).name.toLowerCase();
    this.names.add(via);
    const setters = (outputs: readonly Output[]): { readonly names: Set<string>; readonly set: Setter[] } => {
      const node = new ParentNode(output.source, null, this.sql);
      for (const inner of outputs) node.add(inner, add);
      return { names: node.names, set: node.setters };
    };
    const branches = new Map(output.branches.map((branch) => [branch.object.name, setters(branch.outputs)]));
    const otherwise = setters(output.otherwise);
    this.setters.push((record, row) => {
      record.fields.set(via, row[id] ?? null);
      record.parents ??= new Map();
      if (row[id] === null) {
        record.parents.set(key, null);
        return;
      }
      const branch = branches.get(row[type] as string) ?? otherwise;
      const parent = new SObjectRecord(row[type] as string);
      parent.fields.set('id', row[id]);
      for (const set of branch.set) set(parent, row);
      parent.queried = branch.names;
      record.parents.set(key, parent);
    });
  }

  /** @returns what makes the record; for a parent that is not there it gives null to its own caller. */
  reader(add: ColumnAdder): (row: Row) => SObjectRecord {
    const id = add({ sql: this.sql.id(this.source) });
    const single = this.source.objects.length === 1 ? (this.source.objects[0] as ObjectDefinition).name : null;
    const type = single === null ? add({ sql: this.sql.type(this.source) }) : -1;
    const parents = [...this.parents.values()].map(({ key, node }) => {
      const via = node.via as FieldDefinition;
      const viaKey = via.name.toLowerCase();
      this.names.add(viaKey);
      const parentId = add({ sql: this.sql.id(node.source) });
      // The reference comes with the parent, as on the platform; it may point to a row that is gone.
      const reference = add({ kind: 'field', source: this.source, field: via });
      return { key, viaKey, parentId, reference, read: node.reader(add) };
    });
    const { setters, names } = this;
    return (row) => {
      const record = new SObjectRecord(single ?? (row[type] as string));
      record.fields.set('id', row[id]);
      for (const set of setters) set(record, row);
      if (parents.length > 0) {
        record.parents ??= new Map();
        for (const parent of parents) {
          record.fields.set(parent.viaKey, row[parent.reference] ?? null);
          record.parents.set(parent.key, row[parent.parentId] === null ? null : parent.read(row));
        }
      }
      record.queried = names;
      return record;
    };
  }
}
