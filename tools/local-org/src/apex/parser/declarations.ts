import type {
  ClassBodyDeclarationContext,
  ClassDeclarationContext,
  ConstructorDeclarationContext,
  EnumDeclarationContext,
  FieldDeclarationContext,
  FormalParametersContext,
  InterfaceDeclarationContext,
  InterfaceMethodDeclarationContext,
  MethodDeclarationContext,
  PropertyDeclarationContext,
  TypeDeclarationContext
} from '@apexdevtools/apex-parser';
import type {
  Accessor,
  ClassDeclaration,
  ConstructorDeclaration,
  EnumDeclaration,
  FieldDeclaration,
  InterfaceDeclaration,
  MemberDeclaration,
  MethodDeclaration,
  Parameter,
  PropertyDeclaration,
  TypeDeclaration
} from '../ast/nodes.js';
import { expression } from './expressions.js';
import { modifierList, type ModifierList } from './modifiers.js';
import type { SourceText } from './source.js';
import { block } from './statements.js';
import { typeReference, typeReferences } from './types.js';

/** A declaration's position is that of its name, where Salesforce reports most errors about it. */
export function typeDeclaration(source: SourceText, context: TypeDeclarationContext): TypeDeclaration {
  const modifiers = modifierList(source, context.modifier_list());
  const declared = context.classDeclaration();
  if (declared) return classDeclaration(source, declared, modifiers);
  const contract = context.interfaceDeclaration();
  if (contract) return interfaceDeclaration(source, contract, modifiers);
  return enumDeclaration(source, context.enumDeclaration(), modifiers);
}

function classDeclaration(
  source: SourceText,
  context: ClassDeclarationContext,
  modifiers: ModifierList
): ClassDeclaration {
  const superclass = context.typeRef();
  return {
    kind: 'class',
    ...modifiers,
    name: context.id().getText(),
    superclass: superclass ? typeReference(source, superclass) : null,
    interfaces: typeReferences(source, context.typeList()),
    members: context
      .classBody()
      .classBodyDeclaration_list()
      .flatMap((member) => classMember(source, member)),
    pos: source.start(context.id())
  };
}

function classMember(source: SourceText, context: ClassBodyDeclarationContext): readonly MemberDeclaration[] {
  const initializer = context.block();
  if (initializer) {
    return [
      {
        kind: 'initializer',
        isStatic: Boolean(context.STATIC()),
        body: block(source, initializer),
        pos: source.start(context)
      }
    ];
  }
  const member = context.memberDeclaration();
  if (!member) return [];
  const modifiers = modifierList(source, context.modifier_list());
  const constructor = member.constructorDeclaration();
  if (constructor) return [constructorDeclaration(source, constructor, modifiers)];
  return memberDeclarations(source, member, modifiers);
}

/** What class bodies, triggers and anonymous blocks may all declare. */
export interface MemberContext {
  methodDeclaration(): MethodDeclarationContext;
  interfaceDeclaration(): InterfaceDeclarationContext;
  classDeclaration(): ClassDeclarationContext;
  enumDeclaration(): EnumDeclarationContext;
  propertyDeclaration(): PropertyDeclarationContext;
  fieldDeclaration(): FieldDeclarationContext;
}

export function memberDeclarations(
  source: SourceText,
  context: MemberContext,
  modifiers: ModifierList
): readonly MemberDeclaration[] {
  const method = context.methodDeclaration();
  if (method) return [methodDeclaration(source, method, modifiers)];
  const field = context.fieldDeclaration();
  if (field) return fieldDeclarations(source, field, modifiers);
  const property = context.propertyDeclaration();
  if (property) return [propertyDeclaration(source, property, modifiers)];
  const inner = context.classDeclaration();
  if (inner) return [classDeclaration(source, inner, modifiers)];
  const contract = context.interfaceDeclaration();
  if (contract) return [interfaceDeclaration(source, contract, modifiers)];
  return [enumDeclaration(source, context.enumDeclaration(), modifiers)];
}

