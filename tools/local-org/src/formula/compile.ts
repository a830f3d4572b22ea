import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../schema/definitions.js';
import { DatetimeValue } from '../values/datetime.js';
import { Decimal } from '../values/decimal.js';
import { NotSupportedError } from '../values/platform-error.js';
import type { BinaryOperator, FormulaNode } from './ast.js';
import { FormulaError } from './error.js';
import { formulaFunction, isKnownElsewhere } from './functions/index.js';
import type { FormulaFunction } from './functions/define.js';
import { globalType } from './globals.js';
import { arithmeticType, calculate, comparison, isMoment } from './operators.js';
import { parseFormula } from './parse.js';
import {
  TYPE_NAMES,
  typeOfField,
  type Evaluator,
  type FormulaContext,
  type FormulaRecord,
  type FormulaType
} from './types.js';
import { equals, isBlank, isTrue, numberOf, textOf } from './values.js';

/** A formula that fits its object. */
export interface Formula {
  readonly type: FormulaType;
  /** Paths of fields it reads, as declared: `Amount__c`, `Account__r.Owner.Name`; those of formula fields it uses included. */
  readonly references: readonly string[];
  /** Reads values from before the save. */
  readonly usesPrior: boolean;
  /** Value by docs/architecture.md, "Values": Boolean, String, Decimal, Date …; null: blank. */
  evaluate(record: FormulaRecord, context: FormulaContext): unknown;
}

export interface CompileOptions {
  /** Empty numbers count as 0 (formula fields that treat blanks as zeroes). */
  readonly blanksAsZero?: boolean;
}

/** Formula fields that use each other in a circle, or in a chain of this length, are refused. */
const MAX_NESTING = 20;

/**
 * Reads a formula against an object.
 *
 * @throws FormulaError in the platform's words; NotSupportedError for functions that the local org has not.
 */
export function compileFormula(
  source: string,
  object: ObjectDefinition,
  schema: OrgSchema,
  options: CompileOptions = {}
): Formula {
  return new Compiler(object, schema, options, 0).compile(source);
}

/** Compiled formulas of a schema: the same text on the same object is read once. */
const compiled = new WeakMap<OrgSchema, Map<string, Formula>>();

export function formulaOf(
  source: string,
  object: ObjectDefinition,
  schema: OrgSchema,
  options: CompileOptions = {}
): Formula {
  let known = compiled.get(schema);
  if (!known) compiled.set(schema, (known = new Map()));
  const key = `${object.name}\0${options.blanksAsZero === true}\0${source}`;
  let formula = known.get(key);
  if (!formula) known.set(key, (formula = compileFormula(source, object, schema, options)));
  return formula;
}

interface Typed {
  readonly type: FormulaType;
  readonly run: Evaluator;
}

class Compiler {
  private readonly references = new Set<string>();
  private usesPrior = false;

  constructor(
    private readonly object: ObjectDefinition,
    private readonly schema: OrgSchema,
    private readonly options: CompileOptions,
    private readonly nesting: number
  ) {}

  compile(source: string): Formula {
    const { type, run } = this.node(parseFormula(source));
    return { type, references: [...this.references], usesPrior: this.usesPrior, evaluate: run };
  }

  private node(node: FormulaNode): Typed {
    switch (node.kind) {
      case 'text':
        return { type: 'text', run: () => node.value };
      case 'number': {
        const value = Decimal.parse(node.value);
        return { type: 'number', run: () => value };
      }
      case 'boolean':
        return { type: 'boolean', run: () => node.value };
      case 'null':
        return { type: 'null', run: () => null };
      case 'reference':
        return this.reference(node.path);
      case 'call':
        return this.call(node.name, node.args);
      case 'unary':
        return this.unary(node.operator, this.node(node.operand));
      case 'binary':
        return this.binary(node.operator, this.node(node.left), this.node(node.right));
    }
  }

  // ---- fields

  private reference(path: readonly string[]): Typed {
    if (path[0]?.startsWith('$')) {
      return { type: globalType(path, this.schema), run: (_record, context) => context.global(path) };
    }
    const { steps, field, owner, declared } = this.resolve(path);
    const read = this.reader(field, owner, declared);
    const zero = this.options.blanksAsZero === true && typeOfField(field) === 'number';
    const run: Evaluator = (record, context) => {
      let current: FormulaRecord | null = record;
      for (const step of steps) current = current?.parent(step) ?? null;
      const value = current ? read(current, context) : null;
      return value === null && zero ? Decimal.ZERO : value;
    };
    return { type: typeOfField(field), run };
  }

