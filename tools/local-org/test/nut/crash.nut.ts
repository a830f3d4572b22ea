import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { orgWith, type ProjectFiles } from '../server/support.js';

const BIN = fileURLToPath(new URL('../../bin/local-org.mjs', import.meta.url));

const PROJECT: ProjectFiles = {
  'classes/NoteJob.cls': `public class NoteJob implements Queueable, Finalizer {
  private final String name;
  public NoteJob(String name) { this.name = name; }
  public void execute(QueueableContext context) {
    System.attachFinalizer(this);
    insert new Account(Name = 'job ' + name);
  }
  public void execute(FinalizerContext context) { insert new Account(Name = 'finalizer ' + name); }
}`,
  'classes/NightlyJob.cls': `public class NightlyJob implements Schedulable {
  public void execute(SchedulableContext context) { insert new Account(Name = 'nightly'); }
}`,
  'classes/NoteResource.cls': `@RestResource(urlMapping='/notes')
global class NoteResource {
  @HttpPost global static void post(String name) { insert new Account(Name = name); System.enqueueJob(new NoteJob(name)); }
  @HttpPut global static void put() { System.schedule('Nightly', '0 0 3 * * ?', new NightlyJob()); }
}`
};

const PACKAGE = {
  'package.xml': Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?><Package xmlns="http://soap.sforce.com/2006/04/metadata"><types><members>*</members><name>ApexClass</name></types><version>66.0</version></Package>'
  ),
  'classes/Later.cls': Buffer.from('public class Later {}'),
  'classes/Later.cls-meta.xml': Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?><ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexClass>'
  )
};

interface Started {
  readonly url: string;
  readonly accessToken: string;
}

