/** Binds the members of a declared type. */
import { VOID } from '../../values/type.js';
import type {
  BlockStatement,
  ConstructorDeclaration,
  Expression,
  FieldDeclaration,
  InitializerDeclaration,
  MethodDeclaration,
  Parameter,
  Position,
  PropertyDeclaration,
  Statement
} from '../ast/nodes.js';
import { annotated, annotationsOf, has } from '../binder/modifiers.js';
import { constructorSlot } from '../binder/slots.js';
import type { FieldSymbol, MethodSymbol } from '../binder/symbols.js';
import type { DeclaredType } from '../binder/units.js';
import type {
  BoundBlock,
  BoundConstructor,
  BoundExpression,
  BoundField,
  BoundLocal,
  BoundMethod,
  BoundProperty,
  BoundStatement
} from '../bound/nodes.js';
import type { ApexType } from '../../values/type.js';
import { BodyContext, type BodyKind, type UnitContext } from './context.js';
import { convert } from './convert.js';
import { constructorCall } from './expressions/constructor-calls.js';
import { bindExpression } from './expressions/expression.js';
import { viaAccessor } from './expressions/names.js';
import { bindStatements } from './statements/statement.js';

export interface BoundMembers {
  readonly fields: readonly BoundField[];
  readonly properties: readonly BoundProperty[];
  readonly methods: readonly BoundMethod[];
  readonly constructors: readonly BoundConstructor[];
  readonly staticInitializers: readonly BoundStatement[];
  readonly instanceInitializers: readonly BoundStatement[];
}

export function bindMembers(unit: UnitContext, declared: DeclaredType): BoundMembers {
  const binder = new MemberBinder(unit, declared);
  return binder.bind();
}

class MemberBinder {
  private readonly fields: BoundField[] = [];
  private readonly properties: BoundProperty[] = [];
  private readonly methods: BoundMethod[] = [];
  private readonly constructors: BoundConstructor[] = [];
  private readonly initializers = { static: [] as BoundStatement[], instance: [] as BoundStatement[] };
  /** Static finals with a literal have their value before any other initialiser runs, wherever they stand. */
  private readonly constants: BoundStatement[] = [];

  constructor(
    private readonly unit: UnitContext,
    private readonly declared: DeclaredType
  ) {}

  bind(): BoundMembers {
    const { symbol } = this.declared;
    for (const member of this.declared.members) {
      switch (member.kind) {
        case 'field':
          this.field(member);
          break;
        case 'property':
          this.property(member);
          break;
        case 'method':
          this.method(member);
          break;
        case 'constructor':
          this.constructorMember(member);
          break;
        case 'initializer':
          this.initializer(member);
          break;
        case 'class':
        case 'interface':
        case 'enum':
          break;
      }
    }
    if (symbol.kind === 'class' && this.constructors.length === 0) this.constructors.push(this.implicitConstructor());
    return {
      fields: this.fields,
      properties: this.properties,
      methods: this.methods,
      constructors: this.constructors,
      staticInitializers: [...this.constants, ...this.initializers.static],
      instanceInitializers: this.initializers.instance
    };
  }

  private body(
    kind: BodyKind['kind'],
    isStatic: boolean,
    returnType: ApexType | null = null,
    property: FieldSymbol | null = null
  ): BodyContext {
    return new BodyContext(this.unit, this.declared.symbol, { kind, isStatic, returnType, property });
  }

  private field(syntax: FieldDeclaration): void {
    const field = this.declared.fields.get(syntax);
    if (!field) return;
    this.fields.push(field);
    if (syntax.initializer) this.initialize(field, syntax.initializer, syntax.pos);
  }

  private initialize(field: FieldSymbol, initializer: Expression, pos: Position): void {
    const ctx = this.body('initializer', field.isStatic);
    ctx.executable(pos);
    const { value, missing } = ctx.problems.watch(() =>
      convert(ctx, bindExpression(ctx, initializer), field.type, pos)
    );
    const list = field.isConstant ? this.constants : this.initializers[field.isStatic ? 'static' : 'instance'];
    if (missing !== null) {
      list.push({ kind: 'not-supported', feature: missing, pos });
      return;
    }
    const target: BoundExpression = {
      kind: 'field',
      field,
      target: field.isStatic ? null : { kind: 'this', type: field.owner, pos },
      viaAccessor: viaAccessor(ctx, field),
      safe: false,
      type: field.type,
      pos
    };
    const expression: BoundExpression = { kind: 'assign', target, value, type: field.type, pos };
    list.push({ kind: 'expression', expression, pos });
  }

  private property(syntax: PropertyDeclaration): void {
    const field = this.declared.fields.get(syntax);
    if (!field) return;
    const getter = syntax.getter
      ? { body: syntax.getter.body ? this.getterBody(field, syntax.getter.body) : null }
      : undefined;
    let setter: BoundProperty['setter'];
    if (syntax.setter) {
      const ctx = this.body('setter', field.isStatic, VOID, field);
      const parameter = ctx.declare('value', field.type, syntax.setter.pos);
      setter = { body: syntax.setter.body ? bindStatements(ctx, syntax.setter.body).statement : null, parameter };
    }
    this.properties.push({ ...field, getter, setter });
  }

