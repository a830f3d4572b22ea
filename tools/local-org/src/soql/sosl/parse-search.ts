import type {
  FieldListContext,
  FieldSpecContext,
  FieldSpecListContext,
  SoslClausesContext
} from '@apexdevtools/apex-parser';
import { NotSupportedError } from '../../values/platform-error.js';
import type { Bind, Operand, Path, Query, SelectItem, Value } from '../ast.js';
import { buildHaving } from '../parser/build-condition.js';
import { start, type QueryBuilder } from '../parser/build-query.js';
import { parseAll } from '../parser/parse.js';
import { QuerySyntaxError } from '../problem.js';

export interface Search {
  /** What to find: a text or a bind. */
  readonly find: { readonly kind: 'text'; readonly text: string } | Bind;
  readonly group: 'all' | 'name' | 'email' | 'phone' | 'sidebar';
  /** One query an object of RETURNING; its WHERE is still to be joined with what was found. */
  readonly returning: readonly Query[];
  readonly limit: Value | null;
  readonly access: 'user' | 'system' | null;
}

/** @param text `FIND …` without brackets. @throws QuerySyntaxError. */
export function parseSearch(text: string): Search {
  const bracketed = `[${text}]`;
  const braces = /^\s*find\s*\{((?:[^}\\]|\\.)*)\}/is.exec(text);
  if (braces) {
    // The API's form: what stands in braces may hold anything.
    const quoted = `[FIND 'xx'${' '.repeat(Math.max(braces[0].length - 9, 0))}${text.slice(braces[0].length)}]`;
    return literal(quoted, (braces[1] as string).replace(/\\(.)/gs, '$1'));
  }
  const quote = /^\s*find\s*'((?:[^'\\]|\\.)*)'/is.exec(text);
  if (quote) return literal(bracketed, (quote[1] as string).replace(/\\(['\\])/g, '$1'));
  return parseAll(
    bracketed,
    (parser) => parser.soslLiteral(),
    (tree, builder) => {
      const bind = builder.bind(tree.boundExpression());
      return clauses(tree.soslClauses(), builder, bind);
    }
  );
}

function literal(text: string, find: string): Search {
  return parseAll(
    text,
    (parser) => parser.soslLiteral(),
    (tree, builder) => clauses(tree.soslClauses(), builder, { kind: 'text', text: find })
  );
}

function clauses(tree: SoslClausesContext, builder: QueryBuilder, find: Search['find']): Search {
  const group = (tree.searchGroup() as ReturnType<SoslClausesContext['searchGroup']> | null)?.start.text.toLowerCase();
  const list = tree.fieldSpecList() as FieldSpecListContext | null;
  if (!list) throw new NotSupportedError('SOSL without RETURNING');
  if (tree.updateList() as unknown) throw new NotSupportedError('SOSL UPDATE TRACKING and UPDATE VIEWSTAT');
  let access: Search['access'] = null;
  for (const clause of tree.soslWithClause_list()) {
    if (clause.USER_MODE() as unknown) access = 'user';
    else if (clause.SYSTEM_MODE() as unknown) access = 'system';
    else throw new NotSupportedError(`SOSL ${clause.getText()}`);
  }
  return {
    find,
    group: (group ?? 'all') as Search['group'],
    returning: specs(list).map((spec) => queryOf(spec, builder)),
    limit: builder.count((tree.limitClause() as Parameters<QueryBuilder['count']>[0]) ?? null),
    access
  };
}

/** The grammar nests the rest of a list in its tail. */
const specs = (list: FieldSpecListContext): FieldSpecContext[] => [
  list.fieldSpec(),
  ...list.fieldSpecList_list().flatMap((tail) => specs(tail))
];

function queryOf(spec: FieldSpecContext, builder: QueryBuilder): Query {
  const object = spec.soslId(0);
  const fields = spec.fieldList() as FieldListContext | null;
  if (spec.LISTVIEW() as unknown) throw new NotSupportedError('SOSL USING LISTVIEW');
  const where = spec.logicalExpression() as ReturnType<FieldSpecContext['logicalExpression']> | null;
  const order = spec.fieldOrderList() as ReturnType<FieldSpecContext['fieldOrderList']> | null;
  const position = start(spec);
  return {
    select: fields ? selectItems(fields) : [item({ kind: 'path', names: ['Id'], position })],
    from: { names: [object.getText()], alias: null, position },
    joins: [],
    scope: null,
    where: where ? buildHaving(where, builder) : null,
    access: null,
    groupBy: null,
    having: null,
    orderBy: order ? order.fieldOrder_list().map((entry) => builder.orderItem(entry)) : [],
    limit: builder.count((spec.limitClause() as Parameters<QueryBuilder['count']>[0]) ?? null),
    offset: builder.count((spec.offsetClause() as Parameters<QueryBuilder['count']>[0]) ?? null),
    allRows: false,
    forUpdate: false,
    marks: [],
    position
  };
}

function selectItems(list: FieldListContext): SelectItem[] {
  if (list.CONVERT_CURRENCY() as unknown) throw new NotSupportedError('convertCurrency() in SOSL RETURNING');
  const name = (list.TOLABEL() as unknown) ? 'tolabel' : (list.FORMAT() as unknown) ? 'format' : null;
  const id = list.soslId(0) as ReturnType<FieldListContext['soslId']> | null;
  if (!id) throw new QuerySyntaxError("unexpected token: ')'", start(list));
  const path: Path = { kind: 'path', names: id.getText().split('.'), position: start(id) };
  const operand = name === null ? path : { kind: 'function' as const, name, argument: path, position: path.position };
  return [item(operand), ...list.fieldList_list().flatMap((tail) => selectItems(tail))];
}

const item = (operand: Operand): SelectItem => ({ kind: 'operand', operand, alias: null, position: operand.position });
