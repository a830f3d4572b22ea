/**
 * Syntax tree of one Apex compilation unit: data only, one interface per construct, no behaviour.
 * The parser makes it (`apex/parser`), the binder and checker read it; nobody changes it.
 * Names keep the spelling of the source; every look-up by name ignores case.
 */

/** Place in the source. `line` counts from 1, `column` from 1 (as Salesforce reports it), `offset` from 0 in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

interface Node {
  readonly pos: Position;
}

/** `Map<String, List<Account>>`, `Outer.Inner`, `Account[]` (as List<Account>), or a qualified name. */
export interface TypeReference extends Node {
  /** Dotted parts; only the last may carry arguments, e.g. ['Database', 'Batchable']. */
  readonly name: readonly string[];
  readonly args: readonly TypeReference[];
}

export interface Annotation extends Node {
  readonly name: string;
  /** `@Foo('x')` is { value: 'x' }; `@Foo(a=true b='x')` is { a: true, b: 'x' }. Keys in lower case. */
  readonly values: Readonly<Record<string, string | boolean | number>>;
}

/** Lower-case keywords as written, e.g. 'public', 'static', 'with sharing', 'testmethod'. */
export type Modifier =
  | 'public'
  | 'private'
  | 'protected'
  | 'global'
  | 'static'
  | 'final'
  | 'abstract'
  | 'virtual'
  | 'override'
  | 'transient'
  | 'webservice'
  | 'testmethod'
  | 'with sharing'
  | 'without sharing'
  | 'inherited sharing';

interface Declaration extends Node {
  readonly modifiers: readonly Modifier[];
  readonly annotations: readonly Annotation[];
}

// ---------------------------------------------------------------- units and types

export type CompilationUnit = ClassUnit | TriggerUnit | AnonymousUnit;

export interface ClassUnit {
  readonly kind: 'class-unit';
  readonly type: TypeDeclaration;
}

export type TriggerEvent =
  | 'before insert'
  | 'before update'
  | 'before delete'
  | 'before undelete'
  | 'after insert'
  | 'after update'
  | 'after delete'
  | 'after undelete';

export interface TriggerUnit extends Node {
  readonly kind: 'trigger-unit';
  readonly name: string;
  readonly object: string;
  readonly events: readonly TriggerEvent[];
  readonly body: BlockStatement;
  /** Methods, fields and types declared in the trigger body. */
  readonly members: readonly MemberDeclaration[];
}

/** Execute-anonymous: statements, and the methods and classes declared among them. */
export interface AnonymousUnit extends Node {
  readonly kind: 'anonymous-unit';
  readonly body: BlockStatement;
  readonly members: readonly MemberDeclaration[];
}

export type TypeDeclaration = ClassDeclaration | InterfaceDeclaration | EnumDeclaration;

export interface ClassDeclaration extends Declaration {
  readonly kind: 'class';
  readonly name: string;
  readonly superclass: TypeReference | null;
  readonly interfaces: readonly TypeReference[];
  readonly members: readonly MemberDeclaration[];
}

export interface InterfaceDeclaration extends Declaration {
  readonly kind: 'interface';
  readonly name: string;
  readonly interfaces: readonly TypeReference[];
  readonly members: readonly MethodDeclaration[];
}

export interface EnumDeclaration extends Declaration {
  readonly kind: 'enum';
  readonly name: string;
  readonly values: readonly { readonly name: string; readonly pos: Position }[];
}

// ---------------------------------------------------------------- members

export type MemberDeclaration =
  | FieldDeclaration
  | PropertyDeclaration
  | MethodDeclaration
  | ConstructorDeclaration
  | InitializerDeclaration
  | TypeDeclaration;

/** One declarator per node: `Integer a, b = 1;` makes two. */
export interface FieldDeclaration extends Declaration {
  readonly kind: 'field';
  readonly type: TypeReference;
  readonly name: string;
  readonly initializer: Expression | null;
}

export interface Accessor extends Declaration {
  /** null for the automatic form `get;`. */
  readonly body: BlockStatement | null;
}

export interface PropertyDeclaration extends Declaration {
  readonly kind: 'property';
  readonly type: TypeReference;
  readonly name: string;
  readonly getter: Accessor | null;
  readonly setter: Accessor | null;
}

export interface Parameter extends Declaration {
  readonly type: TypeReference;
  readonly name: string;
}

