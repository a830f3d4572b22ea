import { answerForCode } from '@retrysafe/contracts';
import { entriesOf, operationsByKey, operationsOf, type Entry, type Operation } from '../history/entry.js';
import type { Effect } from './effects.js';
import type { Finding } from './finding.js';

/**
 * All attempts with one key that got a stored answer got the same status and the same bytes, and at most one of them
 * was the first. (Accepted and later completed are two answers of one asynchronous command; each is compared with its
 * like.)
 */
export function checkOneOutcomePerKey(history: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const stored = operations.filter(({ completion }) => answerForCode(completion?.code ?? '')?.stored === true);
    const settled = stored.filter(({ completion }) => completion?.code !== 'ACCEPTED');
    const [first, other] =
      firstDifference(settled) ?? firstDifference(stored.filter((one) => !settled.includes(one))) ?? [];
    if (first !== undefined && other !== undefined) {
      findings.push({
        checker: 'one-outcome-per-key',
        kind: 'violation',
        key,
        message: `Two attempts with one key got different answers (${first.completion?.status} and ${other.completion?.status}, or other bytes).`,
        evidence: entriesOf([first, other])
      });
    }
    const originals = stored.filter((operation) => operation.completion?.replayed !== true);
    if (originals.length > 1) {
      findings.push({
        checker: 'one-outcome-per-key',
        kind: 'violation',
        key,
        message: `${originals.length} attempts with one key were each answered as the first one.`,
        evidence: entriesOf(originals.slice(0, 2))
      });
    }
  }
  return findings;
}

function firstDifference(operations: readonly Operation[]): [Operation, Operation] | undefined {
  const [first] = operations;
  const other = operations.find(
    ({ completion }) =>
      completion?.status !== first?.completion?.status || completion?.bodyDigest !== first?.completion?.bodyDigest
  );
  return first === undefined || other === undefined ? undefined : [first, other];
}

/** Of several deliveries of one key, one alone is told that it was the first. */
export function checkOneFirstPerKey(history: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const firsts = operations.filter(({ completion }) => completion?.kind === 'ok' && completion.replayed !== true);
    if (firsts.length < 2) continue;
    findings.push({
      checker: 'one-first-per-key',
      kind: 'violation',
      key,
      message: `${firsts.length} deliveries with one key were each taken as new.`,
      evidence: entriesOf(firsts.slice(0, 2))
    });
  }
  return findings;
}

/** A key is bound to the content that won: every attempt with other content is refused as a conflict. */
export function checkConflictsRefused(history: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const winner = operations.find((operation) => operation.completion?.kind === 'ok');
    if (winner === undefined) continue;
    const others = operations.filter(
      (operation) => operation.invocation.payloadDigest !== winner.invocation.payloadDigest
    );
    const accepted = others.find((operation) => operation.completion?.kind === 'ok');
    if (accepted !== undefined) {
      findings.push({
        checker: 'conflicts-refused',
        kind: 'violation',
        key,
        message: 'The org accepted two different contents under one key.',
        evidence: entriesOf([winner, accepted])
      });
    }
    const misnamed = others.find(
      (operation) =>
        operation.completion?.kind === 'fail' &&
        operation.completion.code !== 'IDEMPOTENCY_CONFLICT' &&
        !isFollowedByConflict(operation, others)
    );
    if (misnamed !== undefined) {
      findings.push({
        checker: 'conflicts-refused',
        kind: 'violation',
        key,
        message: `Other content under a used key was refused as ${misnamed.completion?.code}, not as IDEMPOTENCY_CONFLICT.`,
        evidence: entriesOf([winner, misnamed])
      });
    }
    const wronged = operations.find(
      ({ invocation, completion }) =>
        invocation.payloadDigest === winner.invocation.payloadDigest && completion?.code === 'IDEMPOTENCY_CONFLICT'
    );
    if (wronged !== undefined) {
      findings.push({
        checker: 'conflicts-refused',
        kind: 'violation',
        key,
        message: 'A true duplicate was refused as a conflict.',
        evidence: entriesOf([winner, wronged])
      });
    }
  }
  return findings;
}

/** The org was too busy to look at the attempt, and said what it is when the same client asked again. */
function isFollowedByConflict({ invocation, completion }: Operation, operations: readonly Operation[]): boolean {
  return (
    completion?.code === 'RETRYABLE_FAILURE' &&
    operations.some(
      (later) =>
        later.invocation.client === invocation.client &&
        later.invocation.index > invocation.index &&
        later.completion?.code === 'IDEMPOTENCY_CONFLICT'
    )
  );
}

/**
 * Refused content changes nothing: the effect of a key has the fields of the content that won.
 *
 * @param expected the fields that each content asks for, by payload digest
 */
