/**
 * Every problem the checker can report: a stable code and the platform's text.
 *
 * Source of the texts: the message catalogue of the platform's compiler (salesforcedx-vscode, `messages_en_US`), and the
 * answers of deployments for what the catalogue leaves out (`Field does not exist`, SOQL problems).
 */
import type { Position } from './ast/nodes.js';

export const DIAGNOSTICS = {
  // names
  'variable-unknown': (name: string) => `Variable does not exist: ${name}`,
  'field-unknown': (field: string, type: string) => `Field does not exist: ${field} on ${type}`,
  'type-unknown': (name: string) => `Invalid type: ${name}`,
  'method-unknown': (signature: string, type: string) =>
    `Method does not exist or incorrect signature: ${signature} from the type ${type}`,
  'constructor-unknown': (type: string, parameters: string) =>
    `Constructor not defined: [${type}].<Constructor>${parameters}`,
  'method-ambiguous': (signature: string) => `Ambiguous method signature: ${signature}`,
  'page-unknown': (name: string) => `Page ${name} does not exist`,
  'label-unknown': (name: string) => `External string does not exist: ${name}`,
  'dependent-invalid': (type: string) => `Dependent class is invalid and needs recompilation:\n Class ${type}`,
  'not-supported': (feature: string) => `not supported by the local org: ${feature}`,
  'instance-method-in-static': (signature: string) =>
    `Non static method cannot be referenced from a static context: ${signature}`,
  'static-method-on-instance': (signature: string) =>
    `Static method cannot be referenced from a non static context: ${signature}`,
  'instance-field-in-static': (name: string, type: string) =>
    `Non static field cannot be referenced from a static context: ${name} from the type ${type}`,
  'static-field-on-instance': (name: string, type: string) =>
    `Static field cannot be referenced from a non static context: ${name} from the type ${type}`,
  'method-not-visible': (signature: string) => `Method is not visible: ${signature}`,
  'variable-not-visible': (name: string) => `Variable is not visible: ${name}`,
  'type-not-visible': (name: string) => `Type is not visible: ${name}`,
  'this-in-static': () => 'This cannot be referenced in a static context',
  'super-in-static': () => 'Super cannot be referenced in a static context',
  'abstract-called': (signature: string) => `Abstract method cannot be called directly: ${signature}`,

  // declarations
  'duplicate-variable': (name: string) => `Duplicate variable: ${name}`,
  'duplicate-field': (name: string) => `Duplicate field: ${name}`,
  'duplicate-method': (name: string, signature: string, type: string) =>
    `Method already defined: ${name} ${signature} from the type ${type}`,
  'duplicate-type': (name: string) => `Type name already in use: ${name}`,
  'duplicate-modifier': (modifier: string) => `Duplicate modifier: ${modifier}`,
  'single-scope': () => 'Declarations can only have one scope',
  'identifier-reserved': (name: string) => `Identifier name is reserved: ${name}`,
  'circular-definition': (type: string) => `Circular definition: ${type}`,
  'super-final': (type: string) => `Non-virtual and non-abstract type cannot be extended: ${type}`,
  'super-invalid': (type: string) => `Invalid super type: ${type}`,
  'interface-invalid': (type: string) => `Invalid interface: ${type}`,
  'class-invalid': (type: string) => `Invalid class: ${type}`,
  'interface-twice': (type: string) => `Interface already implemented: ${type}`,
  'interface-method-missing': (type: string, signature: string) =>
    `Class ${type} must implement the method: ${signature}`,
  'interface-method-hidden': (type: string, signature: string) =>
    `${type}: Overriding implementations of global or public interface methods must be global or public: ${signature}`,
  'abstract-method-missing': (type: string, signature: string) =>
    `Class ${type} must implement the abstract method: ${signature}`,
  'override-nothing': (signature: string) => `@Override specified for non-overriding method: ${signature}`,
  'override-keyword': (signature: string) => `Method must use the override keyword: ${signature}`,
  'override-final': (signature: string) => `Non-virtual, non-abstract methods cannot be overridden: ${signature}`,
  'override-static': (base: string, signature: string) => `Cannot override static method: ${base} with ${signature}`,
  'override-visibility': (signature: string) => `Cannot reduce the visibility of method: ${signature}`,
  'override-return': (from: string, to: string, type: string) =>
    `Method return types clash: ${from} vs ${to} from the type ${type}`,
  'abstract-body': () => 'Abstract methods cannot have a body',
  'body-missing': () => 'Method must have a body',
  'exception-name': (type: string) => `Classes extending Exception must have a name ending in 'Exception': ${type}`,
  'exception-super': (type: string) => `Exception class must extend another Exception class: ${type}`,
  'exception-constructor': (parameters: string) => `System exception constructor already defined: ${parameters}`,
  'constructor-name': (name: string) => `Invalid constructor name: ${name}`,
  'inner-inner': () => 'Inner types are not allowed to have inner types',
  'inner-static-block': () => 'Inner types are not allowed to have static blocks',
  'top-level-only': (modifier: string, what: string) => `${modifier} can only be used on ${what} of a top level type`,
  'top-level-scope': () => 'Top-level type must have public or global visibility',
  'modifier-forbidden': (modifier: string, what: string) => `${modifier} is not allowed on ${what}`,
  'annotation-unknown': (name: string) => `Annotation does not exist: ${name}`,
  'void-variable': () => 'Variables cannot be of type void',
  'void-parameter': () => 'Parameters cannot be of type void',
  'void-property': () => 'Properties cannot be of type void',
  'test-parameters': () => 'Test methods must have no arguments',
  'method-modifier': (annotation: string, what: string, modifier: string) =>
    `${annotation} ${what} must be declared as ${modifier}`,
  'method-return-type': (annotation: string, type: string) =>
    `${annotation} methods do not support return type of ${type}`,
  'method-parameter-type': (annotation: string, type: string) =>
    `${annotation} methods do not support parameter type of ${type}`,
  'method-parameters': (annotation: string) => `${annotation} methods do not support parameters`,
  'test-setup-void': () => 'Test setup method must return void',
  'trigger-object': (name: string) => `Trigger type isn't an SObject: ${name}`,
  'trigger-event': (object: string) => `Platform Event SObjects only supports after insert: ${object}`,
  'trigger-event-twice': (event: string) => `Duplicate Trigger Usage: ${event}`,
  'trigger-undelete': () => 'Trigger Usage Before Undelete is not supported',

  // types and conversions
  'type-arguments': (type: string, expected: string, found: string) =>
    `Invalid type argument count for ${type}: expected ${expected} but found ${found}`,
  'type-not-generic': (type: string) => `Type arguments provided for a non-parameterized type: ${type}`,
  'type-generic': (type: string) => `No type arguments provided for a parameterized type: ${type}`,
  'assignment-type': (from: string, to: string) => `Illegal assignment from ${from} to ${to}`,
  'conversion-illegal': (from: string, to: string) => `Illegal conversion from ${from} to ${to}`,
  'cast-impossible': (from: string, to: string) =>
    `Incompatible types since an instance of ${from} is never an instance of ${to}`,
  'cast-type': (type: string) => `Operation cast is not allowed on type: ${type}`,
  'instanceof-never': (from: string, to: string) =>
    `Operation instanceof is always false since an instance of ${from} is never an instance of ${to}`,
  'instanceof-always': (from: string, to: string) =>
    `Operation instanceof is always true since an instance of ${from} is always an instance of ${to}`,
  'instanceof-type': (type: string) => `Operation instanceof is not allowed on type: ${type}`,
  'ternary-types': (left: string, right: string) => `Incompatible types in ternary operator: ${left}, ${right}`,
  'coalesce-types': (left: string, right: string) =>
    `Incompatible types in null coalescing operator: ${left}, ${right}`,
  'comparison-types': (left: string, right: string) =>
    `Comparison arguments must be compatible types: ${left}, ${right}`,
  'exact-equality': (type: string) => `Exact equality operator only allowed for reference types: ${type}`,
  'inequality-type': (type: string) => `Inequality operator not allowed for this type: ${type}`,
  'arithmetic-type': () => 'Arithmetic expressions must use numeric arguments',
  'arithmetic-void': () => 'Arithmetic expressions are not allowed on void types',
  'date-operand': () => 'Date expressions must use Integer or Long',
  'datetime-operand': () => 'Date/time expressions must use Integer or Double or Decimal',
  'logical-type': (type: string) => `Logical operator can only be applied to ${type}`,
  'bitwise-type': (operator: string) =>
    `${operator} operator can only be applied to Boolean expressions or to Integer or Long expressions`,
  'shift-type': (operator: string) => `${operator} operation can only be applied to Integer or Long types`,
  'not-type': (operator: string) => `${operator} operator can only be applied to boolean expressions`,
  'negate-type': () => 'Unary negation must use a numeric argument',
  'complement-type': (type: string) => `Invalid type for bitwise negate: ${type}`,
  'postfix-type': (type: string) =>
    `Unary postfix increment/decrement can only be applied to numeric expressions: ${type}`,
  'prefix-type': (which: string, type: string) =>
    `Unary prefix ${which} can only be applied to numeric expressions: ${type}`,
  'condition-type': (type: string) => `Condition expression must be of type Boolean: ${type}`,
  'index-type': (expected: string, found: string) => `List index must be of type ${expected}: ${found}`,
  'index-target': (type: string) => `Expression must be a list type: ${type}`,
  'integer-literal': () => 'Illegal integer',
  'long-literal': () => 'Illegal long',
  'safe-static': (name: string) => `Safe navigation operator cannot be used on a type: ${name}`,
  'safe-assignment': () => 'Expression cannot be assigned',
  'safe-add-error': () => 'Safe navigation operator is not allowed between SObject field and addError',

  // creation
  'new-abstract': (type: string) => `Abstract classes cannot be constructed: ${type}`,
  'new-type': (type: string) => `Type cannot be constructed: ${type}`,
  'new-sobject': (type: string) => `SObject is not constructable: ${type}`,
  'new-named-only': (type: string) => `Type requires name=value pair construction: ${type}`,
  'new-not-sobject': (type: string) =>
    `Invalid constructor syntax, name=value pairs can only be used for SObjects: ${type}`,
  'field-init-twice': (field: string) => `Duplicate field initialization: ${field}`,
  'list-element': (expected: string, found: string) =>
    `Initial expression is of incorrect type, expected: ${expected} but was: ${found}`,
  'map-key': (found: string, type: string) => `Invalid key type ${found} for ${type}`,
  'map-value': (found: string, type: string) => `Invalid value type ${found} for ${type}`,
  'list-initializer': (found: string, element: string) =>
    `Invalid initializer type ${found} found for List<${element}>: expected an Integer or a List of type ${element}`,
  'set-initializer': (found: string, element: string) =>
    `Invalid initializer type ${found} found for Set<${element}>: expected a List or a Set of type: ${element}`,
  'map-initializer': (found: string, key: string, value: string) =>
    `Invalid initializer type ${found} found for Map<${key},${value}>: expected a Map with the same key and value types, or a valid SObject List`,
  'this-call-place': () => "Call to 'this()' must be the first statement in a constructor method",
  'super-call-place': () => "Call to 'super()' must be the first statement in a constructor method",
  'instance-in-constructor-call': (name: string) =>
    `Cannot reference instance variables in a constructor invocation: ${name}`,

  // assignment
  'not-assignable': () => 'Expression cannot be assigned',
  'final-assignment': (name: string) =>
    `Final members can only be assigned in their declaration, init blocks, or constructors: ${name}`,
  'store-forbidden': (field: string, type: string) => `A value cannot be stored to ${field} in type ${type}`,
  'load-forbidden': (field: string, type: string) => `A value cannot be read from ${field} in type ${type}`,
  'field-not-writeable': (field: string) => `Field is not writeable: ${field}`,

  // statements
  'expression-too-long': () => 'Expression is too long, please split this expression into multiple statements',
  'statement-expression': () => 'Expression cannot be a statement.',
  'return-missing': (type: string) => `Missing return statement required return type: ${type}`,
  'return-void': () => 'Void method must not return a value',
  'return-constructor': () => 'Constructors must not return a value',
  'return-trigger': () => 'Trigger bodies must not return a value',
  'return-place': () => 'Return must be called from a method',
  'break-place': () => 'Break statement must be in loop',
  'continue-place': () => 'Continue statement must be in loop',
  unreachable: () => 'Unreachable statement',
  'loop-collection': (type: string) => `Loop must iterate over collection: ${type}`,
  'loop-variable': (expected: string, found: string) => `Invalid loop variable type expected ${expected} was ${found}`,
  'throw-type': (type: string) => `Throw expression must be of type exception: ${type}`,
  'catch-type': (type: string) => `Catch block variable must be of type exception: ${type}`,
  'catch-twice': (type: string) => `Exception type already caught: ${type}`,
  'try-alone': () => 'Try block must have at least one catch block or a finally block',
  'dml-type': (type: string) => `DML requires SObject or SObject list type: ${type}`,
  'dml-forbidden': (operation: string, type: string) => `DML operation ${operation} not allowed on ${type}`,
  'upsert-field': (field: string) =>
    `Invalid field for upsert, must be an External Id custom or standard indexed field: ${field}`,
  'upsert-concrete': () => 'Upsert with a field specification requires a concrete SObject type',
  'merge-concrete': (type: string) => `Merge requires a concrete SObject type: ${type}`,
  'merge-duplicates': () => 'Invalid type for duplicate records',
  'run-as-argument': () => "runAs requires a single argument of type 'User' or 'Version'",
  'switch-type': (type: string) => `${type} is not a valid switch expression type`,
  'when-value-type': (found: string, type: string) =>
    `${found} value in 'when expression' cannot be implicitly converted to the ${type} type in switch expression`,
  'when-literal': () => "'when expression' must be a literal, a constant literal field or enum value",
  'when-enum': () => 'Field must be an enum reference',
  'when-enum-qualified': () => "Enum value used in 'when expression' should be unqualified",
  'when-twice': (value: string) => `${value} occurs as more than one when branch for this switch statement`,
  'when-else-last': () => "'when else' must be the last when block",
  'when-none': () => 'Switch statement requires at least one when block',
  'when-type': (type: string) => `${type} cannot be a 'when type variable' block`,
  'when-not-type': () => "Switching on SObject types must be a 'when type variable' or 'when null'",
  soql: (message: string) => message
} as const satisfies Record<string, (...args: string[]) => string>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** A compile error as a deployment reports it. `line` and `column` count from 1. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly file: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Whether the problem is the local org's: the platform would compile this. */
const isMissingHere = (code: DiagnosticCode, message: string): boolean =>
  code === 'not-supported' || (code === 'soql' && message.startsWith(NOT_SUPPORTED));

