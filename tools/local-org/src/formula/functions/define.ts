import type { FormulaContext, FormulaRecord, FormulaType } from '../types.js';

/** Arguments arrive evaluated at the first question only: IF, CASE, AND and OR must not look at branches not taken. */
export type Lazy = () => unknown;

export interface Call {
  readonly record: FormulaRecord;
  readonly context: FormulaContext;
}

export interface FormulaFunction {
  /** Types of the parameters; the last one repeats when `more` is set. */
  readonly parameters: readonly FormulaType[];
  /** Fewest arguments; default: all parameters. */
  readonly least?: number;
  /** Any number of arguments. */
  readonly more?: boolean;
  /** Result; 'any': that of the argument `resultOf`. */
  readonly result: FormulaType;
  readonly resultOf?: number;
  readonly run: (args: readonly Lazy[], call: Call) => unknown;
}

/** For functions that look at all of their arguments. */
export const eager =
  (run: (args: readonly unknown[], call: Call) => unknown): FormulaFunction['run'] =>
  (args, call) =>
    run(
      args.map((arg) => arg()),
      call
    );

/** A function that is null as soon as one argument is. */
export const strict = (run: (args: readonly unknown[], call: Call) => unknown): FormulaFunction['run'] =>
  eager((args, call) => (args.some((arg) => arg === null || arg === undefined) ? null : run(args, call)));

export type FunctionTable = Readonly<Record<string, FormulaFunction>>;
