/**
 * The bound tree: what the checker makes of a syntax tree and the emitter turns into JavaScript. Every name is resolved,
 * every overload chosen, every implicit conversion explicit. The emitter decides nothing about Apex's typing rules.
 */
import type { Position, BinaryOperator, DmlOperation, TriggerEvent } from '../ast/nodes.js';
import type { ApexType } from '../../values/type.js';
import type { PlatformMember } from '../../stdlib/registry.js';

// ---------------------------------------------------------------- units and types

/** One compiled unit: a top-level type with its inner types, a trigger, or an anonymous block. */
export interface BoundUnit {
  readonly kind: 'class' | 'trigger' | 'anonymous';
  readonly name: string;
  /** e.g. 68; user mode by default from 67 on. */
  readonly apiVersion: number;
  readonly types: readonly BoundType[];
  readonly trigger: {
    readonly object: string;
    readonly events: readonly TriggerEvent[];
    readonly body: BoundBlock;
  } | null;
  /** Body of an anonymous unit. */
  readonly body: BoundBlock | null;
  /** What this unit depends on, for recompilation: `type:outer`, `object:account`, `label:x`, in lower case. */
  readonly dependencies: readonly string[];
  /** Lines that hold a statement, for coverage. */
  readonly executableLines: readonly number[];
}

export type Sharing = 'with' | 'without' | 'inherited' | 'none';

export interface BoundType {
  readonly kind: 'class' | 'interface' | 'enum';
  readonly type: ApexType;
  readonly isAbstract: boolean;
  readonly isException: boolean;
  readonly isTest: boolean;
  readonly isGlobal: boolean;
  readonly sharing: Sharing;
  readonly superclass: ApexType | null;
  /** All interfaces, inherited ones included. */
  readonly interfaces: readonly ApexType[];
  readonly enumValues: readonly string[];
  readonly fields: readonly BoundField[];
  readonly properties: readonly BoundProperty[];
  readonly methods: readonly BoundMethod[];
  /** At least one for a class; a class without a constructor has the implicit one here. */
  readonly constructors: readonly BoundConstructor[];
  /**
   * Further names by which instances answer to platform interfaces (and to interfaces of the org, where slots differ): the
   * emitter adds a method `alias` that calls `this[slot]`, or the static method of `owner` when `isStatic`. Inherited
   * implementations are here too, so that `BoundMethod.aliases` need not be read when this is.
   */
  readonly bridges: readonly BoundBridge[];
  /** Static field initialisers and static blocks in textual order. */
  readonly staticInitializers: readonly BoundStatement[];
  /** Instance field initialisers and blocks in textual order. */
  readonly instanceInitializers: readonly BoundStatement[];
  readonly annotations: readonly {
    readonly name: string;
    readonly values: Readonly<Record<string, string | boolean | number>>;
  }[];
  readonly pos: Position;
}

export interface BoundBridge {
  readonly alias: string;
  readonly slot: string;
  readonly arity: number;
  readonly isStatic: boolean;
  readonly owner: ApexType;
}

/** A variable, field, parameter or property. `jsName` is unique in its scope and a legal JavaScript identifier. */
export interface BoundField {
  readonly owner: ApexType;
  readonly name: string;
  readonly jsName: string;
  readonly type: ApexType;
  readonly isStatic: boolean;
  readonly isFinal: boolean;
  readonly isTransient: boolean;
  /** Annotated with `@AuraEnabled`: Lightning components see it. */
  readonly isAuraEnabled: boolean;
  readonly access: 'private' | 'protected' | 'public' | 'global';
}

export interface BoundProperty extends BoundField {
  readonly isAbstract: boolean;
  /** `virtual` or `override`: code calls its accessors even when they are automatic. */
  readonly isVirtual: boolean;
  /** null: automatic (the backing field is `jsName`), absent: no such accessor. */
  readonly getter: { readonly body: BoundBlock | null } | undefined;
  readonly setter: { readonly body: BoundBlock | null; readonly parameter: BoundLocal } | undefined;
}

export interface BoundLocal {
  readonly name: string;
  readonly jsName: string;
  readonly type: ApexType;
}