  private resolve(path: readonly string[]): {
    readonly steps: readonly string[];
    readonly field: FieldDefinition;
    readonly owner: ObjectDefinition;
    readonly declared: string;
  } {
    let object = this.object;
    const steps: string[] = [];
    const names: string[] = [];
    const whole = path.join('.');
    for (const name of path.slice(0, -1)) {
      // `Owner:User.Name` chooses one of several targets.
      const [relation = '', choice] = name.split(':');
      const link = Object.values(object.fields).find(
        (field) => field.relationshipName?.toLowerCase() === relation.toLowerCase()
      );
      const target = choice ?? link?.referenceTo.find((candidate) => candidate === 'User') ?? link?.referenceTo[0];
      const next = target === undefined ? null : this.schema.object(target);
      if (!link?.relationshipName || !next) throw new FormulaError(`Field ${whole} does not exist. Check spelling.`);
      steps.push(link.relationshipName.toLowerCase());
      names.push(link.relationshipName);
      object = next;
    }
    const name = path.at(-1) ?? '';
    const field = this.schema.field(object.name, name);
    if (!field) throw new FormulaError(`Field ${whole} does not exist. Check spelling.`);
    return { steps, field, owner: object, declared: [...names, field.name].join('.') };
  }

  /** A formula field is evaluated on its own record; what it reads becomes what this one reads. */
  private reader(field: FieldDefinition, owner: ObjectDefinition, declared: string): Evaluator {
    if (field.formula === null) {
      this.references.add(declared);
      const key = field.name.toLowerCase();
      return (record) => record.get(key) ?? null;
    }
    if (this.nesting >= MAX_NESTING)
      throw new FormulaError(`Formula field ${field.name} refers to itself or is nested too deeply`);
    const inner = new Compiler(
      owner,
      this.schema,
      { blanksAsZero: field.formulaBlanksAsZero ?? false },
      this.nesting + 1
    ).compile(field.formula);
    const prefix = declared.split('.').slice(0, -1);
    for (const reference of inner.references) this.references.add([...prefix, reference].join('.'));
    return (record, context) => toFieldValue(field, inner.evaluate(record, context));
  }

  // ---- functions

  private call(name: string, args: readonly FormulaNode[]): Typed {
    if (name === 'ISCHANGED' || name === 'PRIORVALUE') return this.prior(name, args);
    const known = formulaFunction(name);
    if (!known) {
      if (isKnownElsewhere(name)) throw new NotSupportedError(`the formula function ${name}`);
      throw new FormulaError(`Unknown function ${name}. Check spelling.`);
    }
    const typed = args.map((arg) => this.node(arg));
    this.checkCall(name, known, typed);
    const runs = typed.map(({ run }) => run);
    return {
      type: known.result === 'any' ? resultType(name, known, typed) : known.result,
      run: (record, context) =>
        known.run(
          runs.map((run) => () => run(record, context)),
          { record, context }
        )
    };
  }

  private checkCall(name: string, known: FormulaFunction, args: readonly Typed[]): void {
    const least = known.least ?? known.parameters.length;
    if (args.length < least || (!known.more && args.length > known.parameters.length)) {
      const expected = known.more ? `at least ${least}` : String(known.parameters.length);
      throw new FormulaError(
        `Incorrect number of parameters for function '${name}()'. Expected ${expected}, received ${args.length}`
      );
    }
    args.forEach(({ type }, index) => {
      const expected = known.parameters[Math.min(index, known.parameters.length - 1)] as FormulaType;
      // CASE, TEXT, ISBLANK and the like take picklists; conditions of IFS alternate with results.
      if (name === 'IFS') return;
      if (!accepts(expected, type)) {
        throw new FormulaError(
          `Incorrect parameter type for function '${name}()'. Expected ${TYPE_NAMES[expected]}, received ${TYPE_NAMES[type]}`
        );
      }
    });
  }

  /** ISCHANGED and PRIORVALUE look at one field before the save. */
  private prior(name: string, args: readonly FormulaNode[]): Typed {
    const [arg] = args;
    if (args.length !== 1)
      throw new FormulaError(
        `Incorrect number of parameters for function '${name}()'. Expected 1, received ${args.length}`
      );
    if (arg?.kind !== 'reference' || arg.path.length !== 1) {
      throw new FormulaError(`Function ${name} may only be used with fields of the record itself`);
    }
    this.usesPrior = true;
    const { type, run } = this.reference(arg.path);
    if (name === 'PRIORVALUE') return { type, run: (record, context) => run(record.prior ?? record, context) };
    return {
      type: 'boolean',
      run: (record, context) => record.prior !== null && !equals(run(record, context), run(record.prior, context))
    };
  }

  // ---- operators