export interface MethodDeclaration extends Declaration {
  readonly kind: 'method';
  /** null is `void`. */
  readonly returnType: TypeReference | null;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** null for abstract and interface methods. */
  readonly body: BlockStatement | null;
  readonly endPos: Position;
}

export interface ConstructorDeclaration extends Declaration {
  readonly kind: 'constructor';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: BlockStatement;
}

export interface InitializerDeclaration extends Node {
  readonly kind: 'initializer';
  readonly isStatic: boolean;
  readonly body: BlockStatement;
}

// ---------------------------------------------------------------- statements

export type Statement =
  | BlockStatement
  | LocalVariableStatement
  | ExpressionStatement
  | IfStatement
  | WhileStatement
  | DoWhileStatement
  | ForStatement
  | ForEachStatement
  | SwitchStatement
  | TryStatement
  | ThrowStatement
  | ReturnStatement
  | BreakStatement
  | ContinueStatement
  | DmlStatement
  | RunAsStatement;

export interface BlockStatement extends Node {
  readonly kind: 'block';
  readonly statements: readonly Statement[];
  readonly endPos: Position;
}

export interface LocalVariableStatement extends Node {
  readonly kind: 'local';
  readonly isFinal: boolean;
  readonly type: TypeReference;
  readonly declarators: readonly {
    readonly name: string;
    readonly initializer: Expression | null;
    readonly pos: Position;
  }[];
}

export interface ExpressionStatement extends Node {
  readonly kind: 'expression-statement';
  readonly expression: Expression;
}

export interface IfStatement extends Node {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly then: Statement;
  readonly otherwise: Statement | null;
}

export interface WhileStatement extends Node {
  readonly kind: 'while';
  readonly condition: Expression;
  readonly body: Statement;
}

export interface DoWhileStatement extends Node {
  readonly kind: 'do-while';
  readonly body: Statement;
  readonly condition: Expression;
}

export interface ForStatement extends Node {
  readonly kind: 'for';
  readonly init: LocalVariableStatement | readonly Expression[];
  readonly condition: Expression | null;
  readonly update: readonly Expression[];
  readonly body: Statement;
}

/** `for (T x : expression)`; a SOQL literal iterates over its rows (or lists of 200 when T is a List). */
export interface ForEachStatement extends Node {
  readonly kind: 'for-each';
  readonly type: TypeReference;
  readonly name: string;
  readonly iterable: Expression;
  readonly body: Statement;
}

export interface SwitchStatement extends Node {
  readonly kind: 'switch';
  readonly subject: Expression;
  readonly cases: readonly WhenClause[];
}

export type WhenClause =
  | (Node & { readonly kind: 'when-values'; readonly values: readonly Expression[]; readonly body: BlockStatement })
  | (Node & {
      readonly kind: 'when-type';
      readonly type: TypeReference;
      readonly name: string;
      readonly body: BlockStatement;
    })
  | (Node & { readonly kind: 'when-else'; readonly body: BlockStatement });

export interface TryStatement extends Node {
  readonly kind: 'try';
  readonly body: BlockStatement;
  readonly catches: readonly (Node & {
    readonly type: TypeReference;
    readonly name: string;
    readonly body: BlockStatement;
  })[];
  readonly finallyBody: BlockStatement | null;
}

export interface ThrowStatement extends Node {
  readonly kind: 'throw';
  readonly expression: Expression;
}

export interface ReturnStatement extends Node {
  readonly kind: 'return';
  readonly expression: Expression | null;
}

export interface BreakStatement extends Node {
  readonly kind: 'break';
}

export interface ContinueStatement extends Node {
  readonly kind: 'continue';
}

export type DmlOperation = 'insert' | 'update' | 'upsert' | 'delete' | 'undelete' | 'merge';

export interface DmlStatement extends Node {
  readonly kind: 'dml';
  readonly operation: DmlOperation;
  /** `insert as user x`; null is the default of the unit's API version. */
  readonly accessLevel: 'user' | 'system' | null;
  readonly target: Expression;
  /** `upsert x Field__c` (dotted source text), or the second operand of merge. */
  readonly upsertField: string | null;
  readonly mergeWith: Expression | null;
}

export interface RunAsStatement extends Node {
  readonly kind: 'run-as';
  readonly user: Expression;
  readonly body: BlockStatement;
}

// ---------------------------------------------------------------- expressions