export interface BoundMethod {
  readonly owner: ApexType;
  readonly name: string;
  /**
   * Name of the JavaScript method. An override has the slot of what it overrides. Slots of platform interfaces and of
   * overridable platform methods are `name$arity` in lower case (`compareto$1`, `execute$1`, `tostring$0`).
   */
  readonly slot: string;
  /** Slots of interface methods that this method implements under another name; the emitter adds an alias for each. */
  readonly aliases: readonly string[];
  readonly parameters: readonly BoundLocal[];
  readonly returnType: ApexType;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly isVirtual: boolean;
  readonly isOverride: boolean;
  readonly access: 'private' | 'protected' | 'public' | 'global';
  readonly isTest: boolean;
  readonly annotations: BoundType['annotations'];
  readonly body: BoundBlock | null;
  readonly pos: Position;
  readonly endPos: Position;
}

export interface BoundConstructor {
  readonly owner: ApexType;
  /** JavaScript name of the initialiser method of this overload: `$init0`, `$init1`… unique along the class chain. */
  readonly slot: string;
  readonly parameters: readonly BoundLocal[];
  readonly access: 'private' | 'protected' | 'public' | 'global';
  readonly body: BoundBlock;
  readonly pos: Position;
}

// ---------------------------------------------------------------- statements

export interface BoundBlock {
  readonly kind: 'block';
  readonly statements: readonly BoundStatement[];
  readonly pos: Position;
}

export type BoundStatement =
  | BoundBlock
  | {
      readonly kind: 'local';
      readonly local: BoundLocal;
      readonly value: BoundExpression | null;
      readonly pos: Position;
    }
  | { readonly kind: 'expression'; readonly expression: BoundExpression; readonly pos: Position }
  | {
      readonly kind: 'if';
      readonly condition: BoundExpression;
      readonly then: BoundStatement;
      readonly otherwise: BoundStatement | null;
      readonly pos: Position;
    }
  | {
      readonly kind: 'while';
      readonly condition: BoundExpression;
      readonly body: BoundStatement;
      readonly pos: Position;
    }
  | {
      readonly kind: 'do-while';
      readonly condition: BoundExpression;
      readonly body: BoundStatement;
      readonly pos: Position;
    }
  | {
      readonly kind: 'for';
      readonly init: readonly BoundStatement[];
      readonly condition: BoundExpression | null;
      readonly update: readonly BoundExpression[];
      readonly body: BoundStatement;
      readonly pos: Position;
    }
  /** `source`: list and set iterate over elements; iterable calls iterator(); soql-rows / soql-chunks read in chunks of 200. */
  | {
      readonly kind: 'for-each';
      readonly local: BoundLocal;
      readonly iterable: BoundExpression;
      readonly source: 'list' | 'set' | 'iterable' | 'soql-rows' | 'soql-chunks';
      readonly body: BoundStatement;
      readonly pos: Position;
    }
  | {
      readonly kind: 'switch';
      readonly subject: BoundExpression;
      readonly cases: readonly BoundCase[];
      readonly pos: Position;
    }
  | {
      readonly kind: 'try';
      readonly body: BoundBlock;
      readonly catches: readonly { readonly local: BoundLocal; readonly body: BoundBlock; readonly pos: Position }[];
      readonly finallyBody: BoundBlock | null;
      readonly pos: Position;
    }
  /** In place of a statement that needs what the local org has not; throws. */
  | { readonly kind: 'not-supported'; readonly feature: string; readonly pos: Position }
  | { readonly kind: 'throw'; readonly value: BoundExpression; readonly pos: Position }
  | { readonly kind: 'return'; readonly value: BoundExpression | null; readonly pos: Position }
  | { readonly kind: 'break'; readonly pos: Position }
  | { readonly kind: 'continue'; readonly pos: Position }
  | {
      readonly kind: 'dml';
      readonly operation: DmlOperation;
      readonly access: BoundAccess;
      readonly target: BoundExpression;
      readonly upsertField: string | null;
      readonly mergeWith: BoundExpression | null;
      readonly pos: Position;
    }
  | { readonly kind: 'run-as'; readonly user: BoundExpression; readonly body: BoundBlock; readonly pos: Position };

export type BoundCase =
  | { readonly kind: 'values'; readonly values: readonly BoundExpression[]; readonly body: BoundBlock }
  | { readonly kind: 'type'; readonly local: BoundLocal; readonly body: BoundBlock }
  | { readonly kind: 'else'; readonly body: BoundBlock };

/** Access mode written at the statement, or the default of the unit's version. Sharing comes from the class. */
export interface BoundAccess {
  readonly mode: 'user' | 'system';
}

// ---------------------------------------------------------------- expressions

