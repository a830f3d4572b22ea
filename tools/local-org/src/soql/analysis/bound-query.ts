import type { ComparisonOperator, QueryAccess, RecentUse, Value } from '../ast.js';
import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';

/** A query with its names resolved: what SQL is written from and what rows are read by. */
export interface BoundQuery {
  readonly object: ObjectDefinition;
  /** The main table first; each has its position in the list as number. */
  readonly sources: readonly Source[];
  readonly isCount: boolean;
  readonly isAggregate: boolean;
  readonly outputs: readonly Output[];
  readonly scope: 'everything' | 'mine' | 'team';
  readonly where: BoundCondition | null;
  readonly groupBy: { readonly kind: 'plain' | 'rollup' | 'cube'; readonly items: readonly Expression[] } | null;
  readonly having: BoundCondition | null;
  readonly orderBy: readonly {
    readonly expression: Expression;
    readonly descending: boolean;
    readonly nullsFirst: boolean;
  }[];
  readonly limit: Value | null;
  readonly offset: Value | null;
  readonly allRows: boolean;
  readonly forUpdate: boolean;
  /** Rows are noted as recently viewed, or referenced. */
  readonly marks: readonly RecentUse[];
  readonly access: QueryAccess | null;
  /** Objects and fields that the query reads, for rights: selected ones, and all of them. */
  readonly reads: readonly FieldRead[];
}

export interface FieldRead {
  readonly object: string;
  readonly field: string;
  readonly selected: boolean;
  readonly offset: number;
}

/** A table of the query: the main one, or one reached over a reference field. */
export interface Source {
  readonly number: number;
  /** One object; several for a polymorphic reference (Owner: User or Group). */
  readonly objects: readonly ObjectDefinition[];
  readonly parent: Source | null;
  /** The reference of the parent that leads here. */
  readonly via: FieldDefinition | null;
  /** Position of the one object meant, among those of a polymorphic reference (TYPEOF … WHEN User). */
  readonly narrowed?: number;
}

export type Expression =
  | {
      readonly kind: 'field';
      readonly source: Source;
      readonly field: FieldDefinition;
      /** Of a formula or compound field: what its value is made of. */
      readonly inputs?: readonly FieldInput[];
    }
  /** `Owner.Type`: API name of the object that a polymorphic reference points to. */
  | { readonly kind: 'type'; readonly source: Source }
  | { readonly kind: 'function'; readonly name: string; readonly argument: Expression | null };

/**
 * A field that another is made of: relationship names from its object in lower case, the name of the field or part in
 * lower case, and where its value is.
 */
export interface FieldInput {
  readonly steps: readonly { readonly relationship: string; readonly source: Source }[];
  readonly key: string;
  readonly expression: Expression;
}

export type Output =
  /** A field of the row or of a parent: `path` holds relationship names as declared, `sources` the table each leads to. */
  | {
      readonly kind: 'field';
      readonly path: readonly string[];
      readonly sources: readonly Source[];
      readonly name: string;
      readonly expression: Expression;
    }
  /** A function's value under its alias, or a grouped field of an aggregate query. */
  | { readonly kind: 'value'; readonly name: string; readonly expression: Expression; readonly aliased: boolean }
  /** A child relationship: rows whose `via` field holds the id of the row. */
  | { readonly kind: 'children'; readonly name: string; readonly via: FieldDefinition; readonly query: BoundQuery }
  | {
      readonly kind: 'typeof';
      readonly name: string;
      readonly source: Source;
      readonly branches: readonly { readonly object: ObjectDefinition; readonly outputs: readonly Output[] }[];
      readonly otherwise: readonly Output[];
    };

export type BoundCondition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly BoundCondition[] }
  | { readonly kind: 'not'; readonly part: BoundCondition }
  | {
      readonly kind: 'comparison';
      readonly expression: Expression;
      readonly operator: ComparisonOperator;
      readonly value: Value;
      readonly offset: number;
    }
  /** `Id IN (SELECT …)`; `column` is the one output of the inner query. */
  | {
      readonly kind: 'semi-join';
      readonly expression: Expression;
      readonly negated: boolean;
      readonly query: BoundQuery;
      readonly column: Expression;
    };
