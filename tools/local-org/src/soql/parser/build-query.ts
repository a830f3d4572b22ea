import type {
  ComparisonOperatorContext,
  DateFormulaContext,
  FieldNameContext,
  FieldOrderContext,
  ForClausesContext,
  FromNameListContext,
  GroupByClauseContext,
  LimitClauseContext,
  OffsetClauseContext,
  ApexParserRuleContext as ParserRuleContext,
  QueryContext,
  SelectEntryContext,
  SoqlFunctionContext,
  SubFieldEntryContext,
  SubQueryContext,
  TypeOfContext,
  ValueContext,
  WithClauseContext
} from '@apexdevtools/apex-parser';
import { NotSupportedError } from '../../values/platform-error.js';
import type {
  Bind,
  ComparisonOperator,
  FromItem,
  FunctionCall,
  GroupBy,
  Operand,
  OrderItem,
  Path,
  Query,
  QueryAccess,
  RecentUse,
  SelectItem,
  Value
} from '../ast.js';
import { QuerySyntaxError } from '../problem.js';
import { buildCondition, buildHaving } from './build-condition.js';
import { readString } from './strings.js';

/** ANTLR leaves out what is not there: rules answer null although their types do not say so. */
const optional = <T>(tree: T): T | null => tree ?? null;
export const start = (tree: ParserRuleContext): number => tree.start.start;

/** Makes the syntax tree of a query from ANTLR's. Every part of the grammar is taken over or refused. */
export class QueryBuilder {
  private bindCount = 0;

  constructor(private readonly text: string) {}

  query(tree: QueryContext): Query {
    const select = tree
      .selectList()
      .selectEntry_list()
      .map((entry) => this.selectItem(entry));
    const [from, ...joins] = this.fromItems(tree.fromNameList());
    const scope = optional(tree.usingScope())?.soqlId().getText() ?? null;
    const where = optional(tree.whereClause());
    const withClause = optional(tree.withClause());
    const group = optional(tree.groupByClause());
    const order = optional(tree.orderByClause());
    this.refuseUpdate(tree);
    return {
      select,
      from: from as FromItem,
      joins,
      scope,
      where: where ? buildCondition(where.whereLogicalExpression(), this) : null,
      access: withClause ? this.access(withClause) : null,
      groupBy: group ? this.groupBy(group) : null,
      having: group && optional(group.logicalExpression()) ? buildHaving(group.logicalExpression(), this) : null,
      orderBy: order
        ? order
            .fieldOrderList()
            .fieldOrder_list()
            .map((item) => this.orderItem(item))
        : [],
      limit: this.count(optional(tree.limitClause())),
      offset: this.count(optional(tree.offsetClause())),
      allRows: optional(tree.allRowsClause()) !== null,
      ...this.forClauses(tree.forClauses()),
      position: start(tree)
    };
  }

  subQuery(tree: SubQueryContext): Query {
    const select = tree
      .subFieldList()
      .subFieldEntry_list()
      .map((entry) => this.selectItem(entry));
    const [from, ...joins] = this.fromItems(tree.fromNameList());
    const where = optional(tree.whereClause());
    const order = optional(tree.orderByClause());
    this.refuseUpdate(tree);
    return {
      select,
      from: from as FromItem,
      joins,
      scope: null,
      where: where ? buildCondition(where.whereLogicalExpression(), this) : null,
      access: null,
      groupBy: null,
      having: null,
      orderBy: order
        ? order
            .fieldOrderList()
            .fieldOrder_list()
            .map((item) => this.orderItem(item))
        : [],
      limit: this.count(optional(tree.limitClause())),
      offset: null,
      allRows: false,
      ...this.forClauses(tree.forClauses()),
      position: start(tree)
    };
  }

  private refuseUpdate(tree: QueryContext | SubQueryContext): void {
    if (optional(tree.updateList())) throw new NotSupportedError('SOQL UPDATE TRACKING and UPDATE VIEWSTAT');
  }

