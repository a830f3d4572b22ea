import { expect } from 'chai';
import { apexString, runAnonymous } from '../../src/org/anonymousApex.js';
import { LocalHooks } from '../../src/org/localHooks.js';
import type { RestClient } from '../../src/org/restClient.js';
import type { HarnessError } from '../../src/run/errors.js';

/** A client that writes down what it is asked and answers as it is told. */
function clientThat(answer: (method: string, path: string) => unknown) {
  const asked: string[] = [];
  const call = (method: string, path: string) => {
    asked.push(`${method} ${path.replace('/local-org/v1', '')}`);
    return Promise.resolve().then(() => answer(method, path));
  };
  return { asked, admin: { apiVersion: '68.0', call } as unknown as RestClient };
}

describe('faults of a local org', () => {
  const CRASH = { at: 'job', do: 'crash' } as const;

  it('are taken away again, and counted', async () => {
    let armed = 0;
    const { asked, admin } = clientThat((method) => (method === 'POST' ? { id: `f${(armed += 1)}` } : { strikes: 3 }));

    expect(await new LocalHooks(admin).during([CRASH, CRASH], () => Promise.resolve())).to.deep.equal([3, 3]);
    expect(asked).to.deep.equal(['POST /faults', 'POST /faults', 'DELETE /faults/f1', 'DELETE /faults/f2']);
  });

  it('are taken away when the task fails, too', async () => {
    const { asked, admin } = clientThat((method) => (method === 'POST' ? { id: 'f1' } : { strikes: 0 }));
    const task = new LocalHooks(admin).during([CRASH], () => Promise.reject(new Error('over')));

    expect(await task.catch((error: Error) => error.message)).to.equal('over');
    expect(asked.at(-1)).to.equal('DELETE /faults/f1');
  });

  it('that cannot be armed leave none behind', async () => {
    const { asked, admin } = clientThat((method) => {
      if (method === 'POST' && asked.length > 1) throw new Error('refused');
      return { id: 'f1', strikes: 0 };
    });
    const task = new LocalHooks(admin).during([CRASH, CRASH], () => Promise.reject(new Error('run')));

    expect(await task.catch((error: Error) => error.message)).to.equal('refused');
    expect(asked.at(-1)).to.equal('DELETE /faults/f1');
  });
});

describe('the jobs of a local org', () => {
  it('say when the next one is due, or that none waits', async () => {
    const jobs = (...times: string[]) => clientThat(() => ({ jobs: times.map((runAt) => ({ runAt })) })).admin;

    expect(await new LocalHooks(jobs('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')).nextJobAt()).to.equal(
      Date.UTC(2026, 0, 1)
    );
    expect(await new LocalHooks(jobs()).nextJobAt()).to.equal(undefined);
  });
});

describe('anonymous Apex', () => {
  const failing = (compiled: boolean) => ({
    compiled,
    success: false,
    compileProblem: compiled ? null : 'Unexpected token',
    exceptionMessage: compiled ? 'No rights' : null,
    line: 2
  });

  it('that fails says where and why, and what to look at', async () => {
    const reason = async (compiled: boolean): Promise<HarnessError> =>
      runAnonymous(clientThat(() => failing(compiled)).admin, 'x;').then(
        () => expect.fail('no error'),
        (error: HarnessError) => error
      );

    expect((await reason(true)).message).to.contain('line 2: No rights');
    expect((await reason(true)).actions.join()).to.contain('permission sets');
    expect((await reason(false)).message).to.contain('Unexpected token');
    expect((await reason(false)).actions.join()).to.contain('--no-deploy');
  });

  it('gets its source as one parameter, and texts as literals that cannot end', async () => {
    const { asked, admin } = clientThat(() => ({ success: true }));
    await runAnonymous(admin, `a = ${apexString("it's \\ 1")};`);

    expect(decodeURIComponent(asked[0]!.split('anonymousBody=')[1]!)).to.equal("a = 'it\\'s \\\\ 1';");
  });
});
