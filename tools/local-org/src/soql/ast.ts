/**
 * A SOQL query as written: names are not resolved yet. Offsets count characters from the start of the query text.
 */

export interface Query {
  readonly select: readonly SelectItem[];
  readonly from: FromItem;
  /** `FROM Account a, a.Contacts c`: further relations that the query may name by alias. */
  readonly joins: readonly FromItem[];
  readonly scope: string | null;
  readonly where: Condition | null;
  readonly access: QueryAccess | null;
  readonly groupBy: GroupBy | null;
  readonly having: Condition | null;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Value | null;
  readonly offset: Value | null;
  readonly allRows: boolean;
  readonly forUpdate: boolean;
  /** FOR VIEW, FOR REFERENCE. */
  readonly marks: readonly RecentUse[];
  readonly position: number;
}

/** How the user used rows that are kept as recently used. */
export type RecentUse = 'view' | 'reference';

/** WITH USER_MODE, WITH SYSTEM_MODE, WITH SECURITY_ENFORCED. */
export type QueryAccess = 'user' | 'system' | 'security-enforced';

export interface FromItem {
  /** Object or relationship path as written. */
  readonly names: readonly string[];
  readonly alias: string | null;
  readonly position: number;
}

/** `Name`, `Account.Owner.Name`, `a.Name`. */
export interface Path {
  readonly kind: 'path';
  readonly names: readonly string[];
  readonly position: number;
}

/** `COUNT(Id)`, `CALENDAR_YEAR(convertTimezone(CreatedDate))`; `name` in lower case. COUNT() has no argument. */
export interface FunctionCall {
  readonly kind: 'function';
  readonly name: string;
  readonly argument: Operand | null;
  readonly position: number;
}

export type Operand = Path | FunctionCall;

export type SelectItem =
  | { readonly kind: 'operand'; readonly operand: Operand; readonly alias: string | null; readonly position: number }
  | { readonly kind: 'subquery'; readonly query: Query; readonly position: number }
  | { readonly kind: 'fields'; readonly group: 'all' | 'standard' | 'custom'; readonly position: number }
  | {
      readonly kind: 'typeof';
      readonly path: Path;
      readonly branches: readonly { readonly object: string; readonly fields: readonly Path[] }[];
      readonly otherwise: readonly Path[] | null;
      readonly position: number;
    };

export interface GroupBy {
  readonly kind: 'plain' | 'rollup' | 'cube';
  readonly items: readonly Operand[];
}

export interface OrderItem {
  readonly operand: Operand;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | Comparison;

export type ComparisonOperator =
  '=' | '!=' | '<' | '<=' | '>' | '>=' | 'like' | 'in' | 'not in' | 'includes' | 'excludes';

export interface Comparison {
  readonly kind: 'comparison';
  readonly operand: Operand;
  readonly operator: ComparisonOperator;
  readonly value: Value;
  readonly position: number;
}

export type Value =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Source text with its sign. */
  | { readonly kind: 'number'; readonly text: string }
  /** `pattern`: as LIKE reads it, with `\%`, `\_` and `\\` for the characters themselves. */
  | { readonly kind: 'string'; readonly text: string; readonly pattern: string }
  /** `2020-01-31` | `2020-01-31T10:00:00Z` | `10:00:00.000Z`. */
  | { readonly kind: 'date' | 'datetime' | 'time'; readonly text: string }
  /** `TODAY`, `LAST_N_DAYS:3`; `name` in lower case, `count` null when the formula takes none. */
  | { readonly kind: 'date-formula'; readonly name: string; readonly count: number | null }
  /** `USD5000`. */
  | { readonly kind: 'currency'; readonly code: string; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'subquery'; readonly query: Query }
  | Bind;

/** `:expression`. `index` counts the binds of the whole text in source order. */
export interface Bind {
  readonly kind: 'bind';
  readonly index: number;
  /** Source text behind the colon, without spaces: what dynamic SOQL looks up by name. */
  readonly text: string;
  readonly position: number;
}