interface Typed {
  readonly type: ApexType;
  readonly pos: Position;
}

/** How two operands are compared or combined: the common type after conversion. */
export type OperandKind =
  'integer' | 'long' | 'double' | 'decimal' | 'string' | 'id' | 'boolean' | 'date' | 'datetime' | 'time' | 'value';

export type BoundExpression =
  | (Typed & { readonly kind: 'literal'; readonly value: string | number | boolean | bigint | null })
  | (Typed & { readonly kind: 'decimal-literal'; readonly text: string })
  | (Typed & { readonly kind: 'local'; readonly local: BoundLocal })
  | (Typed & { readonly kind: 'this' })
  /** Field or property of a user type. `target` null for statics. `viaAccessor`: call the accessor, else the backing field. */
  | (Typed & {
      readonly kind: 'field';
      readonly field: BoundField;
      readonly target: BoundExpression | null;
      readonly viaAccessor: boolean;
      readonly safe: boolean;
    })
  /** `owner` is an enum of the org or of the platform. */
  | (Typed & { readonly kind: 'enum-value'; readonly owner: ApexType; readonly name: string })
  /** `Color.values()`: a new list. */
  | (Typed & { readonly kind: 'enum-values'; readonly owner: ApexType })
  /** `Color.valueOf(text)`: System.NoSuchElementException `No enum constant Color.X` when there is none. */
  | (Typed & { readonly kind: 'enum-value-of'; readonly owner: ApexType; readonly text: BoundExpression })
  /** Field of an sObject: `a.Name`, `a.Parent__r`, `a.Children__r`; `field` is the declared API name. */
  | (Typed & {
      readonly kind: 'sobject-field';
      readonly target: BoundExpression;
      readonly object: string | null;
      readonly field: string;
      readonly role: 'value' | 'parent' | 'children';
      readonly safe: boolean;
    })
  | (Typed & {
      readonly kind: 'platform-property';
      readonly member: PlatformMember;
      readonly target: BoundExpression | null;
      readonly safe: boolean;
    })
  | (Typed & {
      readonly kind: 'call';
      readonly method: BoundMethodReference;
      readonly target: BoundExpression | null;
      readonly args: readonly BoundExpression[];
      readonly safe: boolean;
      readonly isSuper: boolean;
    })
  | (Typed & {
      readonly kind: 'platform-call';
      readonly member: PlatformMember;
      readonly target: BoundExpression | null;
      readonly args: readonly BoundExpression[];
      readonly safe: boolean;
      readonly isSuper: boolean;
      readonly access: BoundAccess;
    })
  | (Typed & {
      readonly kind: 'constructor-call';
      readonly which: 'this' | 'super';
      readonly constructor: BoundConstructorReference;
      readonly args: readonly BoundExpression[];
    })
  | (Typed & {
      readonly kind: 'new';
      readonly constructor: BoundConstructorReference;
      readonly args: readonly BoundExpression[];
    })
  | (Typed & {
      readonly kind: 'new-platform';
      readonly member: PlatformMember;
      readonly args: readonly BoundExpression[];
    })
  /** Built-in constructors of an exception class of the org: (), (String), (Exception), (String, Exception). */
  | (Typed & { readonly kind: 'new-exception'; readonly args: readonly BoundExpression[] })
  | (Typed & {
      readonly kind: 'new-sobject';
      readonly fields: readonly { readonly field: string; readonly value: BoundExpression }[];
    })
  /** List or Set with elements; Map with entries (key, value alternating in `elements`). */
  | (Typed & { readonly kind: 'new-collection'; readonly elements: readonly BoundExpression[] })
  /** `new T[n]`: a list of n nulls. */
  | (Typed & { readonly kind: 'new-array'; readonly size: BoundExpression })
  | (Typed & { readonly kind: 'index'; readonly target: BoundExpression; readonly index: BoundExpression })
  /** Implicit or explicit change of representation, known to be legal; see Conversion. */
  | (Typed & { readonly kind: 'convert'; readonly conversion: Conversion; readonly operand: BoundExpression })
  /**
   * Run-time checked cast: System.TypeException `Invalid conversion from runtime type X to Y`. The result has the
   * representation of `type`: an Integer in an Object becomes a Decimal, a DoubleValue a number.
   */
  | (Typed & { readonly kind: 'cast'; readonly operand: BoundExpression })
  | (Typed & { readonly kind: 'instanceof'; readonly operand: BoundExpression; readonly test: ApexType })
  | (Typed & {
      readonly kind: 'unary';
      readonly operator: '-' | '+' | '!' | '~';
      readonly operands: OperandKind;
      readonly operand: BoundExpression;
    })
  /** `++`/`--`, prefix or postfix, on any assignable target. */
  | (Typed & {
      readonly kind: 'increment';
      readonly delta: 1 | -1;
      readonly prefix: boolean;
      readonly operands: OperandKind;
      readonly target: BoundExpression;
    })
  | (Typed & {
      readonly kind: 'binary';
      readonly operator: Exclude<BinaryOperator, '<>' | '&&' | '||' | '??'>;
      readonly operands: OperandKind;
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  /** Date or Datetime plus or minus days. */
  | (Typed & {
      readonly kind: 'date-arithmetic';
      readonly operator: '+' | '-';
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  | (Typed & {
      readonly kind: 'logical';
      readonly operator: '&&' | '||' | '??';
      readonly left: BoundExpression;
      readonly right: BoundExpression;
    })
  | (Typed & {
      readonly kind: 'ternary';
      readonly condition: BoundExpression;
      readonly then: BoundExpression;
      readonly otherwise: BoundExpression;
    })
  /** `target = value`; value already converted to the target's type. */
  | (Typed & { readonly kind: 'assign'; readonly target: BoundExpression; readonly value: BoundExpression })
  /** `target op= value`: evaluates the target's receiver once. `operands` as for binary; result converted by `convert`. */
  | (Typed & {
      readonly kind: 'compound-assign';
      readonly operator: BinaryOperator;
      readonly operands: OperandKind | 'date-arithmetic';
      readonly target: BoundExpression;
      readonly value: BoundExpression;
      readonly convert: readonly Conversion[];
    })
  | (Typed & { readonly kind: 'class-literal'; readonly of: ApexType })
  /** `Account.Name` as Schema.SObjectField; `Account.SObjectType` as Schema.SObjectType. */
  | (Typed & { readonly kind: 'sobject-token'; readonly object: string; readonly field: string | null })
  /** `result`: what the context makes of the rows. */
  | (Typed & {
      readonly kind: 'soql';
      readonly text: string;
      readonly binds: readonly BoundExpression[];
      readonly access: BoundAccess;
      readonly result: 'list' | 'single' | 'single-or-null' | 'count';
    })
  /**
   * The one row of a list that a dynamic query returned (`Account a = Database.query(…)`): QueryException for none or many;
   * `orNull`: null for none.
   */
  | (Typed & { readonly kind: 'single-row'; readonly list: BoundExpression; readonly orNull: boolean })
  | (Typed & {
      readonly kind: 'sosl';
      readonly text: string;
      readonly binds: readonly BoundExpression[];
      readonly access: BoundAccess;
    })
  /** `System.Label.x`, `Label.x`. */
  | (Typed & { readonly kind: 'label'; readonly name: string })
  /** `Trigger.new` and the like; `name` in lower case. */
  | (Typed & { readonly kind: 'trigger-variable'; readonly name: string });

export interface BoundMethodReference {
  readonly owner: ApexType;
  readonly name: string;
  readonly slot: string;
  readonly isStatic: boolean;
  readonly parameters: readonly ApexType[];
  readonly returnType: ApexType;
}

export interface BoundConstructorReference {
  readonly owner: ApexType;
  /** `$exception`: a built-in constructor of an exception class; `$platform`: that of the platform class `member`. */
  readonly slot: string;
  readonly member: PlatformMember | null;
}

/** null stays null in every conversion. */
export type Conversion =
  | 'integer-to-long'
  | 'integer-to-double'
  | 'integer-to-decimal'
  | 'long-to-integer'
  | 'long-to-double'
  | 'long-to-decimal'
  | 'double-to-decimal'
  | 'double-to-integer'
  | 'double-to-long'
  | 'decimal-to-integer'
  | 'decimal-to-long'
  | 'decimal-to-double'
  /** Validates: System.StringException `Invalid id: x`; 15 characters become 18. */
  | 'string-to-id'
  | 'id-to-string'
  | 'date-to-datetime'
  | 'datetime-to-date'
  /** Double travels boxed where the static type is Object (see docs/architecture.md, "Values"). */
  | 'double-to-object'
  | 'object-to-double'
  /** Text of a value in a String concatenation. */
  | 'to-string'
  /** Static type changes, representation does not. */
  | 'none';