  private unary(operator: '-' | '+' | '!', operand: Typed): Typed {
    if (operator === '!') {
      this.expect('!', operand, 'boolean');
      return { type: 'boolean', run: (record, context) => !isTrue(operand.run(record, context)) };
    }
    this.expect(operator, operand, 'number');
    return {
      type: 'number',
      run: (record, context) => {
        const number = numberOf(operand.run(record, context));
        return number && operator === '-' ? number.negate() : number;
      }
    };
  }

  private expect(operator: string, operand: Typed, type: FormulaType): void {
    if (accepts(type, operand.type)) return;
    throw new FormulaError(
      `Incorrect parameter type for operator '${operator}'. Expected ${TYPE_NAMES[type]}, received ${TYPE_NAMES[operand.type]}`
    );
  }

  private binary(operator: BinaryOperator, left: Typed, right: Typed): Typed {
    for (const { type } of [left, right]) {
      if (type === 'picklist' || type === 'multipicklist') {
        throw new FormulaError('Field is a picklist field. Picklist fields are only supported in certain functions.');
      }
    }
    switch (operator) {
      case '&&':
      case '||':
        this.expect(operator, left, 'boolean');
        this.expect(operator, right, 'boolean');
        return {
          type: 'boolean',
          run: (record, context) => {
            const first = isTrue(left.run(record, context));
            if (operator === '&&') return first && isTrue(right.run(record, context));
            return first || isTrue(right.run(record, context));
          }
        };
      case '=':
      case '<>':
      case '<':
      case '<=':
      case '>':
      case '>=':
        this.checkComparable(operator, left, right);
        return { type: 'boolean', run: comparison(operator, left.run, right.run) };
      case '&':
        this.expect(operator, left, 'text');
        this.expect(operator, right, 'text');
        return concatenation(left.run, right.run);
      case '+':
        if (left.type === 'text' || right.type === 'text') {
          this.expect(operator, left, 'text');
          this.expect(operator, right, 'text');
          return concatenation(left.run, right.run);
        }
        return this.arithmetic(operator, left, right);
      default:
        return this.arithmetic(operator, left, right);
    }
  }

  private checkComparable(operator: string, left: Typed, right: Typed): void {
    const free = (type: FormulaType): boolean => type === 'null' || type === 'any';
    if (left.type === right.type || free(left.type) || free(right.type)) return;
    throw new FormulaError(
      `Incorrect parameter type for operator '${operator}'. Expected ${TYPE_NAMES[left.type]}, received ${TYPE_NAMES[right.type]}`
    );
  }

  private arithmetic(operator: '+' | '-' | '*' | '/' | '^', left: Typed, right: Typed): Typed {
    const type = arithmeticType(operator, left.type, right.type);
    if (type === null) {
      const wrong = left.type === 'number' || isMoment(left.type) ? right : left;
      throw new FormulaError(
        `Incorrect parameter type for operator '${operator}'. Expected Number, received ${TYPE_NAMES[wrong.type]}`
      );
    }
    return {
      type,
      run: (record, context) => calculate(operator, left.run(record, context), right.run(record, context))
    };
  }
}

const accepts = (expected: FormulaType, actual: FormulaType): boolean =>
  expected === actual || expected === 'any' || actual === 'any' || actual === 'null';

/** Result of IF, CASE and the like: the first of their results that has a type. */
function resultType(name: string, known: FormulaFunction, args: readonly Typed[]): FormulaType {
  const first = known.resultOf ?? 0;
  const step = name === 'CASE' || name === 'IFS' ? 2 : 1;
  for (let i = first; i < args.length; i += step) {
    const type = args[i]?.type;
    if (type !== undefined && type !== 'null') return type;
  }
  return args.at(-1)?.type ?? 'any';
}

const concatenation = (left: Evaluator, right: Evaluator): Typed => ({
  type: 'text',
  run: (record, context) => textOf(left(record, context)) + textOf(right(record, context))
});

/** A formula's value as its field holds it: numbers in the field's scale, text never blank but null. */
export function toFieldValue(field: FieldDefinition, value: unknown): unknown {
  switch (field.type) {
    case 'double':
    case 'currency':
    case 'percent': {
      const number = numberOf(value);
      // Percent formulas compute fractions and show them times a hundred.
      if (!number) return null;
      const shown = field.type === 'percent' ? number.multiply(Decimal.fromInteger(100)) : number;
      return shown.withScale(field.scale, 'HALF_UP');
    }
    case 'boolean':
      return isTrue(value);
    case 'date':
      return value instanceof DatetimeValue ? value.dateUtc() : (value ?? null);
    case 'datetime':
    case 'time':
      return value ?? null;
    default:
      return isBlank(value) ? null : textOf(value);
  }
}
