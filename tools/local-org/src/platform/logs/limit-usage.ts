import type { LimitName } from '../../schema/execution.js';
import type { GovernorLimits } from '../limits.js';

/** What logs call the limits, in their order (apexcode, "Debug Log"). */
const SHOWN: readonly (readonly [text: string, name: LimitName])[] = [
  ['Number of SOQL queries', 'queries'],
  ['Number of query rows', 'queryRows'],
  ['Number of SOSL queries', 'soslQueries'],
  ['Number of DML statements', 'dmlStatements'],
  ['Number of Publish Immediate DML', 'publishImmediate'],
  ['Number of DML rows', 'dmlRows'],
  ['Maximum CPU time', 'cpuTime'],
  ['Number of callouts', 'callouts'],
  ['Number of Email Invocations', 'emailInvocations'],
  ['Number of future calls', 'futureCalls'],
  ['Number of queueable jobs added to the queue', 'queueableJobs']
];

/** The lines that a log ends with: what the transaction used of its limits. */
export function limitLines(limits: GovernorLimits): string[] {
  const rows = SHOWN.map(([text, name]) => `  ${text}: ${limits.used(name)} out of ${limits.limit(name)}`);
  return [
    'CUMULATIVE_LIMIT_USAGE',
    ['LIMIT_USAGE_FOR_NS|(default)|', ...rows, ''].join('\n'),
    'CUMULATIVE_LIMIT_USAGE_END'
  ];
}