const NOT_SUPPORTED = DIAGNOSTICS['not-supported']('');

/** Collects the problems of one unit; the same problem at the same place is kept once. */
export class Problems {
  private readonly found = new Map<string, Problem>();
  private readonly missing = new Map<string, Problem>();
  private missingInStatement: string | null = null;

  /** @param defers what the local org has not does not fail the unit: the statement that needs it throws when it is reached. */
  constructor(
    private readonly file: string,
    readonly defers = false
  ) {}

  report<C extends DiagnosticCode>(pos: Position, code: C, ...args: Parameters<(typeof DIAGNOSTICS)[C]>): void {
    const text: (...args: string[]) => string = DIAGNOSTICS[code];
    const message = text(...args);
    const key = `${pos.line}:${pos.column}:${message}`;
    const problem: Problem = { code, file: this.file, message, line: pos.line, column: pos.column };
    const isDeferred = this.defers && isMissingHere(code, message);
    if (isDeferred) this.needs(message.slice(NOT_SUPPORTED.length));
    const list = isDeferred ? this.missing : this.found;
    if (!list.has(key)) list.set(key, problem);
  }

  /** The statement at hand needs something that the local org has not. Without effect unless that is deferred. */
  needs(feature: string): void {
    if (this.defers) this.missingInStatement ??= feature;
  }

  /** What `action` returns, and what it needs that the local org has not; statements in it answer for themselves. */
  watch<T>(action: () => T): { readonly value: T; readonly missing: string | null } {
    const outer = this.missingInStatement;
    this.missingInStatement = null;
    const value = action();
    const missing = this.missingInStatement;
    this.missingInStatement = outer;
    return { value, missing };
  }

  /** Whether something has been reported at the place, so that a vaguer problem need not be. */
  hasAt(pos: Position): boolean {
    const prefix = `${pos.line}:${pos.column}:`;
    return [...this.found.keys(), ...this.missing.keys()].some((key) => key.startsWith(prefix));
  }

  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  /** In order of place; with what was deferred when the unit failed all the same. */
  list(): readonly Problem[] {
    return this.isEmpty ? [] : inOrder([...this.found.values(), ...this.missing.values()]);
  }

  /** What the unit needs that the local org has not, when it compiled nevertheless. */
  deferred(): readonly Problem[] {
    return this.isEmpty ? inOrder([...this.missing.values()]) : [];
  }
}

const inOrder = (problems: Problem[]): readonly Problem[] =>
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
