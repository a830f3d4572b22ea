import { XMLBuilder } from 'fast-xml-parser';
import type { Finding } from '../checkers/finding.js';
import type { ControlResult, Results, ScenarioResult } from './results.js';

type Node = Record<string, unknown>;

/** The results as JUnit XML: a scenario is a test; invalid is a failure, unknown an error, skipped is skipped. */
export function toJUnit(results: Results): string {
  const suites = [
    suite('scenarios', results.scenarios.map(scenarioCase)),
    suite('negative controls', results.negativeControls.map(controlCase))
  ];
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: { '@name': 'retrysafe load test', '@time': seconds(results.durationMs), testsuite: suites }
  }) as string;
}

function suite(name: string, cases: Node[]): Node {
  const having = (child: string): number => cases.filter((testcase) => child in testcase).length;
  return {
    '@name': name,
    '@tests': cases.length,
    '@failures': having('failure'),
    '@errors': having('error'),
    '@skipped': having('skipped'),
    testcase: cases
  };
}

function scenarioCase(scenario: ScenarioResult): Node {
  const testcase: Node = {
    '@classname': 'scenarios',
    '@name': scenario.name,
    '@time': seconds(scenario.durationMs)
  };
  if (scenario.verdict === 'valid') return testcase;
  if (scenario.verdict === 'skipped') return { ...testcase, skipped: { '@message': clean(scenario.skipReason ?? '') } };
  const text = `${scenario.findings.map(findingLine).join('\n')}\nReplay: ${scenario.replay}`;
  const child = scenario.verdict === 'invalid' ? 'failure' : 'error';
  return {
    ...testcase,
    [child]: { '@message': scenario.findings[0]?.message ?? scenario.verdict, '#text': clean(text) }
  };
}

function controlCase(control: ControlResult): Node {
  const testcase: Node = { '@classname': 'negative controls', '@name': control.name };
  if (control.caughtBy !== null) return testcase;
  return { ...testcase, [control.verdict === null ? 'error' : 'failure']: { '@message': clean(control.message) } };
}

/** One line about a finding, for people. */
export function findingLine(finding: Finding): string {
  return `${finding.kind} · ${finding.checker}${finding.key === undefined ? '' : ` · ${finding.key}`}: ${finding.message}`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Without the characters that XML 1.0 cannot hold. */
function clean(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd');
}
