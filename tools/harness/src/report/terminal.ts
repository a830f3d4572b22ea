import Table from 'cli-table3';
import type { Finding, PartVerdict } from '../checkers/finding.js';
import type { Entry } from '../history/entry.js';
import { LEGEND, SYMBOLS, controlMatrixOf, type Cell } from './controlMatrix.js';
import { findingLine } from './junit.js';
import { NOT_RUN, type Results, type ScenarioResult } from './results.js';

/** Entries of evidence that the terminal shows; results.json has more. */
const SHOWN_EVIDENCE = 6;
const SHOWN_FINDINGS = 5;

/** What a person reads when a run has ended: verdicts first, then what does not hold and how to see it again. */
export function renderResults(results: Results, reportFolder: string, colour: boolean): string {
  const parts: string[] = [];
  if (results.scenarios.length > 0) parts.push(scenarioTable(results, colour));
  if (results.rounds.length > 1) parts.push(roundTable(results, colour));
  if (results.negativeControls.length > 0) parts.push(controlTable(results, colour));
  if (results.negativeControls.length > 1) parts.push(controlMatrix(results, colour));
  const skipped = skippedScenarios(results);
  if (skipped !== undefined) parts.push(skipped);
  for (const scenario of results.scenarios) {
    const [first] = scenario.findings;
    if (first !== undefined && first.checker !== NOT_RUN) parts.push(describeFindings(scenario));
  }
  for (const problem of results.problems) {
    parts.push([`Problem: ${problem.message}`, ...problem.actions.map((action) => `  → ${action}`)].join('\n'));
  }
  parts.push(summary(results, reportFolder, colour));
  return `${parts.join('\n\n')}\n`;
}

function scenarioTable(results: Results, colour: boolean): string {
  const table = newTable([
    'scenario',
    'verdict',
    'attempts',
    'ok / refused / unknown',
    'duplicate effects',
    'p50',
    'p95',
    'p99',
    'max ms'
  ]);
  for (const scenario of results.scenarios) {
    if (scenario.verdict === 'skipped') {
      table.push([scenario.name, paint('skipped', colour), ...Array.from({ length: 7 }, () => '–')]);
      continue;
    }
    const { ok, fail, unknown } = scenario.outcomes;
    const { p50, p95, p99, max } = scenario.latencyMs;
    table.push([
      scenario.name,
      paint(scenario.verdict, colour),
      scenario.attempts,
      `${ok} / ${fail} / ${unknown}`,
      `${scenario.duplicateEffects} of ${scenario.attempts}`,
      ...[p50, p95, p99, max].map(milliseconds)
    ]);
  }
  return table.toString();
}

/** Whether an org that is asked for long stays as good as it was. */
function roundTable({ rounds }: Results, colour: boolean): string {
  const table = newTable(
    ['round', 'verdict', 'attempts', 'duplicate effects', 'p50', 'p95', 'p99', 'max ms', 'seconds'],
    COMPACT
  );
  for (const { round, verdict, attempts, duplicateEffects, latencyMs, durationMs } of rounds) {
    const { p50, p95, p99, max } = latencyMs;
    table.push([
      round,
      paint(verdict, colour),
      attempts,
      `${duplicateEffects} of ${attempts}`,
      ...[p50, p95, p99, max].map(milliseconds),
      (durationMs / 1000).toFixed(1)
    ]);
  }
  return table.toString();
}

function milliseconds(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}

/** What the org could not be asked, by what it lacks. */
function skippedScenarios({ scenarios }: Results): string | undefined {
  const byReason = new Map<string, string[]>();
  for (const { name, skipReason } of scenarios) {
    if (skipReason !== null) byReason.set(skipReason, [...(byReason.get(skipReason) ?? []), name]);
  }
  if (byReason.size === 0) return undefined;
  const lines = [...byReason].map(([reason, names]) => `  ${reason}: ${names.join(', ')}`);
  return ['Skipped, because', ...lines].join('\n');
}

function controlTable(results: Results, colour: boolean): string {
  const table = newTable(['negative control', 'caught', 'by', 'what it shows']);
  for (const control of results.negativeControls) {
    const caught = control.caughtBy !== null;
    table.push([
      control.name,
      mark(caught ? 'yes' : 'NO', caught ? 'green' : 'red', colour),
      control.caughtBy ?? '–',
      control.message
    ]);
  }
  return table.toString();
}