export function checkEffectsAreTheWinners(
  history: readonly Entry[],
  effects: readonly Effect[],
  expected: ReadonlyMap<string, Readonly<Record<string, unknown>>>
): Finding[] {
  const operations = operationsByKey(history);
  const findings: Finding[] = [];
  for (const effect of effects) {
    const winner = operations.get(effect.key)?.find((operation) => operation.completion?.kind === 'ok');
    const fields = winner === undefined ? undefined : expected.get(winner.invocation.payloadDigest);
    if (winner === undefined || fields === undefined) continue;
    const wrong = Object.entries(fields).filter(([name, value]) => !sameValue(effect.fields[name], value));
    if (wrong.length === 0) continue;
    findings.push({
      checker: 'effects-are-the-winners',
      kind: 'violation',
      key: effect.key,
      message: `The record ${effect.id} differs from the accepted content: ${wrong
        .map(([name, value]) => `${name} is ${JSON.stringify(effect.fields[name])}, not ${JSON.stringify(value)}`)
        .join('; ')}.`,
      evidence: entriesOf([winner])
    });
  }
  return findings;
}

/** How a local org names a mistake of its own, which says nothing about the product. */
const LOCAL_ORG_ERROR = 'internal error of the local org';

/**
 * The org answers inside the contract, and every key got a certain answer in the end.
 *
 * An answer outside the table is a violation when the product made it (an exception that left the Apex class), and
 * inconclusive when the platform or something in between did (a limit, a gateway).
 */
export function checkAnswersInContract(history: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (const operation of operationsOf(history)) {
    const { completion } = operation;
    if (completion?.status === undefined || answerForCode(completion.code ?? '') !== undefined) continue;
    const body = completion.body ?? '';
    const escaped = (completion.status === 500 && !body.includes(LOCAL_ORG_ERROR)) || body.includes('APEX_ERROR');
    findings.push({
      checker: 'answers-in-contract',
      kind: escaped ? 'violation' : 'inconclusive',
      key: operation.invocation.key,
      message: escaped
        ? `An exception left the service: ${completion.status} ${shorten(completion.body)}`
        : `An answer that is not the product's: ${completion.status} ${shorten(completion.body)}`,
      evidence: entriesOf([operation])
    });
  }
  return [...mergeByKind(findings), ...checkEveryKeySettled(history)];
}

/** Refusals that say something about how the org is set up, not about the command. */
const SETUP_REFUSALS: readonly (string | undefined)[] = ['NOT_PERMITTED', 'UNKNOWN_OPERATION', 'MISCONFIGURED'];

/** Commands that are in order are done: a guarantee over commands that were all refused would be empty. */
export function checkEveryKeySucceeds(history: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (const [key, operations] of operationsByKey(history)) {
    const refused = operations.find(({ completion }) => completion?.kind === 'fail');
    if (refused === undefined || operations.some(({ completion }) => completion?.kind === 'ok')) continue;
    const { code, body } = refused.completion ?? {};
    const isSetup = SETUP_REFUSALS.includes(code) || answerForCode(code ?? '') === undefined;
    findings.push({
      checker: 'every-key-succeeds',
      kind: isSetup ? 'inconclusive' : 'violation',
      key,
      message: `A command that is in order was refused: ${code} ${shorten(body)}`,
      evidence: entriesOf([refused])
    });
  }
  return mergeByKind(findings);
}

/** Every key has at least one attempt whose answer is certain; otherwise nothing is proved about it. */
export function checkEveryKeySettled(history: readonly Entry[]): Finding[] {
  return [...operationsByKey(history)]
    .filter(([, operations]) => !operations.some(isCertain))
    .map(([key, operations]) => ({
      checker: 'every-key-settled',
      kind: 'inconclusive',
      key,
      message: `No attempt got a certain answer (last: ${lastWords(operations)}).`,
      evidence: entriesOf(operations.slice(-1))
    }));
}

function isCertain(operation: Operation): boolean {
  return operation.completion?.kind === 'ok' || operation.completion?.kind === 'fail';
}

function lastWords(operations: readonly Operation[]): string {
  const completion = operations.at(-1)?.completion;
  if (completion === undefined) return 'the run ended first';
  return completion.error ?? `${completion.status ?? 'no status'} ${completion.code ?? shorten(completion.body)}`;
}

function shorten(body: string | undefined): string {
  return (body ?? '').slice(0, 200);
}

/** Fifty attempts that fail alike are one finding with one example, not fifty. */
function mergeByKind(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) groups.set(finding.kind, [...(groups.get(finding.kind) ?? []), finding]);
  return [...groups.values()].map(([first, ...rest]) =>
    rest.length === 0 ? first! : { ...first!, message: `${first!.message} (and ${rest.length} more)` }
  );
}

function sameValue(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