function interfaceDeclaration(
  source: SourceText,
  context: InterfaceDeclarationContext,
  modifiers: ModifierList
): InterfaceDeclaration {
  return {
    kind: 'interface',
    ...modifiers,
    name: context.id().getText(),
    interfaces: typeReferences(source, context.typeList()),
    members: context
      .interfaceBody()
      .interfaceMethodDeclaration_list()
      .map((method) => interfaceMethod(source, method)),
    pos: source.start(context.id())
  };
}

function interfaceMethod(source: SourceText, context: InterfaceMethodDeclarationContext): MethodDeclaration {
  const type = context.typeRef();
  return {
    kind: 'method',
    ...modifierList(source, context.modifier_list()),
    returnType: type ? typeReference(source, type) : null,
    name: context.id().getText(),
    parameters: parameterList(source, context.formalParameters()),
    body: null,
    pos: source.start(context.id()),
    endPos: source.end(context)
  };
}

function enumDeclaration(
  source: SourceText,
  context: EnumDeclarationContext,
  modifiers: ModifierList
): EnumDeclaration {
  return {
    kind: 'enum',
    ...modifiers,
    name: context.id().getText(),
    values: (context.enumConstants()?.id_list() ?? []).map((id) => ({ name: id.getText(), pos: source.start(id) })),
    pos: source.start(context.id())
  };
}

function methodDeclaration(
  source: SourceText,
  context: MethodDeclarationContext,
  modifiers: ModifierList
): MethodDeclaration {
  const type = context.typeRef();
  const body = context.block();
  return {
    kind: 'method',
    ...modifiers,
    returnType: type ? typeReference(source, type) : null,
    name: context.id().getText(),
    parameters: parameterList(source, context.formalParameters()),
    body: body ? block(source, body) : null,
    pos: source.start(context.id()),
    endPos: source.end(context)
  };
}

function constructorDeclaration(
  source: SourceText,
  context: ConstructorDeclarationContext,
  modifiers: ModifierList
): ConstructorDeclaration {
  return {
    kind: 'constructor',
    ...modifiers,
    name: context.qualifiedName().getText(),
    parameters: parameterList(source, context.formalParameters()),
    body: block(source, context.block()),
    pos: source.start(context)
  };
}

function parameterList(source: SourceText, context: FormalParametersContext): readonly Parameter[] {
  return (context.formalParameterList()?.formalParameter_list() ?? []).map((parameter) => ({
    ...modifierList(source, parameter.modifier_list()),
    type: typeReference(source, parameter.typeRef()),
    name: parameter.id().getText(),
    pos: source.start(parameter.id())
  }));
}

export function fieldDeclarations(
  source: SourceText,
  context: FieldDeclarationContext,
  modifiers: ModifierList
): readonly FieldDeclaration[] {
  const type = typeReference(source, context.typeRef());
  return context
    .variableDeclarators()
    .variableDeclarator_list()
    .map((declarator) => ({
      kind: 'field',
      ...modifiers,
      type,
      name: declarator.id().getText(),
      initializer: declarator.expression() ? expression(source, declarator.expression()) : null,
      pos: source.start(declarator)
    }));
}

function propertyDeclaration(
  source: SourceText,
  context: PropertyDeclarationContext,
  modifiers: ModifierList
): PropertyDeclaration {
  let getter: Accessor | null = null;
  let setter: Accessor | null = null;
  for (const item of context.propertyBlock_list()) {
    const accessor = item.getter() ?? item.setter();
    const body = accessor.block();
    const node: Accessor = {
      ...modifierList(source, item.modifier_list()),
      body: body ? block(source, body) : null,
      pos: source.start(accessor)
    };
    if (item.getter()) getter = node;
    else setter = node;
  }
  return {
    kind: 'property',
    ...modifiers,
    type: typeReference(source, context.typeRef()),
    name: context.id().getText(),
    getter,
    setter,
    pos: source.start(context.id())
  };
}
