import type { SqlValue } from '../../database/connection.js';
import { evaluateField, type FormulaContext, type FormulaRecord } from '../../formula/index.js';
import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { SObjectRecord } from '../../values/record.js';
import type { BoundQuery, Expression, FieldInput, Output, Source } from '../analysis/bound-query.js';
import { isCompound } from '../analysis/compound-fields.js';
import { ownerOf } from '../analysis/scope.js';
import { typeOf } from '../analysis/functions.js';
import { columnReader } from '../values/from-sql.js';
import { addressOf, locationOf } from '../values/compound.js';
import { formatter, labeller } from '../values/render.js';

export type Row = readonly SqlValue[];

/** What reading needs of the transaction; made once a statement. */
export interface ReadEnvironment {
  readonly schema: OrgSchema;
  readonly formulas: FormulaContext;
}

export type RecordReader = (row: Row, environment: ReadEnvironment) => SObjectRecord;
type ValueReader = (row: Row, environment: ReadEnvironment) => unknown;
type Setter = (record: SObjectRecord, row: Row, environment: ReadEnvironment) => void;

/** Gives a SQL expression its place in the select list. @returns the position. */
export type ColumnAdder = (expression: Expression | { readonly sql: string }) => number;

export interface SourceSql {
  id(source: Source): string;
  type(source: Source): string;
}

/** Makes the function that turns a row into a record, adding the columns it needs to the select list. */
export function buildReader(query: BoundQuery, add: ColumnAdder, sql: SourceSql): RecordReader {
  if (query.isAggregate) return aggregateReader(query, add, sql);
  const node = new ParentNode(query.sources[0] as Source, null, sql);
  for (const output of query.outputs) node.add(output, add);
  return node.reader(add);
}

function aggregateReader(query: BoundQuery, add: ColumnAdder, sql: SourceSql): RecordReader {
  const setters = query.outputs.map((output): Setter => {
    if (output.kind !== 'value') throw new Error('rows of an aggregate query hold values only');
    const key = output.name.toLowerCase();
    const read = valueReader(asColumn(output.expression), add, sql);
    return (record, row, environment) => record.fields.set(key, read(row, environment));
  });
  const aliases = new Map(query.outputs.map(({ name }) => [name.toLowerCase(), name]));
  const queried = new Set(aliases.keys());
  return (row, environment) => {
    const record = new SObjectRecord('AggregateResult');
    record.aliases = aliases;
    for (const set of setters) set(record, row, environment);
    record.queried = queried;
    return record;
  };
}

/** Of a group a formula's inputs are not to be had, only its values, by which the rows were grouped. */
function asColumn(expression: Expression): Expression {
  if (expression.kind !== 'field' || expression.field.formula === null) return expression;
  return { kind: 'field', source: expression.source, field: expression.field };
}

/** Value of an expression, rendered where FORMAT or toLabel ask for it. */
function valueReader(expression: Expression, add: ColumnAdder, sql: SourceSql): ValueReader {
  const rendered = expression.kind === 'function' ? expression.argument : null;
  if (expression.kind === 'function' && rendered && expression.name === 'tolabel') {
    const read = valueReader(rendered, add, sql);
    const label = labeller(rendered);
    return (row, environment) => label(read(row, environment));
  }
  if (expression.kind === 'function' && rendered && expression.name === 'format') {
    const read = valueReader(rendered, add, sql);
    const format = formatter(typeOf(rendered));
    return (row, environment) => format(read(row, environment));
  }
  if (expression.kind === 'field' && expression.inputs) {
    const make = isCompound(expression.field) ? compoundReader : formulaReader;
    return make(expression, expression.inputs, add, sql);
  }
  const position = add(expression);
  const read = columnReader(typeOf(expression));
  return (row) => read(row[position] ?? null);
}

type FieldExpression = Extract<Expression, { kind: 'field' }>;

/** A formula field is computed from its inputs, which the row carries in columns of their own. */
function formulaReader(
  { source, field }: FieldExpression,
  inputs: readonly FieldInput[],
  add: ColumnAdder,
  sql: SourceSql
): ValueReader {
  const object = ownerOf(source, field);
  const id = add({ sql: sql.id(source) });
  const root = new FormulaNode();
  for (const { steps, key, expression } of inputs) {
    let node = root;
    for (const step of steps) node = node.child(step.relationship, add({ sql: sql.id(step.source) }));
    node.fields.set(key, valueReader(expression, add, sql));
  }
  return (row, environment) => {
    if (row[id] === null) return null;
    return evaluateField(field, object, environment.schema, root.view(row, environment), environment.formulas);
  };
}

/** null when no part has a value. */
function compoundReader(
  { field }: FieldExpression,
  inputs: readonly FieldInput[],
  add: ColumnAdder,
  sql: SourceSql
): ValueReader {
  const parts = inputs.map(({ key, expression }) => ({ key, read: valueReader(expression, add, sql) }));
  return (row, environment) => {
    const values = new Map(parts.map(({ key, read }) => [key, read(row, environment)]));
    return field.type === 'address' ? addressOf(values) : locationOf(values);
  };
}

/** Where the inputs of a formula are in a row. */
class FormulaNode {
  readonly fields = new Map<string, ValueReader>();
  private readonly parents = new Map<string, { readonly id: number; readonly node: FormulaNode }>();

  child(relationship: string, id: number): FormulaNode {
    let known = this.parents.get(relationship);
    if (!known) this.parents.set(relationship, (known = { id, node: new FormulaNode() }));
    return known.node;
  }

  view(row: Row, environment: ReadEnvironment): FormulaRecord {
    return {
      isNew: false,
      prior: null,
      get: (field) => this.fields.get(field)?.(row, environment) ?? null,
      parent: (relationship) => {
        const parent = this.parents.get(relationship);
        return parent && row[parent.id] !== null ? parent.node.view(row, environment) : null;
      }
    };
  }
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
    const read = valueReader(expression, add, this.sql);
    this.setters.push((record, row, environment) => record.fields.set(key, read(row, environment)));
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
    this.setters.push((record, row, environment) => {
      record.fields.set(via, row[id] ?? null);
      record.parents ??= new Map();
      if (row[id] === null) {
        record.parents.set(key, null);
        return;
      }
      const branch = branches.get(row[type] as string) ?? otherwise;
      const parent = new SObjectRecord(row[type] as string);
      parent.fields.set('id', row[id]);
      for (const set of branch.set) set(parent, row, environment);
      parent.queried = branch.names;
      record.parents.set(key, parent);
    });
  }

  /** @returns what makes the record; for a parent that is not there it gives null to its own caller. */
  reader(add: ColumnAdder): RecordReader {
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
    return (row, environment) => {
      const record = new SObjectRecord(single ?? (row[type] as string));
      record.fields.set('id', row[id]);
      for (const set of setters) set(record, row, environment);
      if (parents.length > 0) {
        record.parents ??= new Map();
        for (const parent of parents) {
          record.fields.set(parent.viaKey, row[parent.reference] ?? null);
          record.parents.set(parent.key, row[parent.parentId] === null ? null : parent.read(row, environment));
        }
      }
      record.queried = names;
      return record;
    };
  }
}