describe('a kept org that is killed', function () {
  this.timeout(300_000);
  let folder: string;
  let supervisor: ChildProcess;
  let org: Started;
  let starts = 0;
  let output = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-org-crash-'));
    await (await orgWith(PROJECT, { dataDirectory: folder })).stop();
    const args = [BIN, 'start', '--keep', '--data', folder, '--restart', '--port', '0', '--json'];
    supervisor = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    supervisor.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    await started();
  });

  after(async () => {
    if (supervisor?.exitCode === null) {
      supervisor.kill('SIGTERM');
      await once(supervisor, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits for the line that the next start prints. */
  async function started(): Promise<void> {
    const wanted = ++starts;
    for (let i = 0; i < 900; i++) {
      const lines = output.split('\n').slice(0, -1);
      if (lines.length >= wanted) {
        org = JSON.parse(lines[wanted - 1] as string) as Started;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the org did not start again');
  }

  const call = (method: string, path: string, body?: unknown): Promise<unknown> =>
    send(method, path, 'application/json', body === undefined ? undefined : JSON.stringify(body));

  async function send(method: string, path: string, contentType: string, body?: string): Promise<unknown> {
    const response = await fetch(org.url + path, {
      method,
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': contentType },
      ...(body === undefined ? {} : { body })
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Arms the crash, calls, and waits for the org to come back. */
  async function crashed(rule: object, name: string): Promise<unknown> {
    await call('POST', '/local-org/v1/faults', { do: 'crash', ...rule });
    const answer = await call('POST', '/services/apexrest/notes', { name }).catch(() => 'lost');
    await started();
    await call('POST', '/local-org/v1/queue/drain', { timeoutMs: 20_000 });
    return answer;
  }

  async function names(): Promise<string[]> {
    const query = 'SELECT Name FROM Account ORDER BY Name';
    const { records } = (await call('GET', `/services/data/v68.0/query?q=${encodeURIComponent(query)}`)) as {
      records: { Name: string }[];
    };
    return records.map(({ Name }) => Name);
  }

  it('keeps its token, address and every commit, and finishes the jobs', async () => {
    const { url, accessToken } = org;
    const rest = { kind: 'apex-rest' };

    expect(await crashed({ at: 'before-commit', when: rest }, 'a')).to.equal('lost');
    expect(org).to.include({ url, accessToken });
    expect(await names(), 'killed before the commit: nothing').to.deep.equal([]);

    expect(await crashed({ at: 'after-commit', when: rest }, 'b')).to.equal('lost');
    expect(await names(), 'killed behind the commit').to.deep.equal(['b', 'finalizer b', 'job b']);

    const job = { className: 'NoteJob' };
    await crashed({ at: 'before-commit', when: job }, 'c');
    expect(await names(), 'killed before the job had committed').to.include.members(['c', 'finalizer c', 'job c']);

    await crashed({ at: 'after-commit', when: job }, 'd');
    const all = await names();
    expect(all, 'killed between job and Finalizer').to.include.members(['d', 'finalizer d', 'job d']);
    expect(all, 'nothing twice').to.have.lengthOf(9);
  });

  const seed = Number(process.env.RETRYSAFE_SEED ?? Date.now() % 100_000);

  it(`has each call that was answered and none by halves, with its jobs, wherever it is killed (RETRYSAFE_SEED=${seed})`, async () => {
    let state = seed;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (state >> 8) % below;
    };
    const answered: string[] = [];
    const sent: string[] = [];
    for (let round = 0; round < 2; round++) {
      // Any statement of any transaction, whoever it belongs to: requests, jobs, their Finalizers.
      await call('POST', '/local-org/v1/faults', { at: 'statement', do: 'crash', skip: 20 + random(250) });
      const caller = async (number: number): Promise<void> => {
        for (let i = 0; i < 40; i++) {
          const name = `r${round}-${number}-${i}`;
          sent.push(name);
          if (
            !(await call('POST', '/services/apexrest/notes', { name }).then(
              () => answered.push(name),
              () => null
            ))
          )
            return;
        }
      };
      await Promise.all(Array.from({ length: 6 }, (_, number) => caller(number)));
      await started();
    }
    await call('POST', '/local-org/v1/queue/drain', { timeoutMs: 60_000 });
    const all = await names();
    const count = (name: string): number => all.filter((one) => one === name).length;
    const parts = (name: string): number[] => [count(name), count(`job ${name}`), count(`finalizer ${name}`)];

    expect(answered.length, `seed ${seed}`).to.be.greaterThan(0);
    expect(sent.length, 'some went unanswered').to.be.greaterThan(answered.length);
    for (const name of answered) expect(parts(name), `${name}, seed ${seed}`).to.deep.equal([1, 1, 1]);
    for (const name of sent) expect(['0,0,0', '1,1,1'], `${name}, seed ${seed}`).to.include(parts(name).join());
  });

  it('keeps its schedule and its moved clock', async () => {
    await call('PUT', '/services/apexrest/notes');
    await call('POST', '/local-org/v1/clock', { moveBy: 3_600_000 });
    await crashed({ at: 'response', when: { path: '/services/apexrest/notes' } }, 'e');

    const { now } = (await call('GET', '/local-org/v1/clock')) as { now: string };
    expect(Date.parse(now) - Date.now()).to.be.within(3_590_000, 3_610_000);
    await call('POST', '/local-org/v1/clock', { moveBy: 24 * 3_600_000 });
    await call('POST', '/local-org/v1/queue/drain', { timeoutMs: 20_000 });
    expect(await names()).to.include.members(['nightly', 'job e']);
  });

  it('goes on with bulk jobs behind the rows that are done, and runs deploys again', async () => {
    const jobs = '/services/data/v68.0/jobs/ingest';
    const job = (await call('POST', jobs, { object: 'Contact', operation: 'insert' })) as { id: string };
    const rows = Array.from({ length: 250 }, (_, i) => `C${i}`);
    await send('PUT', `${jobs}/${job.id}/batches`, 'text/csv', `LastName\n${rows.join('\n')}\n`);
    // The first commit starts the job, the second is that of the first 200 rows.
    await call('POST', '/local-org/v1/faults', {
      at: 'after-commit',
      do: 'crash',
      when: { kind: 'bulk-run' },
      skip: 1
    });
    await call('PATCH', `${jobs}/${job.id}`, { state: 'UploadComplete' }).catch(() => undefined);
    await started();
    expect(await call('GET', `${jobs}/${job.id}`)).to.include({
      state: 'JobComplete',
      numberRecordsProcessed: 250,
      numberRecordsFailed: 0
    });
    const query = encodeURIComponent('SELECT COUNT() FROM Contact');
    expect(await call('GET', `/services/data/v68.0/query?q=${query}`)).to.include({ totalSize: 250 });

    // Behind the commit of what was deployed, in front of that of its result.
    await call('POST', '/local-org/v1/faults', {
      at: 'after-commit',
      do: 'crash',
      when: { kind: 'deploy-run' },
      skip: 1
    });
    const form = new FormData();
    form.append('entity_content', JSON.stringify({ deployOptions: { singlePackage: true, rollbackOnError: true } }));
    form.append('file', new Blob([Buffer.from(zipSync(PACKAGE))], { type: 'application/zip' }), 'package.zip');
    const deployed = await fetch(`${org.url}/services/data/v68.0/metadata/deployRequest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.accessToken}` },
      body: form
    });
    const { id } = (await deployed.json()) as { id: string };
    await started();
    expect(
      await call('GET', `/services/data/v68.0/metadata/deployRequest/${id}?includeDetails=true`)
    ).to.have.nested.include({
      'deployResult.status': 'Succeeded',
      'deployResult.numberComponentErrors': 0
    });
  });
});