  private getterBody(field: FieldSymbol, body: BlockStatement): BoundBlock {
    const ctx = this.body('getter', field.isStatic, field.type, field);
    const { statement, completion } = bindStatements(ctx, body);
    if (completion === 'yes') ctx.problems.report(body.pos, 'return-missing', field.type.name);
    return statement;
  }

  private parameters(
    ctx: BodyContext,
    syntax: readonly Parameter[],
    types: readonly ApexType[]
  ): readonly BoundLocal[] {
    return syntax.map((parameter, index) => {
      const type = types[index];
      if (!type) throw new Error(`the parameter ${parameter.name} has no type`);
      // A repeated name has been reported with the signature.
      return ctx.local(parameter.name) ?? ctx.declare(parameter.name, type, parameter.pos, has(parameter, 'final'));
    });
  }

  private method(syntax: MethodDeclaration): void {
    const symbol = this.declared.methods.get(syntax);
    if (!symbol) return;
    const ctx = this.body('method', symbol.isStatic, symbol.returnType);
    const parameters = this.parameters(ctx, syntax.parameters, symbol.parameters);
    const body = syntax.body ? this.methodBody(ctx, syntax.body, symbol, syntax.pos) : null;
    this.methods.push({
      ...ofSymbol(symbol),
      aliases: [],
      parameters,
      isTest: has(syntax, 'testmethod') || annotated(syntax, 'istest'),
      annotations: annotationsOf(syntax),
      body,
      pos: syntax.pos,
      endPos: syntax.endPos
    });
  }

  private methodBody(ctx: BodyContext, body: BlockStatement, symbol: MethodSymbol, pos: Position): BoundBlock {
    const { statement, completion } = bindStatements(ctx, body);
    if (symbol.returnType !== VOID && completion === 'yes') {
      ctx.problems.report(pos, 'return-missing', symbol.returnType.name);
    }
    return statement;
  }

  private constructorMember(syntax: ConstructorDeclaration): void {
    const symbol = this.declared.constructors.get(syntax);
    if (!symbol) return;
    const ctx = this.body('constructor', false);
    const parameters = this.parameters(ctx, syntax.parameters, symbol.parameters);
    const [first, ...rest] = syntax.body.statements;
    for (const statement of rest) this.refuseLateCall(ctx, statement);
    const isExplicit = first !== undefined && constructorCallName(first) !== null;
    const implicit = isExplicit ? [] : this.implicitSuper(ctx, syntax.pos);
    const { statement } = bindStatements(ctx, syntax.body);
    this.constructors.push({
      owner: symbol.owner,
      slot: symbol.slot,
      parameters,
      access: symbol.access,
      body: { ...statement, statements: [...implicit, ...statement.statements] },
      pos: syntax.pos
    });
  }

  private refuseLateCall(ctx: BodyContext, statement: Statement): void {
    const name = constructorCallName(statement);
    if (name) ctx.problems.report(statement.pos, name === 'this' ? 'this-call-place' : 'super-call-place');
  }

  /** `super()` that the source leaves out; nothing when there is no superclass. */
  private implicitSuper(ctx: BodyContext, pos: Position): readonly BoundStatement[] {
    const { superclass } = this.declared.symbol;
    if (!superclass) return [];
    const before = ctx.problems.list().length;
    const expression = constructorCall(ctx, 'super', [], pos);
    if (ctx.problems.list().length > before) return [];
    return [{ kind: 'expression', expression, pos }];
  }

  private implicitConstructor(): BoundConstructor {
    const { symbol, syntax } = this.declared;
    const pos = syntax?.pos ?? { line: 1, column: 1, offset: 0 };
    const ctx = this.body('constructor', false);
    // Exception classes have the built-in constructors instead; this one only runs the initialisers.
    const statements = this.implicitSuper(ctx, pos);
    return {
      owner: symbol.type,
      slot: constructorSlot(symbol.type, 0),
      parameters: [],
      access: 'public',
      body: { kind: 'block', statements, pos },
      pos
    };
  }

  private initializer(syntax: InitializerDeclaration): void {
    const ctx = this.body('initializer', syntax.isStatic);
    const { statement } = bindStatements(ctx, syntax.body);
    this.initializers[syntax.isStatic ? 'static' : 'instance'].push(statement);
  }
}

function ofSymbol(symbol: MethodSymbol): Omit<MethodSymbol, 'isTestVisible' | 'parameters'> {
  const { owner, name, slot, returnType, isStatic, isAbstract, isVirtual, isOverride, access } = symbol;
  return { owner, name, slot, returnType, isStatic, isAbstract, isVirtual, isOverride, access };
}

/** `this` or `super` when the statement calls a constructor. */
function constructorCallName(statement: Statement): 'this' | 'super' | null {
  if (statement.kind !== 'expression-statement' || statement.expression.kind !== 'call') return null;
  const { target, name } = statement.expression;
  return target === null && (name === 'this' || name === 'super') ? name : null;
}
