import {
  AssignExpressionContext,
  IdPrimaryContext,
  PrimaryExpressionContext,
  type ArrayCreatorRestContext,
  type ExpressionContext,
  type NewExpressionContext
} from '@apexdevtools/apex-parser';
import type { Expression, NewObjectExpression, Position, TypeReference } from '../ast/nodes.js';
import { expression, expressions } from './expressions.js';
import type { SourceText } from './source.js';
import { createdTypeReference } from './types.js';

/** Everything that starts with `new`. */
export function creation(source: SourceText, context: NewExpressionContext): Expression {
  const pos = source.start(context);
  const creator = context.creator();
  const type = createdTypeReference(source, creator.createdName());
  const array = creator.arrayCreatorRest();
  if (array) return newArray(source, type, array, pos);
  const map = creator.mapCreatorRest();
  if (map) {
    const entries = map.mapCreatorRestPair_list().map((pair) => ({
      key: expression(source, pair.expression(0)),
      value: expression(source, pair.expression(1))
    }));
    return { kind: 'new-collection', type, elements: [], entries, pos };
  }
  const set = creator.setCreatorRest();
  if (set) {
    const elements = set.expression_list().map((item) => expression(source, item));
    return { kind: 'new-collection', type, elements, entries: null, pos };
  }
  if (creator.noRest()) return { kind: 'new-collection', type, elements: [], entries: null, pos };
  const list = creator.classCreatorRest().arguments().expressionList();
  const items = list?.expression_list() ?? [];
  if (items.some(isNamedArgument)) return { kind: 'new', type, args: [], fields: namedArguments(source, items), pos };
  return { kind: 'new', type, args: expressions(source, list), fields: null, pos };
}

function newArray(source: SourceText, type: TypeReference, rest: ArrayCreatorRestContext, pos: Position): Expression {
  const size = rest.expression();
  const initializer = rest.arrayInitializer();
  return {
    kind: 'new-array',
    elementType: type,
    size: size ? expression(source, size) : null,
    elements: initializer ? initializer.expression_list().map((item) => expression(source, item)) : size ? null : [],
    pos
  };
}

/** `Name = 'x'` among the arguments of `new`: to the grammar an assignment. */
function isNamedArgument(context: ExpressionContext): context is AssignExpressionContext {
  if (!(context instanceof AssignExpressionContext) || !context.ASSIGN()) return false;
  const target = context.expression(0);
  return target instanceof PrimaryExpressionContext && target.primary() instanceof IdPrimaryContext;
}

function namedArguments(source: SourceText, items: readonly ExpressionContext[]): NewObjectExpression['fields'] {
  return items.filter(isNamedArgument).map((item) => ({
    name: item.expression(0).getText(),
    value: expression(source, item.expression(1)),
    pos: source.start(item)
  }));
}
