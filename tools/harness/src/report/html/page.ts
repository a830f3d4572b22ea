import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Entry } from '../../history/entry.js';
import { LEGEND, SYMBOLS, controlMatrixOf, type Cell } from '../controlMatrix.js';
import { findingLine } from '../junit.js';
import { entryLine } from '../terminal.js';
import { NOT_RUN, type ControlResult, type Results, type RoundSummary, type ScenarioResult } from '../results.js';
import { mostContendedKey, outcomesOverTime, type Timeline } from './chartData.js';
import { PAGE_SCRIPT } from './pageScript.js';
import { PAGE_STYLE } from './pageStyle.js';

/** The report as one page that needs nothing else: no network, no other file. */
export function toHtml(results: Results, history: readonly Entry[]): string {
  const timeline = mostContendedKey(history);
  const measured = results.scenarios.filter((scenario) => scenario.latencyMs.p50 !== null);
  const data = {
    latency: measured.map(({ name, latencyMs }) => ({ name, ...latencyMs })),
    outcomes: outcomesOverTime(history),
    timeline: timeline ?? null
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Load test: ${results.verdict}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${head(results)}
${scenarioTable(results.scenarios)}
${results.rounds.length > 1 ? roundTable(results.rounds) : ''}
${results.negativeControls.length === 0 ? '' : controlTable(results.negativeControls)}
${results.negativeControls.length > 1 ? controlMatrix(results.negativeControls) : ''}
${results.scenarios.filter(isWorthShowing).map(findings).join('\n')}
${problems(results)}
${history.length === 0 ? '' : charts(measured.length, timeline)}
<script type="application/json" id="data">${embed(data)}</script>
<script>${chartLibrary()}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function head({ verdict, org, seed, profile, startedAt, durationMs, timings, interrupted }: Results): string {
  const seconds = (milliseconds: number | null): string =>
    milliseconds === null ? 'not done' : `${(milliseconds / 1000).toFixed(1)} s`;
  const about = [
    `Org ${org?.label ?? 'none'}`,
    `profile ${profile}`,
    `seed ${seed}`,
    startedAt,
    `org start ${seconds(timings.orgStartMs)}`,
    `deploy ${seconds(timings.deployMs)}`,
    `whole run ${seconds(durationMs)}`
  ];
  return `<h1>Load test: <span class="${verdict}">${verdict}</span>${interrupted ? ' (interrupted)' : ''}</h1>
<p class="faint">${escape(about.join(' · '))}</p>`;
}

function scenarioTable(scenarios: readonly ScenarioResult[]): string {
  const rows = scenarios.map((scenario) => {
    const { ok, fail, unknown } = scenario.outcomes;
    const { p50, p95, p99, max } = scenario.latencyMs;
    const numbers =
      scenario.verdict === 'skipped'
        ? Array.from({ length: 7 }, () => '–')
        : [
            scenario.attempts,
            `${ok} / ${fail} / ${unknown}`,
            `${scenario.duplicateEffects} of ${scenario.attempts}`,
            ...[p50, p95, p99, max].map(milliseconds)
          ];
    return `<tr><td>${escape(scenario.name)}<br><span class="faint">${escape(scenario.proves)}${scenario.skipReason === null ? '' : `<br>Skipped: ${escape(scenario.skipReason)}.`}</span></td>
<td class="verdict ${scenario.verdict}">${scenario.verdict}</td>${numbers.map((value) => `<td class="number">${value}</td>`).join('')}</tr>`;
  });
  const titles = ['attempts', 'ok / refused / unknown', 'duplicate effects', 'p50', 'p95', 'p99', 'max ms'];
  return `<h2>Scenarios</h2>
<div class="scroll"><table><thead><tr><th>scenario</th><th>verdict</th>${titles.map((title) => `<th class="number">${title}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function milliseconds(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}

function controlTable(controls: readonly ControlResult[]): string {
  const rows = controls.map(
    ({ name, breaks, caughtBy, expectedBy, message }, index) =>
      `<tr><td class="number">${index + 1}</td><td>${escape(name)}<br><span class="faint">${escape(breaks)}</span></td>
<td class="verdict ${caughtBy === null ? 'invalid' : 'valid'}">${caughtBy === null ? 'no' : 'yes'}</td>
<td>${escape(caughtBy ?? `not by ${expectedBy}`)}</td><td>${escape(message)}</td></tr>`
  );
  return `<h2>Negative controls</h2>
<p class="faint">Known mistakes, built in and deployed for real. A scenario that accepts them proves nothing.</p>
<div class="scroll"><table><thead><tr><th class="number">#</th><th>control</th><th>caught</th><th>by</th><th>what it shows</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function controlMatrix(controls: readonly ControlResult[]): string {
  const { rows } = controlMatrixOf(controls);
  const cell = (kind: Cell): string => `<td class="cell ${kind}">${SYMBOLS[kind]}</td>`;
  return `<h3>Scenario × control</h3>
<div class="scroll"><table class="matrix"><thead><tr><th>scenario</th>${controls.map(({ name }, index) => `<th class="cell" title="${escape(name)}">${index + 1}</th>`).join('')}</tr></thead>
<tbody>${rows.map(({ scenario, cells }) => `<tr><td>${escape(scenario)}</td>${cells.map(cell).join('')}</tr>`).join('\n')}</tbody></table></div>
<p class="faint">${LEGEND}</p>`;
}

function roundTable(rounds: readonly RoundSummary[]): string {
  const rows = rounds.map(({ round, verdict, attempts, duplicateEffects, latencyMs, durationMs }) => {
    const { p50, p95, p99, max } = latencyMs;
    const numbers = [
      attempts,
      `${duplicateEffects} of ${attempts}`,
      ...[p50, p95, p99, max].map(milliseconds),
      (durationMs / 1000).toFixed(1)
    ];
    return `<tr><td class="number">${round}</td><td class="verdict ${verdict}">${verdict}</td>${numbers.map((value) => `<td class="number">${value}</td>`).join('')}</tr>`;
  });
  const titles = ['attempts', 'duplicate effects', 'p50', 'p95', 'p99', 'max ms', 'seconds'];
  return `<h2>Rounds</h2>
<div class="scroll"><table><thead><tr><th class="number">round</th><th>verdict</th>${titles.map((title) => `<th class="number">${title}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function isWorthShowing({ findings: [first] }: ScenarioResult): boolean {
  return first !== undefined && first.checker !== NOT_RUN;
}

function findings(scenario: ScenarioResult): string {
  const parts = scenario.findings.map(
    (finding) =>
      `<p>${escape(findingLine(finding))}</p>${
        finding.evidence.length === 0 ? '' : `<pre>${escape(finding.evidence.map(entryLine).join('\n'))}</pre>`
      }`
  );
  const more = scenario.findingCount - scenario.findings.length;
  return `<h2>Findings: ${escape(scenario.name)}</h2>
${parts.join('\n')}${more > 0 ? `<p>… and ${more} more.</p>` : ''}
<p class="faint">Run the same schedule again:</p><pre>${escape(scenario.replay)}</pre>`;
}

function problems({ problems: all }: Results): string {
  if (all.length === 0) return '';
  const items = all.map(
    ({ message, actions }) => `<pre>${escape([message, ...actions.map((action) => `→ ${action}`)].join('\n'))}</pre>`
  );
  return `<h2>Problems</h2>${items.join('\n')}`;
}

function charts(latencyRows: number, timeline: Timeline | undefined): string {
  const figure = (id: string, height: number, caption: string): string =>
    `<figure><div class="chart" style="height:${height}px"><canvas id="${id}" role="img" aria-label="${escape(caption)}"></canvas></div><figcaption>${escape(caption)}</figcaption></figure>`;
  const contended =
    timeline === undefined
      ? ''
      : `<h2>One contended key</h2>${figure(
          'timeline',
          90 + 14 * timeline.attempts.length,
          `Attempts with ${timeline.key} (${timeline.scenario}). ${
            timeline.committedBy === null
              ? 'The attempt that made the effect is not among them.'
              : 'Grey: under way while another attempt was the first. Dashed: that one is answered, so its effect is committed.'
          }`
        )}`;
  return `<h2>Latency</h2>${figure('latency', 70 + 62 * latencyRows, 'From sending a request to the last byte of its answer, by scenario.')}
<h2>Answers over time</h2>${figure('outcomes', 260, 'How attempts ended, over the whole run.')}
${contended}`;
}

/** JSON that cannot end the element it stands in. */
function embed(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function chartLibrary(): string {
  const main = createRequire(import.meta.url).resolve('chart.js');
  return readFileSync(join(dirname(main), 'chart.umd.min.js'), 'utf8')
    .replace(/\/\/# sourceMappingURL=.*$/m, '')
    .replaceAll('</script', '<\\/script');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
