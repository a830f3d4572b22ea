import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLUGIN = fileURLToPath(new URL('../..', import.meta.url));
const ROOT = resolve(PLUGIN, '../..');
const ORDER = '{"orderNumber":"1001","currency":"EUR","lines":[{"sku":"A","quantity":1,"unitPrice":2.5}]}';

interface Printed {
  readonly status: number;
  readonly name?: string;
  readonly message?: string;
  readonly actions?: readonly string[];
  readonly result: Record<string, unknown>;
}

/** One story, told to the real Salesforce CLI: link, start an org, deploy, send, look, replay, stop. */
describe('sf retrysafe', function () {
  this.timeout(300_000);
  let home: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'plugin-nut-'));
    const { buildPlugin } = (await import(new URL('../../build.mjs', import.meta.url).href)) as {
      buildPlugin(): Promise<void>;
    };
    await buildPlugin();
    const linked = await sf(['plugins', 'link', PLUGIN, '--no-install']);
    expect(linked.code, linked.stderr).to.equal(0);
  });

  after(async () => {
    await sf(['retrysafe', 'local', 'stop', '--json']);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('helps with examples', async () => {
    const { code, stdout } = await sf(['retrysafe', 'command', 'send', '--help']);

    expect(code).to.equal(0);
    expect(stdout).to.contain('EXAMPLES').and.to.contain('--key order-1001');
  });

  it('says what is wrong and what to do next', async () => {
    const unknown = await sfJson(['verify', '--local', '--scenario', 'nope']);
    expect([unknown.code, unknown.printed.actions?.join()]).to.satisfy(
      ([code, actions]: [number, string]) => code === 2 && actions.includes('concurrent-duplicates')
    );
    const none = await sfJson(['local', 'status']);
    expect(none.printed.result).to.deep.equal({ running: false, org: null });
  });

  it('starts an org, deploys, sends, looks and replays', async () => {
    const started = await succeed('local.start', ['--port', '0', '--alias', 'nut']);
    expect(started.url).to.match(/^http:\/\/127\.0\.0\.1:/);
    expect((await succeed('local.status', [])).running).to.equal(true);
    expect((await sfJson(['local', 'start'])).printed.actions?.join()).to.contain('local stop');

    await succeed('deploy', ['--target-org', 'nut']);
    await allowToSend(String(started.username));

    const send = ['--target-org', 'nut', '--operation', 'create-order', '--key', 'order-1001', '--body', ORDER];
    const first = await succeed('command.send', send);
    const again = await succeed('command.send', send);
    expect(first).to.include({ outcome: 'done', replayed: false });
    expect(again).to.include({ outcome: 'done', replayed: true, recordId: first.recordId });
    const other = await sfJson(['command', 'send', ...send.slice(0, -1), '{"orderNumber":"2"}']);
    expect([other.code, other.printed.name]).to.deep.equal([1, 'KeyReused']);
    const look = ['--target-org', 'nut', '--operation', 'create-order', '--key'];
    expect(await succeed('command.status', [...look, 'order-1001'])).to.include({ state: 'Succeeded' });
    expect((await sfJson(['command', 'status', ...look, 'nobody'])).code).to.equal(1);

    const event = ['--target-org', 'nut', '--source', 'Payments', '--type', 'charge.created', '--entity', 'ch_1'];
    const told = [...event, '--key', 'evt_1', '--timestamp', '2026-01-31T12:00:00Z', '--payload', '{}'];
    expect(await succeed('event.send', told)).to.include({ isNew: true });
    expect(await succeed('event.send', told)).to.include({ isNew: false });
    const replay = ['--target-org', 'nut', '--reason', 'Trying it out', '--entity', 'ch_1'];
    expect((await succeed('event.replay', replay)).queued).to.be.at.most(1);

    const { result } = await succeedRaw(['metrics', '--target-org', 'nut']);
    await fits('metrics', result);

    expect((await succeed('local.stop', [])).stopped).to.equal(true);
  });

  async function allowToSend(username: string): Promise<void> {
    const sets = ['Order_Integration_User', 'Command_Integration_User', 'Inbound_Integration_User', 'Metrics_Reader'];
    await sf(['org', 'assign', 'permset', '--target-org', 'nut', ...sets.flatMap((name) => ['--name', name])]);
    const query = `SELECT Id FROM User WHERE Username = '${username}'`;
    const { stdout } = await sf(['data', 'query', '--target-org', 'nut', '--query', query, '--json']);
    const [user] = (JSON.parse(stdout) as { result: { records: { Id: string }[] } }).result.records;
    const values = `SetupOwnerId=${user!.Id} Tenant__c=nut`;
    await sf([
      'data',
      'create',
      'record',
      '--target-org',
      'nut',
      '--sobject',
      'Integration_Tenant__c',
      '--values',
      values
    ]);
  }

  async function succeed(command: string, args: readonly string[]): Promise<Record<string, unknown>> {
    const { result } = await succeedRaw([...command.split('.'), ...args]);
    await fits(command, result);
    return result;
  }

  async function succeedRaw(args: readonly string[]): Promise<Printed> {
    const { code, printed, stderr } = await sfJson(args);
    expect(code, `${args.join(' ')}: ${JSON.stringify(printed)} ${stderr}`).to.equal(0);
    return printed;
  }

  async function fits(command: string, result: unknown): Promise<void> {
    const schema = JSON.parse(await readFile(join(PLUGIN, 'schemas', `retrysafe.${command}.json`), 'utf8')) as object;
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    expect(validate(result), `${command}: ${JSON.stringify(validate.errors)}`).to.equal(true);
  }

  async function sfJson(args: readonly string[]): Promise<{ code: number | null; printed: Printed; stderr: string }> {
    const { code, stdout, stderr } = await sf(['retrysafe', ...args, '--json']);
    return { code, printed: JSON.parse(stdout.slice(stdout.indexOf('{')) || '{}') as Printed, stderr };
  }

  function sf(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    return new Promise((resolveRun, reject) => {
      const script = join(ROOT, 'node_modules', '@salesforce', 'cli', 'bin', 'run.js');
      const { NODE_OPTIONS: _options, SF_TARGET_ORG: _org, ...env } = process.env;
      const child = spawn(process.execPath, [script, ...args], {
        cwd: ROOT,
        env: {
          ...env,
          HOME: home,
          USERPROFILE: home,
          SF_USE_GENERIC_UNIX_KEYCHAIN: 'true',
          SF_DISABLE_TELEMETRY: 'true',
          SF_AUTOUPDATE_DISABLE: 'true',
          SF_DISABLE_AUTOUPDATE: 'true',
          SF_SKIP_NEW_VERSION_CHECK: 'true',
          OCLIF_DISABLE_LINKED_ESM_WARNING: 'true'
        },
        stdio: ['ignore', 'pipe', 'pipe']
      });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.on('error', reject);
      child.on('close', (code) => resolveRun({ code, stdout, stderr }));
    });
  }
});
