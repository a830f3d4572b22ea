import { equals, isBlank, isTrue, numberOf, textOf } from '../values.js';
import { Decimal } from '../../values/decimal.js';
import { eager, type FunctionTable } from './define.js';

/** Source: https://help.salesforce.com/s/articleView?id=sf.customize_functions.htm (logical functions) */
export const LOGICAL: FunctionTable = {
  AND: { parameters: ['boolean'], more: true, result: 'boolean', run: (args) => args.every((arg) => isTrue(arg())) },
  OR: { parameters: ['boolean'], more: true, result: 'boolean', run: (args) => args.some((arg) => isTrue(arg())) },
  NOT: { parameters: ['boolean'], result: 'boolean', run: ([arg]) => !isTrue(arg?.()) },
  IF: {
    parameters: ['boolean', 'any', 'any'],
    result: 'any',
    resultOf: 1,
    run: ([condition, yes, no]) => (isTrue(condition?.()) ? yes?.() : no?.()) ?? null
  },
  IFS: {
    parameters: ['boolean', 'any'],
    least: 3,
    more: true,
    result: 'any',
    resultOf: 1,
    run: (args) => {
      for (let i = 0; i + 1 < args.length; i += 2) if (isTrue(args[i]?.())) return args[i + 1]?.() ?? null;
      return args.length % 2 === 1 ? (args.at(-1)?.() ?? null) : null;
    }
  },
  CASE: {
    parameters: ['any'],
    least: 4,
    more: true,
    result: 'any',
    resultOf: 2,
    run: ([expression, ...rest]) => {
      const value = expression?.();
      for (let i = 0; i + 1 < rest.length; i += 2) if (equals(value, rest[i]?.())) return rest[i + 1]?.() ?? null;
      return rest.at(-1)?.() ?? null;
    }
  },
  ISBLANK: { parameters: ['any'], result: 'boolean', run: ([arg]) => isBlank(arg?.()) },
  ISNULL: { parameters: ['any'], result: 'boolean', run: ([arg]) => isBlank(arg?.()) },
  ISNUMBER: {
    parameters: ['text'],
    result: 'boolean',
    run: eager(([text]) => Decimal.tryParse(textOf(text).trim()) !== null)
  },
  BLANKVALUE: {
    parameters: ['any', 'any'],
    result: 'any',
    resultOf: 0,
    run: ([arg, other]) => {
      const value = arg?.();
      return isBlank(value) ? (other?.() ?? null) : value;
    }
  },
  NULLVALUE: {
    parameters: ['any', 'any'],
    result: 'any',
    resultOf: 0,
    run: ([arg, other]) => arg?.() ?? other?.() ?? null
  },
  ISPICKVAL: {
    parameters: ['picklist', 'text'],
    result: 'boolean',
    run: eager(([value, text]) => textOf(value) === textOf(text))
  },
  INCLUDES: {
    parameters: ['multipicklist', 'text'],
    result: 'boolean',
    run: eager(([value, text]) => textOf(value).split(';').includes(textOf(text)))
  },
  PICKLISTCOUNT: {
    parameters: ['multipicklist'],
    result: 'number',
    run: eager(([value]) => Decimal.fromInteger(isBlank(value) ? 0 : textOf(value).split(';').length))
  },
  ISNEW: { parameters: [], result: 'boolean', run: (_args, { record }) => record.isNew },
  ISCLONE: { parameters: [], result: 'boolean', run: () => false },
  MAX: { parameters: ['number'], more: true, result: 'number', run: eager((args) => extreme(args, 1)) },
  MIN: { parameters: ['number'], more: true, result: 'number', run: eager((args) => extreme(args, -1)) }
};

function extreme(args: readonly unknown[], sign: 1 | -1): Decimal | null {
  let best: Decimal | null = null;
  for (const arg of args) {
    const number = numberOf(arg);
    if (!number) return null;
    if (!best || number.compareTo(best) * sign > 0) best = number;
  }
  return best;
}
