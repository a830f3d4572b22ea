/**
 * What annotations ask of the methods and classes that carry them.
 * Source: Apex Developer Guide, "Annotations" (Future, IsTest, TestSetup, REST annotations, RemoteAction, InvocableMethod).
 */
import { VOID, type ApexType } from '../../values/type.js';
import type { ClassDeclaration, MethodDeclaration } from '../ast/nodes.js';
import type { Problems } from '../diagnostics.js';
import { annotated, has } from './modifiers.js';
import type { MethodSymbol } from './symbols.js';

interface Rule {
  /** As messages write it. */
  readonly name: string;
  readonly isStatic: boolean;
  readonly isGlobal: boolean;
  readonly isVoid: boolean;
  readonly parameters: 'any' | 'none' | 'primitive';
}

const rule = (name: string, traits: Partial<Rule> = {}): Rule => ({
  name,
  isStatic: true,
  isGlobal: false,
  isVoid: false,
  parameters: 'any',
  ...traits
});

const METHOD_RULES: Readonly<Record<string, Rule>> = {
  future: rule('Future', { isVoid: true, parameters: 'primitive' }),
  testsetup: rule('TestSetup', { parameters: 'none' }),
  httpget: rule('HttpGet', { isGlobal: true, parameters: 'none' }),
  httpdelete: rule('HttpDelete', { isGlobal: true, parameters: 'none' }),
  httppost: rule('HttpPost', { isGlobal: true }),
  httpput: rule('HttpPut', { isGlobal: true }),
  httppatch: rule('HttpPatch', { isGlobal: true }),
  remoteaction: rule('RemoteAction'),
  invocablemethod: rule('InvocableMethod')
};

export function checkMethodAnnotations(syntax: MethodDeclaration, method: MethodSymbol, problems: Problems): void {
  const { pos } = syntax;
  if ((annotated(syntax, 'istest') || has(syntax, 'testmethod')) && method.parameters.length > 0) {
    problems.report(pos, 'test-parameters');
  }
  if (annotated(syntax, 'istest') && !method.isStatic)
    problems.report(pos, 'method-modifier', 'IsTest', 'methods', 'static');
  if (annotated(syntax, 'testsetup') && method.returnType !== VOID) problems.report(pos, 'test-setup-void');
  for (const annotation of syntax.annotations) {
    const found = METHOD_RULES[annotation.name.toLowerCase()];
    if (found) checkRule(found, syntax, method, problems);
  }
}

function checkRule(found: Rule, { pos }: MethodDeclaration, method: MethodSymbol, problems: Problems): void {
  const { name } = found;
  if (found.isStatic && !method.isStatic) problems.report(pos, 'method-modifier', name, 'methods', 'static');
  if (found.isGlobal && method.access !== 'global') problems.report(pos, 'method-modifier', name, 'methods', 'global');
  if (found.isVoid && method.returnType !== VOID) {
    problems.report(pos, 'method-return-type', name, method.returnType.name);
  }
  if (found.parameters === 'none' && method.parameters.length > 0) problems.report(pos, 'method-parameters', name);
  if (found.parameters === 'primitive') {
    const wrong = method.parameters.find((type) => !isPrimitiveOrCollection(type));
    if (wrong) problems.report(pos, 'method-parameter-type', name, wrong.name);
  }
}

/** A primitive, or a collection of what may travel itself. */
const isPrimitiveOrCollection = (type: ApexType): boolean =>
  type.kind === 'primitive' || (type.args.length > 0 && type.args.every(isPrimitiveOrCollection));

export function checkClassAnnotations(syntax: ClassDeclaration, problems: Problems): void {
  if (annotated(syntax, 'restresource') && !has(syntax, 'global')) {
    problems.report(syntax.pos, 'method-modifier', 'RestResource', 'classes', 'global');
  }
}
