import { expect } from 'chai';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { retryMatrixMain } from '../../src/cli/retryMatrix.js';

const RULES = fileURLToPath(new URL('../../../../force-app/core/outbound/customMetadata', import.meta.url));

/** Runs the command and keeps what it prints. */
async function run(args: string[], cwd: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const { stdout, stderr } = process;
  const original = { stdout: stdout.write, stderr: stderr.write };
  stdout.write = (text: string | Uint8Array) => ((printed.stdout += text.toString()), true);
  stderr.write = (text: string | Uint8Array) => ((printed.stderr += text.toString()), true);
  try {
    return { code: await retryMatrixMain(args, cwd), ...printed };
  } finally {
    stdout.write = original.stdout;
    stderr.write = original.stderr;
  }
}

const record = (values: Record<string, string | number>): string =>
  `<?xml version="1.0"?><CustomMetadata xmlns="http://soap.sforce.com/2006/04/metadata">${Object.entries({
    Active__c: 'true',
    ...values
  })
    .map(([field, value]) => `<values><field>${field}</field><value>${value}</value></values>`)
    .join('')}</CustomMetadata>`;

describe('npm run retry-matrix', () => {
  let project: string;
  let folder: string;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'retrysafe-matrix-'));
    folder = join(project, 'app', 'customMetadata');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(project, 'sfdx-project.json'), JSON.stringify({ packageDirectories: [{ path: 'app' }] }));
    cpSync(RULES, folder, { recursive: true });
  });
  afterEach(() => rmSync(project, { recursive: true }));

  it('prints the rules in the order in which they are asked, and ends with 0', async () => {
    const { code, stdout } = await run([], project);

    expect(code).to.equal(0);
    expect(stdout.indexOf('Read_Timeout')).to.be.greaterThan(0).and.below(stdout.indexOf('Server_Error'));
    expect(stdout).to.include('Every outcome has a rule');
  });

  it('ends with 1 for a gap, and says where', async () => {
    rmSync(join(folder, 'Retry_Rule.Redirect.md-meta.xml'));

    const { code, stdout } = await run([], project);

    expect(code).to.equal(1);
    expect(stdout).to.include('gap: No rule for all endpoints names HTTP 300–399');
  });

  it('ends with 1 for a shadowed rule, and says by which', async () => {
    writeFileSync(
      join(folder, 'Retry_Rule.Too_Late.md-meta.xml'),
      record({ Precedence__c: '9999.0', Status_From__c: '503.0', Status_To__c: '503.0', Outcome__c: 'Permanent' })
    );

    const { code, stdout } = await run(['--json'], project);

    expect(code).to.equal(1);
    const { findings, rules } = JSON.parse(stdout) as { findings: object[]; rules: { name: string }[] };
    expect(findings).to.deep.equal([
      {
        kind: 'shadowed',
        rule: 'Too_Late',
        message: 'Too_Late (503) never decides: Server_Error with a lower precedence always matches first.'
      }
    ]);
    expect(rules.at(-1)?.name).to.equal('Too_Late');
  });

  it('ends with 2 for bad usage and prints no matrix', async () => {
    writeFileSync(join(folder, 'Retry_Rule.Broken.md-meta.xml'), '<nothing/>');

    const broken = await run([], project);
    const misspelt = await run(['--jsn'], project);

    expect([broken.code, misspelt.code]).to.deep.equal([2, 2]);
    expect(broken.stdout + misspelt.stdout).to.equal('');
    expect(broken.stderr).to.include('Retry_Rule.Broken.md-meta.xml is no custom metadata record.');
    expect(misspelt.stderr).to.include('--help');
  });
});
