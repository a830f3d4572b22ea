/** First pass: names of types. After it every type reference can be resolved. */
import { userType } from '../../values/type.js';
import type { MemberDeclaration, TypeDeclaration } from '../ast/nodes.js';
import { Problems } from '../diagnostics.js';
import { checkClassAnnotations } from './annotation-rules.js';
import { accessOf, annotated, annotationsOf, checkModifiers, has, sharingOf } from './modifiers.js';
import { isReservedName } from './reserved.js';
import type { SymbolTable, TypeSymbol } from './symbols.js';
import type { DeclaredType, DeclaredUnit, SourceUnit } from './units.js';

/** Names of the types that stand for units without a class; stack traces use them. */
const ANONYMOUS_TYPE = 'AnonymousBlock';
const triggerTypeName = (trigger: string): string => `${trigger}$trigger`;

/** Name of the top-level type that the unit declares. */
export function unitTypeName({ ast }: SourceUnit): string {
  switch (ast.kind) {
    case 'class-unit':
      return ast.type.name;
    case 'trigger-unit':
      return triggerTypeName(ast.name);
    case 'anonymous-unit':
      return ANONYMOUS_TYPE;
  }
}

/** @param table holds the org's types that no unit of this compilation declares, and those that earlier units declared. */
export function declareTypes(source: SourceUnit, table: SymbolTable, defersMissing: boolean): DeclaredUnit {
  const problems = new Problems(source.fileName, defersMissing);
  const unit: DeclaredUnit = { source, problems, dependencies: new Set(), types: [] };
  const { ast } = source;
  if (ast.kind === 'class-unit') {
    if (table.get(ast.type.name.toLowerCase())) unit.problems.report(ast.type.pos, 'duplicate-type', ast.type.name);
    checkTopLevel(ast.type, unit.problems);
    declareType(ast.type, null, unit, table);
    return unit;
  }
  const symbol = emptySymbol('class', unitTypeName(source), null, source);
  const declared = declaredType(symbol, unit, null, ast.members);
  table.add(symbol);
  unit.types.push(declared);
  declareInnerTypes(ast.members, symbol, unit, table);
  return unit;
}

function checkTopLevel(syntax: TypeDeclaration, problems: Problems): void {
  const isTest = annotated(syntax, 'istest');
  const access = accessOf(syntax, isTest ? 'public' : 'private');
  if ((access === 'private' && !isTest) || access === 'protected') problems.report(syntax.pos, 'top-level-scope');
}

function declareType(syntax: TypeDeclaration, outer: TypeSymbol | null, unit: DeclaredUnit, table: SymbolTable): void {
  const { problems, source } = unit;
  checkModifiers(
    syntax,
    syntax.kind === 'class' ? 'classes' : syntax.kind === 'enum' ? 'enums' : 'interfaces',
    problems
  );
  if (syntax.kind === 'class') checkClassAnnotations(syntax, problems);
  if (isReservedName(syntax.name)) problems.report(syntax.pos, 'identifier-reserved', syntax.name);
  const isTest = annotated(syntax, 'istest') || (outer?.isTest ?? false);
  const symbol: TypeSymbol = {
    ...emptySymbol(syntax.kind, syntax.name, outer, source),
    access: accessOf(syntax, isTest && !outer ? 'public' : 'private'),
    isAbstract: syntax.kind === 'interface' || has(syntax, 'abstract'),
    isVirtual: has(syntax, 'virtual') || has(syntax, 'abstract'),
    isTest,
    isTestVisible: annotated(syntax, 'testvisible'),
    sharing: sharingOf(syntax),
    annotations: annotationsOf(syntax),
    enumValues: syntax.kind === 'enum' ? syntax.values.map((value) => value.name) : []
  };
  const members = syntax.kind === 'enum' ? [] : syntax.members;
  table.add(symbol);
  if (outer) outer.inner.set(syntax.name.toLowerCase(), symbol);
  unit.types.push(declaredType(symbol, unit, syntax, members));
  if (syntax.kind === 'enum') {
    const seen = new Set<string>();
    for (const value of syntax.values) {
      if (seen.has(value.name.toLowerCase())) problems.report(value.pos, 'duplicate-field', value.name);
      seen.add(value.name.toLowerCase());
    }
  }
  if (syntax.kind === 'class') declareInnerTypes(syntax.members, symbol, unit, table);
}

function declareInnerTypes(
  members: readonly MemberDeclaration[],
  outer: TypeSymbol,
  unit: DeclaredUnit,
  table: SymbolTable
): void {
  for (const member of members) {
    if (member.kind !== 'class' && member.kind !== 'interface' && member.kind !== 'enum') continue;
    if (outer.outer !== null) {
      unit.problems.report(member.pos, 'inner-inner');
      continue;
    }
    const clash = outer.inner.has(member.name.toLowerCase()) || member.name.toLowerCase() === outer.type.key;
    if (clash) unit.problems.report(member.pos, 'duplicate-type', member.name);
    else declareType(member, outer, unit, table);
  }
}

function declaredType(
  symbol: TypeSymbol,
  unit: DeclaredUnit,
  syntax: TypeDeclaration | null,
  members: readonly MemberDeclaration[]
): DeclaredType {
  return { symbol, unit, syntax, members, fields: new Map(), methods: new Map(), constructors: new Map() };
}

function emptySymbol(kind: TypeSymbol['kind'], name: string, outer: TypeSymbol | null, source: SourceUnit): TypeSymbol {
  return {
    kind,
    type: userType(outer ? `${outer.type.name}.${name}` : name),
    name,
    outer: outer?.type.name ?? null,
    fileName: source.fileName,
    apiVersion: source.apiVersion,
    access: 'public',
    isAbstract: false,
    isVirtual: false,
    isTest: false,
    isTestVisible: false,
    sharing: 'none',
    annotations: [],
    enumValues: [],
    inner: new Map(),
    superclass: null,
    isIncomplete: false,
    isException: false,
    interfaces: [],
    fields: new Map(),
    methods: new Map(),
    constructors: []
  };
}