export type Expression =
  | LiteralExpression
  | NameExpression
  | FieldAccessExpression
  | IndexExpression
  | MethodCallExpression
  | NewObjectExpression
  | NewCollectionExpression
  | NewArrayExpression
  | CastExpression
  | InstanceOfExpression
  | UnaryExpression
  | PostfixExpression
  | BinaryExpression
  | AssignExpression
  | TernaryExpression
  | ThisExpression
  | SuperExpression
  | ClassLiteralExpression
  | SoqlExpression
  | SoslExpression;

export type LiteralType = 'Integer' | 'Long' | 'Double' | 'Decimal' | 'String' | 'Boolean' | 'null';

export interface LiteralExpression extends Node {
  readonly kind: 'literal';
  readonly type: LiteralType;
  /** Strings unescaped; numbers as source text without suffix; booleans 'true' or 'false'. */
  readonly value: string;
}

/** A simple name: variable, field, property, type or namespace; the binder decides. */
export interface NameExpression extends Node {
  readonly kind: 'name';
  readonly name: string;
}

export interface FieldAccessExpression extends Node {
  readonly kind: 'field-access';
  readonly target: Expression;
  readonly name: string;
  readonly safe: boolean;
}

export interface IndexExpression extends Node {
  readonly kind: 'index';
  readonly target: Expression;
  readonly index: Expression;
}

/** `f(x)`, `a.f(x)`, `this(x)`, `super(x)`: for the last two `target` is null and `name` is 'this' or 'super'. */
export interface MethodCallExpression extends Node {
  readonly kind: 'call';
  readonly target: Expression | null;
  readonly name: string;
  readonly args: readonly Expression[];
  readonly safe: boolean;
}

/** `new T(a, b)`, or `new Account(Name = 'x')` with named arguments. */
export interface NewObjectExpression extends Node {
  readonly kind: 'new';
  readonly type: TypeReference;
  readonly args: readonly Expression[];
  /** Field initialisers of an sObject; null when the argument list is positional. */
  readonly fields: readonly { readonly name: string; readonly value: Expression; readonly pos: Position }[] | null;
}

/** `new List<T>{a, b}`, `new Set<T>{…}`, `new Map<K,V>{k => v}`. */
export interface NewCollectionExpression extends Node {
  readonly kind: 'new-collection';
  readonly type: TypeReference;
  readonly elements: readonly Expression[];
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[] | null;
}

/** `new T[n]` (size) or `new T[]{…}` (elements): a List<T>. */
export interface NewArrayExpression extends Node {
  readonly kind: 'new-array';
  readonly elementType: TypeReference;
  readonly size: Expression | null;
  readonly elements: readonly Expression[] | null;
}

export interface CastExpression extends Node {
  readonly kind: 'cast';
  readonly type: TypeReference;
  readonly operand: Expression;
}

export interface InstanceOfExpression extends Node {
  readonly kind: 'instanceof';
  readonly operand: Expression;
  readonly type: TypeReference;
}

export interface UnaryExpression extends Node {
  readonly kind: 'unary';
  readonly operator: '+' | '-' | '!' | '~' | '++' | '--';
  readonly operand: Expression;
}

export interface PostfixExpression extends Node {
  readonly kind: 'postfix';
  readonly operator: '++' | '--';
  readonly operand: Expression;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '=='
  | '!='
  | '==='
  | '!=='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||'
  | '??'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | '>>>';

export interface BinaryExpression extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `=` has operator null; `+=` has operator '+', and so on. */
export interface AssignExpression extends Node {
  readonly kind: 'assign';
  readonly operator: BinaryOperator | null;
  readonly target: Expression;
  readonly value: Expression;
}

export interface TernaryExpression extends Node {
  readonly kind: 'ternary';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

export interface ThisExpression extends Node {
  readonly kind: 'this';
}

export interface SuperExpression extends Node {
  readonly kind: 'super';
}

/** `T.class`. */
export interface ClassLiteralExpression extends Node {
  readonly kind: 'class-literal';
  readonly type: TypeReference;
}

/** `[SELECT …]`: the text between the brackets, and its bind expressions (`:x`) in source order. */
export interface SoqlExpression extends Node {
  readonly kind: 'soql';
  readonly text: string;
  readonly binds: readonly Expression[];
}

/** `[FIND …]`. */
export interface SoslExpression extends Node {
  readonly kind: 'sosl';
  readonly text: string;
  readonly binds: readonly Expression[];
}
