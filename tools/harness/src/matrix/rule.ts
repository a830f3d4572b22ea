/** What prevented an answer: the values of `Retry_Rule__mdt.Exception_Kind__c`. */
export const EXCEPTION_KINDS = ['Timeout', 'Connection', 'Configuration', 'Other'] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** A record of `Retry_Rule__mdt`. */
export interface RetryRule {
  /** Developer name. */
  readonly name: string;
  readonly active: boolean;
  /** Lower is asked first. */
  readonly precedence: number;
  /** Developer name of the only endpoint it holds for; null for all. */
  readonly endpoint: string | null;
  /** HTTP statuses, both ends included; null for a rule about a missing answer. */
  readonly statusFrom: number | null;
  readonly statusTo: number | null;
  readonly exceptionKind: string | null;
  /** JSON path at which the body has to have something; null where the body does not matter. */
  readonly bodyPath: string | null;
  /** What it has to be; null for anything. */
  readonly bodyValue: string | null;
  readonly outcome: string;
  readonly delaySource: string | null;
  readonly responsible: string | null;
}

/** The rules of a project or an org, and the endpoints they may name. */
export interface RetryMatrix {
  readonly rules: readonly RetryRule[];
  readonly endpoints: readonly string[];
}

/** The order in which Apex asks the rules: by precedence; among equals those of an endpoint first, then by name. */
export function inOrder(rules: readonly RetryRule[]): RetryRule[] {
  return [...rules].sort(
    (a, b) =>
      a.precedence - b.precedence ||
      Number(a.endpoint === null) - Number(b.endpoint === null) ||
      (a.name < b.name ? -1 : Number(a.name > b.name))
  );
}

/** What a rule is about, for people: `429`, `500–599 and error.code = try_later`, `Timeout`. */
export function answerOf(rule: RetryRule): string {
  if (rule.statusFrom === null) return rule.exceptionKind ?? 'nothing';
  const range = rangeText(rule.statusFrom, rule.statusTo ?? rule.statusFrom);
  if (rule.bodyPath === null) return range;
  return `${range} and ${rule.bodyPath}${rule.bodyValue === null ? ' is there' : ` = ${rule.bodyValue}`}`;
}

export const rangeText = (from: number, to: number): string => (from === to ? String(from) : `${from}–${to}`);
