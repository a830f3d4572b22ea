import { DATES } from './dates.js';
import type { FormulaFunction } from './define.js';
import { LOGICAL } from './logical.js';
import { MATH } from './math.js';
import { TEXT } from './text.js';

const FUNCTIONS: ReadonlyMap<string, FormulaFunction> = new Map(
  [LOGICAL, TEXT, MATH, DATES].flatMap((table) => Object.entries(table))
);

/** On the platform, but not here: refused with a clear word instead of "unknown". */
const KNOWN_ELSEWHERE = new Set([
  'CURRENCYRATE',
  'DISTANCE',
  'FORMATDURATION',
  'GEOLOCATION',
  'GETRECORDIDS',
  'GETSESSIONID',
  'IMAGEPROXYURL',
  'INCLUDE',
  'JSENCODE',
  'JSINHTMLENCODE',
  'JUNCTIONIDLIST',
  'LINKTO',
  'PARENTGROUPVAL',
  'PREDICT',
  'PREVGROUPVAL',
  'REQUIRESCRIPT',
  'URLFOR',
  'VLOOKUP'
]);

/** @param name in upper case. */
export const formulaFunction = (name: string): FormulaFunction | null => FUNCTIONS.get(name) ?? null;
export const isKnownElsewhere = (name: string): boolean => KNOWN_ELSEWHERE.has(name);
export const functionNames = (): string[] => [...FUNCTIONS.keys(), 'ISCHANGED', 'PRIORVALUE'].sort();