  private selectItem(entry: SelectEntryContext | SubFieldEntryContext): SelectItem {
    const position = start(entry);
    const subquery = optional(entry.subQuery());
    const alias = optional(entry.soqlId())?.getText() ?? null;
    if (subquery) {
      if (alias) throw new QuerySyntaxError(`unexpected token: '${alias}'`, start(entry.soqlId()));
      return { kind: 'subquery', query: this.subQuery(subquery), position };
    }
    const typeOf = optional(entry.typeOf());
    if (typeOf) return this.typeOf(typeOf);
    const call = optional(entry.soqlFunction());
    if (!call) return { kind: 'operand', operand: this.path(entry.fieldName()), alias, position };
    const group = optional(call.FIELDS()) ? call.soqlFieldsParameter().getText().toLowerCase() : null;
    if (group === null) return { kind: 'operand', operand: this.call(call), alias, position };
    return { kind: 'fields', group: group as 'all' | 'standard' | 'custom', position };
  }

  private typeOf(tree: TypeOfContext): SelectItem {
    const otherwise = optional(tree.elseClause());
    return {
      kind: 'typeof',
      path: this.path(tree.fieldName()),
      branches: tree.whenClause_list().map((when) => ({
        object: when.fieldName().getText(),
        fields: when
          .fieldNameList()
          .fieldName_list()
          .map((field) => this.path(field))
      })),
      otherwise: otherwise
        ? otherwise
            .fieldNameList()
            .fieldName_list()
            .map((field) => this.path(field))
        : null,
      position: start(tree)
    };
  }

  private fromItems(tree: FromNameListContext): FromItem[] {
    const names = tree.fieldName_list();
    const children = tree.children ?? [];
    return names.map((name) => {
      const next = children[children.indexOf(name) + 1];
      const alias = next && tree.soqlId_list().find((id) => id === next);
      if (alias && RESERVED.has(alias.getText().toLowerCase())) this.refuseAlias(alias);
      return { names: namesOf(name), alias: alias ? alias.getText() : null, position: start(name) };
    });
  }

  /** The grammar takes `FROM Account WHERE` for an alias called WHERE. */
  private refuseAlias(alias: ParserRuleContext): never {
    const rest = this.text.slice((alias.stop ?? alias.start).stop + 1);
    const next = /\S+/.exec(rest);
    const offset = next ? this.text.length - rest.length + next.index : this.text.length;
    throw new QuerySyntaxError(`unexpected token: '${next?.[0] ?? '<EOF>'}'`, offset);
  }

  path(tree: FieldNameContext): Path {
    return { kind: 'path', names: namesOf(tree), position: start(tree) };
  }

  call(tree: SoqlFunctionContext): FunctionCall {
    const name = tree.start.text.toLowerCase();
    const position = start(tree);
    if (optional(tree.DISTANCE())) throw new NotSupportedError('SOQL DISTANCE()');
    if (optional(tree.FIELDS())) throw new QuerySyntaxError("unexpected token: 'FIELDS'", position);
    const inner = optional(tree.soqlFunction());
    if (inner) return { kind: 'function', name, argument: this.call(inner), position };
    const date = optional(tree.dateFieldName());
    if (date) {
      const path = this.path(date.fieldName());
      const zoned = optional(date.CONVERT_TIMEZONE()) !== null;
      const argument: Operand = zoned
        ? { kind: 'function', name: 'converttimezone', argument: path, position: start(date) }
        : path;
      return { kind: 'function', name, argument, position };
    }
    const field = optional(tree.fieldName());
    return { kind: 'function', name, argument: field ? this.path(field) : null, position };
  }

  private access(tree: WithClauseContext): QueryAccess {
    if (optional(tree.USER_MODE())) return 'user';
    if (optional(tree.SYSTEM_MODE())) return 'system';
    if (optional(tree.SECURITY_ENFORCED())) return 'security-enforced';
    throw new NotSupportedError(`SOQL ${this.sourceOf(tree)}`);
  }

  private groupBy(tree: GroupByClauseContext): GroupBy {
    const items = tree
      .fieldGroupByList()
      .fieldGroupBy_list()
      .map((item) => {
        const call = optional(item.soqlFunction());
        return call ? this.call(call) : this.path(item.fieldName());
      });
    const kind = optional(tree.ROLLUP()) ? 'rollup' : optional(tree.CUBE()) ? 'cube' : 'plain';
    return { kind, items };
  }