/** Scenario × control: which scenario noticed which mistake. */
function controlMatrix({ negativeControls }: Results, colour: boolean): string {
  const { controls, rows } = controlMatrixOf(negativeControls);
  const table = newTable(['scenario × control', ...controls.map((_, index) => String(index + 1))], COMPACT);
  const colours: Partial<Record<Cell, keyof typeof ANSI>> = { caught: 'green', escaped: 'red', unclear: 'yellow' };
  const show = (cell: Cell): string => {
    const painted = colours[cell];
    return painted === undefined ? SYMBOLS[cell] : mark(SYMBOLS[cell], painted, colour);
  };
  for (const { scenario, cells } of rows) table.push([scenario, ...cells.map(show)]);
  const caught = negativeControls.filter(({ caughtBy }) => caughtBy !== null).length;
  const names = controls.map((name, index) => `  ${String(index + 1).padStart(2)}  ${name}`).join('\n');
  return `${table.toString()}\n  ${LEGEND}\n${names}\n${caught} of ${negativeControls.length} negative controls caught.`;
}

const COMPACT = { compact: true } as const;

function newTable(head: string[], style: { readonly compact?: boolean } = {}): Table.Table {
  return new Table({ head, style: { head: [], border: [], ...style }, wordWrap: true, colWidths: widths(head) });
}

/** Only the last column of the controls holds sentences; everything else is as wide as it needs to be. */
function widths(head: readonly string[]): (number | null)[] {
  return head.map((title) => (title === 'what it shows' ? 70 : null));
}

function describeFindings(scenario: ScenarioResult): string {
  const lines = [`${scenario.name}: ${scenario.proves}`];
  for (const finding of scenario.findings.slice(0, SHOWN_FINDINGS)) lines.push(...findingLines(finding));
  const more = scenario.findingCount - Math.min(scenario.findings.length, SHOWN_FINDINGS);
  if (more > 0) lines.push(`  … and ${more} more findings`);
  lines.push(`  Replay: ${scenario.replay}`);
  return lines.join('\n');
}

function findingLines(finding: Finding): string[] {
  const shown = finding.evidence.slice(0, SHOWN_EVIDENCE).map((entry) => `      ${entryLine(entry)}`);
  const more = finding.evidence.length - shown.length;
  return [`  ${findingLine(finding)}`, ...shown, ...(more > 0 ? [`      … and ${more} more entries`] : [])];
}

/** One line of evidence: time, number and what happened. */
export function entryLine(entry: Entry): string {
  const time = `${entry.at.toFixed(1).padStart(9)} ms  #${String(entry.index).padEnd(5)}`;
  switch (entry.kind) {
    case 'invoke':
      return `${time} client ${entry.client} sends ${entry.operation} ${entry.key}, attempt ${entry.attempt}, content ${entry.payloadDigest.slice(7, 15)}`;
    case 'remark':
      return `${time} ${entry.subject} ${JSON.stringify(entry.detail)}`;
    case 'ok':
    case 'fail':
    case 'unknown': {
      const answer = entry.status === undefined ? entry.error : `${entry.status} ${entry.code ?? ''}`.trim();
      const bytes = entry.bodyDigest === undefined ? '' : `, body ${entry.bodyDigest.slice(7, 15)}`;
      return `${time} → #${entry.invoke} ${entry.kind}: ${answer}${entry.replayed ? ', replayed' : ''}${bytes}`;
    }
  }
}

function summary(results: Results, reportFolder: string, colour: boolean): string {
  const { orgStartMs, deployMs } = results.timings;
  const times = [
    orgStartMs === null ? undefined : `org start ${(orgStartMs / 1000).toFixed(1)} s`,
    deployMs === null ? undefined : `deploy ${(deployMs / 1000).toFixed(1)} s`,
    `whole run ${(results.durationMs / 1000).toFixed(1)} s`
  ].filter((time) => time !== undefined);
  return [
    `Verdict: ${paint(results.verdict, colour)}${results.interrupted ? ' (interrupted)' : ''} · ${results.org?.label ?? 'no org'} · seed ${results.seed} · ${times.join(' · ')}`,
    `Report: ${reportFolder}`
  ].join('\n');
}

function paint(verdict: PartVerdict, colour: boolean): string {
  const colours = { valid: 'green', invalid: 'red', unknown: 'yellow', skipped: 'grey' } as const;
  return mark(verdict, colours[verdict], colour);
}

const ANSI = { green: 32, red: 31, yellow: 33, grey: 90 } as const;

function mark(text: string, colour: keyof typeof ANSI, on: boolean): string {
  return on ? `\u001b[${ANSI[colour]}m${text}\u001b[39m` : text;
}
