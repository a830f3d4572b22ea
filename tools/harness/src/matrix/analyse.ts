import { EXCEPTION_KINDS, answerOf, inOrder, rangeText, type RetryMatrix, type RetryRule } from './rule.js';

/** Final answers of HTTP; those below 200 never end a request. */
const FIRST_STATUS = 200;
const LAST_STATUS = 599;

/** Something about the matrix that a person should mend. */
export interface MatrixFinding {
  /**
   * - 'gap': an outcome that no rule names, so that the default of the code decides
   * - 'shadowed': a rule that can never decide
   * - 'unknown-endpoint': a rule for an endpoint that does not exist
   * - 'invalid': a rule that can match nothing
   */
  readonly kind: 'gap' | 'shadowed' | 'unknown-endpoint' | 'invalid';
  /** The rule; null for a gap. */
  readonly rule: string | null;
  readonly message: string;
}

/** One outcome of an attempt: an HTTP status, or the kind of thing that prevented an answer. */
type Point = number | string;

/**
 * Checks a matrix as a whole. Every outcome is looked at: statuses 200 to 599 and the kinds of missing answers.
 *
 * A rule is shadowed when for each outcome it is about an earlier rule certainly matches: one without a condition on the
 * body, or with a condition that this one's implies. Rules for all endpoints are looked at without those of single
 * endpoints, because an endpoint without rules of its own may come at any time.
 */
export function analyse({ rules, endpoints }: RetryMatrix): MatrixFinding[] {
  const active = inOrder(rules.filter((rule) => rule.active));
  const general = active.filter((rule) => rule.endpoint === null);
  return [...active.flatMap((rule) => findingsOf(rule, active, endpoints)), ...gapsOf(general)];
}

function findingsOf(rule: RetryRule, active: readonly RetryRule[], endpoints: readonly string[]): MatrixFinding[] {
  const finding = (kind: MatrixFinding['kind'], message: string): MatrixFinding[] => [
    { kind, rule: rule.name, message }
  ];
  if (rule.endpoint !== null && !endpoints.includes(rule.endpoint)) {
    return finding('unknown-endpoint', `${rule.name} is for the endpoint ${rule.endpoint}, which does not exist.`);
  }
  const points = pointsOf(rule);
  if (points.length === 0) {
    return finding('invalid', `${rule.name} matches nothing: ${whyInvalid(rule)}.`);
  }
  const earlier = active
    .slice(0, active.indexOf(rule))
    .filter((other) => other.endpoint === null || other.endpoint === rule.endpoint);
  const covering = new Set<string>();
  for (const point of points) {
    const cover = earlier.find((other) => pointsOf(other).includes(point) && isImplied(rule, other));
    if (cover === undefined) return [];
    covering.add(cover.name);
  }
  return finding(
    'shadowed',
    `${rule.name} (${answerOf(rule)}) never decides: ${[...covering].join(', ')} with a lower precedence always matches first.`
  );
}

function whyInvalid({ statusFrom, exceptionKind }: RetryRule): string {
  if (statusFrom === null && exceptionKind === null)
    return 'it names neither a range of statuses nor an exception kind';
  return statusFrom === null ? `there is no exception kind ${exceptionKind}` : 'its range of statuses is empty';
}

/** Whether the body condition of `rule` makes that of `other` true. */
function isImplied(rule: RetryRule, other: RetryRule): boolean {
  if (other.bodyPath === null) return true;
  return other.bodyPath === rule.bodyPath && (other.bodyValue === null || other.bodyValue === rule.bodyValue);
}

function gapsOf(general: readonly RetryRule[]): MatrixFinding[] {
  const certain = general.filter((rule) => rule.bodyPath === null);
  const covered = new Set(certain.flatMap(pointsOf));
  const missing = allPoints().filter((point) => !covered.has(point));
  return rangesOf(missing).map((range) => ({
    kind: 'gap',
    rule: null,
    message: `No rule for all endpoints names ${range.text}; the default decides: ${range.outcome}.`
  }));
}

function allPoints(): Point[] {
  const statuses = Array.from({ length: LAST_STATUS - FIRST_STATUS + 1 }, (_, index) => FIRST_STATUS + index);
  return [...EXCEPTION_KINDS, ...statuses];
}

function pointsOf(rule: RetryRule): Point[] {
  return allPoints().filter((point) =>
    typeof point === 'string'
      ? rule.statusFrom === null && rule.exceptionKind === point
      : rule.statusFrom !== null && point >= rule.statusFrom && point <= (rule.statusTo ?? -1)
  );
}

/** Neighbouring statuses with the same default become one range. */
function rangesOf(points: readonly Point[]): { text: string; outcome: string }[] {
  const ranges: { from: Point; to: Point; outcome: string }[] = [];
  for (const point of points) {
    const last = ranges.at(-1);
    const outcome = defaultOf(point);
    if (typeof point === 'number' && last?.to === point - 1 && last.outcome === outcome) last.to = point;
    else ranges.push({ from: point, to: point, outcome });
  }
  return ranges.map(({ from, to, outcome }) => ({
    text: typeof from === 'number' && typeof to === 'number' ? `HTTP ${rangeText(from, to)}` : `"${from}" (no answer)`,
    outcome
  }));
}

/** What Apex does where no rule matches (RetryMatrix.defaultFor). */
function defaultOf(point: Point): string {
  if (typeof point === 'string' || point === 408 || point >= 500) return 'Transient';
  return point < 300 ? 'Success' : 'Permanent';
}