  orderItem(tree: FieldOrderContext): OrderItem {
    const call = optional(tree.soqlFunction());
    return {
      operand: call ? this.call(call) : this.path(tree.fieldName()),
      descending: optional(tree.DESC()) !== null,
      nullsFirst: optional(tree.LAST()) === null
    };
  }

  count(tree: LimitClauseContext | OffsetClauseContext | null): Value | null {
    if (!tree) return null;
    const bound = optional(tree.boundExpression());
    return bound ? this.bind(bound) : { kind: 'number', text: tree.IntegerLiteral().getText() };
  }

  private forClauses(tree: ForClausesContext): Pick<Query, 'forUpdate' | 'marks'> {
    const marks: RecentUse[] = [];
    if (tree.VIEW_list().length > 0) marks.push('view');
    if (tree.REFERENCE_list().length > 0) marks.push('reference');
    return { forUpdate: tree.UPDATE_list().length > 0, marks };
  }

  operator(tree: ComparisonOperatorContext): ComparisonOperator {
    const text = tree.children!.map((child) => child.getText().toLowerCase()).join('');
    const operator = OPERATORS[text];
    if (!operator) throw new QuerySyntaxError(`unexpected token: '${tree.getText()}'`, start(tree));
    return operator;
  }

  value(tree: ValueContext): Value {
    if (optional(tree.NULL())) return { kind: 'null' };
    const boolean = optional(tree.BooleanLiteral());
    if (boolean) return { kind: 'boolean', value: boolean.getText().toLowerCase() === 'true' };
    const number = optional(tree.signedNumber());
    if (number) return { kind: 'number', text: number.getText() };
    const string = optional(tree.StringLiteral());
    if (string) return { kind: 'string', ...readString(this.text.slice(string.symbol.start, string.symbol.stop + 1)) };
    const date = optional(tree.DateLiteral());
    if (date) return { kind: 'date', text: date.getText() };
    const datetime = optional(tree.DateTimeLiteral());
    if (datetime) return { kind: 'datetime', text: datetime.getText() };
    const time = optional(tree.TimeLiteral());
    if (time) return { kind: 'time', text: time.getText() };
    const formula = optional(tree.dateFormula());
    if (formula) return dateFormula(formula);
    if (optional(tree.IntegralCurrencyLiteral())) {
      const text = tree.getText();
      return { kind: 'currency', code: text.slice(0, 3).toUpperCase(), text: text.slice(3) };
    }
    const subquery = optional(tree.subQuery());
    if (subquery) return { kind: 'subquery', query: this.subQuery(subquery) };
    const list = optional(tree.valueList());
    if (list) return { kind: 'list', items: list.value_list().map((item) => this.value(item)) };
    const bound = optional(tree.boundExpression());
    if (bound) return this.bind(bound);
    throw new QuerySyntaxError(`unexpected token: '${tree.getText()}'`, start(tree));
  }

  bind(tree: ParserRuleContext): Bind {
    return {
      kind: 'bind',
      index: this.bindCount++,
      text: this.sourceOf(tree).slice(1).replace(/\s+/g, ''),
      position: start(tree)
    };
  }

  private sourceOf(tree: ParserRuleContext): string {
    return this.text.slice(tree.start.start, (tree.stop ?? tree.start).stop + 1);
  }
}

/** https://developer.salesforce.com/docs/atlas.en-us.soql_sosl.meta/soql_sosl/sforce_api_calls_soql_alias.htm */
const RESERVED = new Set(
  'and asc desc excludes first from group having in includes last like limit not null nulls or select using where with'.split(
    ' '
  )
);

const OPERATORS: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
  like: 'like',
  in: 'in',
  notin: 'not in',
  includes: 'includes',
  excludes: 'excludes'
};

const namesOf = (tree: FieldNameContext): string[] => tree.soqlId_list().map((id) => id.getText());

function dateFormula(tree: DateFormulaContext): Value {
  const count = optional(tree.signedInteger());
  return {
    kind: 'date-formula',
    name: tree.start.text.toLowerCase(),
    count: count ? Number(count.getText()) : null
  };
}
