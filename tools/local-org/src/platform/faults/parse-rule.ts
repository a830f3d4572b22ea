import { ApiError } from '../api-error.js';
import { ACTIONS, MATCH_MEMBERS, type FaultAction, type FaultError, type FaultMatch, type FaultRule } from './rule.js';

const MEMBERS = [
  'at',
  'do',
  'when',
  'skip',
  'every',
  'times',
  'probability',
  'seed',
  'milliseconds',
  'message',
  'error'
];
const ERRORS: readonly FaultError[] = ['lock', 'deadlock', 'limit'];
/** Longer than any client waits. */
const MAX_DELAY = 600_000;

/** @throws ApiError INVALID_FAULT that names the member and what it may be: a rule with a slip must not seem to be armed. */
export function parseRule(body: Readonly<Record<string, unknown>>): FaultRule {
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw invalid(`a fault has no member "${unknown}"; it has ${MEMBERS.join(', ')}`);
  const at = oneOf('at', body.at, Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]);
  const action = oneOf<FaultAction>('do', body.do, ACTIONS[at]);
  const error = body.error === undefined ? null : oneOf('error', body.error, ERRORS);
  if (error !== null && (action !== 'fail' || (at !== 'statement' && at !== 'job'))) {
    throw invalid('"error" belongs to "do": "fail" at a statement or job');
  }
  if (action === 'delay' && body.milliseconds === undefined) throw invalid('a delay needs "milliseconds"');
  if (body.message !== undefined && typeof body.message !== 'string') throw invalid('"message" must be a text');
  return {
    at,
    do: action,
    when: parseMatch(body.when ?? {}),
    skip: number('skip', body.skip ?? 0, 0, Number.MAX_SAFE_INTEGER),
    every: number('every', body.every ?? 1, 1, Number.MAX_SAFE_INTEGER),
    times: body.times === null ? null : number('times', body.times ?? 1, 1, Number.MAX_SAFE_INTEGER),
    probability: number('probability', body.probability ?? 1, 0, 1, false),
    seed: number('seed', body.seed ?? 1, 0, 0xffff_ffff),
    milliseconds: number('milliseconds', body.milliseconds ?? 0, 0, MAX_DELAY),
    message: body.message ?? null,
    error
  };
}

function parseMatch(value: unknown): FaultMatch {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('"when" must be an object');
  for (const [name, pattern] of Object.entries(value)) {
    if (!MATCH_MEMBERS.includes(name as keyof FaultMatch)) {
      throw invalid(`"when" has no member "${name}"; it has ${MATCH_MEMBERS.join(', ')}`);
    }
    if (typeof pattern !== 'string' || pattern === '') throw invalid(`"when.${name}" must be a text`);
  }
  return value;
}

function oneOf<T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((item) => item === value);
  if (found === undefined) throw invalid(`"${name}" must be one of ${allowed.join(', ')} here`);
  return found;
}

function number(name: string, value: unknown, least: number, most: number, whole = true): number {
  const good = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!good) throw invalid(`"${name}" must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
  return value;
}

const invalid = (message: string): ApiError => new ApiError(400, 'INVALID_FAULT', message);
