import type {
  CreatedNameContext,
  QualifiedNameContext,
  TypeListContext,
  TypeNameContext,
  TypeRefContext
} from '@apexdevtools/apex-parser';
import type { Position, TypeReference } from '../ast/nodes.js';
import type { SourceText } from './source.js';

function listReference(element: TypeReference, pos: Position): TypeReference {
  return { name: ['List'], args: [element], pos };
}

function nameOf(typeName: TypeNameContext): string {
  const keyword = typeName.LIST() ?? typeName.SET() ?? typeName.MAP();
  return keyword ? keyword.getText() : typeName.id().getText();
}

/** `A.B<C>[]`: the brackets wrap the type in List. */
export function typeReference(source: SourceText, context: TypeRefContext): TypeReference {
  const parts = context.typeName_list();
  const pos = source.start(context);
  const last = parts.at(-1);
  let type: TypeReference = {
    name: parts.map(nameOf),
    args: last?.typeArguments() ? typeReferences(source, last.typeArguments().typeList()) : [],
    pos
  };
  const dimensions = context.arraySubscripts()?.LBRACK_list().length ?? 0;
  for (let index = 0; index < dimensions; index++) type = listReference(type, pos);
  return type;
}

export function typeReferences(source: SourceText, context: TypeListContext | null): readonly TypeReference[] {
  return context ? context.typeRef_list().map((type) => typeReference(source, type)) : [];
}

export function qualifiedTypeReference(source: SourceText, context: QualifiedNameContext): TypeReference {
  return { name: context.id_list().map((id) => id.getText()), args: [], pos: source.start(context) };
}

/** Type after `new`. */
export function createdTypeReference(source: SourceText, context: CreatedNameContext): TypeReference {
  const parts = context.idCreatedNamePair_list();
  const last = parts.at(-1);
  return {
    name: parts.map((part) => part.anyId().getText()),
    args: typeReferences(source, last?.typeList() ?? null),
    pos: source.start(context)
  };
}
