import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { analyse, type MatrixFinding } from '../matrix/analyse.js';
import { matrixOfOrg } from '../matrix/fromOrg.js';
import { matrixOfProject } from '../matrix/fromProject.js';
import { answerOf, inOrder, type RetryMatrix, type RetryRule } from '../matrix/rule.js';
import { UsageError } from '../run/errors.js';
import { findProject } from '../run/project.js';
import { errorText } from './errorText.js';
import { EXIT_CODES } from './exitCodes.js';

const HELP = `Prints the retry matrix, which says what an answer of a remote means, and looks for mistakes in it.

USAGE
  npm run retry-matrix [-- --target-org ALIAS] [--json]

Reads the custom metadata of the source files, or of an org.

OPTIONS
  -o, --target-org ALIAS   Read it from an org that \`sf\` is logged in to.
  --json                   Print rules and findings as JSON.
  -h, --help               Show this.

FINDINGS
  gap               an outcome that no rule for all endpoints names; the default of the code decides
  shadowed          a rule that can never decide, because earlier ones always match first
  unknown-endpoint  a rule for an endpoint that does not exist
  invalid           a rule that matches nothing

EXIT CODES
  0  printed, nothing found
  1  printed, with findings; or the org could not be read
  2  bad usage: nothing was printed
`;

interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly alias: string | undefined;
}

/**
 * The matrix as a command.
 *
 * @returns the exit code
 */
export async function retryMatrixMain(args: readonly string[], cwd: string): Promise<number> {
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt);
  try {
    const { help, json, alias } = parse(args);
    if (help) {
      process.stdout.write(HELP);
      return EXIT_CODES.valid;
    }
    const matrix =
      alias === undefined
        ? matrixOfProject(findProject(cwd))
        : await matrixOfOrg(alias, { cwd, signal: controller.signal });
    const findings = analyse(matrix);
    process.stdout.write(json ? toJson(matrix, findings) : toText(matrix, findings));
    return findings.length === 0 ? EXIT_CODES.valid : EXIT_CODES.invalid;
  } catch (error) {
    if (controller.signal.aborted) return 130;
    process.stderr.write(`${errorText(error)}\n`);
    return error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.invalid;
  } finally {
    process.off('SIGINT', interrupt);
  }
}

function parse(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        'target-org': { type: 'string', short: 'o' }
      }
    });
    if (values['target-org']?.trim() === '') throw new Error('--target-org names no org.');
    return { help: values.help === true, json: values.json === true, alias: values['target-org'] };
  } catch (error) {
    throw new UsageError((error as Error).message, ['See all options with `npm run retry-matrix -- --help`.']);
  }
}

function toJson({ rules, endpoints }: RetryMatrix, findings: readonly MatrixFinding[]): string {
  return `${JSON.stringify({ rules: inOrder(rules), endpoints, findings }, undefined, 2)}\n`;
}

function toText({ rules }: RetryMatrix, findings: readonly MatrixFinding[]): string {
  const table = new Table({
    head: ['precedence', 'endpoint', 'answer', 'rule', 'outcome', 'delay', 'who acts'],
    style: { head: [], border: [], compact: true }
  });
  for (const rule of inOrder(rules)) table.push(rowOf(rule));
  for (const [answer, outcome] of [
    ['no match: no answer, 408, 5xx', 'Transient'],
    ['no match: 2xx', 'Success'],
    ['no match: anything else', 'Permanent']
  ] as const) {
    table.push(['', 'all', answer, '(default)', outcome, outcome === 'Transient' ? 'back-off' : '', '']);
  }
  const lines =
    findings.length === 0
      ? ['Every outcome has a rule, and every rule can decide.']
      : findings.map(({ kind, message }) => `${kind}: ${message}`);
  return `${table.toString()}\n\n${lines.join('\n')}\n`;
}

function rowOf(rule: RetryRule): string[] {
  const delay = rule.delaySource === 'Retry-After' ? 'Retry-After + back-off' : 'back-off';
  return [
    String(rule.precedence),
    rule.endpoint ?? 'all',
    answerOf(rule),
    rule.active ? rule.name : `${rule.name} (not active)`,
    rule.outcome,
    rule.outcome === 'Transient' ? delay : '',
    rule.responsible ?? ''
  ];
}
