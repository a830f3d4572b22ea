import { expect } from 'chai';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ranOutOfRequests, requireApiBudget } from '../../src/org/apiBudget.js';
import { requireSameVersion } from '../../src/org/deployedVersion.js';
import { RestError, type RestClient } from '../../src/org/restClient.js';
import { deleteTestData } from '../../src/org/testData.js';
import { UsageError } from '../../src/run/errors.js';
import { findProject } from '../../src/run/project.js';
import { HistoryBuilder } from '../support/history.js';

const project = findProject(fileURLToPath(new URL('.', import.meta.url)));

/** An administrator's client of an org that answers as it is told. */
function orgThat(answers: Partial<Record<'call' | 'query' | 'deleteAll', (argument: string) => unknown>>): RestClient {
  return {
    apiVersion: '68.0',
    call: (_method: string, path: string) => Promise.resolve(answers.call?.(path)),
    query: (soql: string) => Promise.resolve(answers.query?.(soql) ?? []),
    deleteAll: (ids: readonly string[]) =>
      Promise.resolve(ids.map((id) => answers.deleteAll?.(id) ?? { success: true, errors: [] }))
  } as unknown as RestClient;
}

async function refusal(task: Promise<unknown>): Promise<UsageError | undefined> {
  return task.then(
    () => undefined,
    (error: UsageError) => error
  );
}

describe('the API requests of an org', () => {
  const left = (Remaining: number) => orgThat({ call: () => ({ DailyApiRequests: { Max: 15_000, Remaining } }) });

  it('are enough when half of them covers the run', async () => {
    expect(await refusal(requireApiBudget(left(2000), 1000))).to.equal(undefined);
    expect(await refusal(requireApiBudget(orgThat({ call: () => ({}) }), 1000))).to.equal(undefined);
  });

  it('that are too few stop the run before it begins', async () => {
    const error = await refusal(requireApiBudget(left(1999), 1000));

    expect(error).to.be.instanceOf(UsageError);
    expect(error?.message).to.contain('1999 left today');
    expect(error?.actions.join()).to.contain('--profile smoke');
  });
});

describe('API requests that are used up on the way', () => {
  it('are noticed by what the org answers', () => {
    const answered = (code: string) =>
      new HistoryBuilder().attempt('k', 'A', { kind: 'fail', status: 403, code, replayed: false }).entries;

    expect(ranOutOfRequests(answered('REQUEST_LIMIT_EXCEEDED'))).to.equal(true);
    expect(ranOutOfRequests(answered('NOT_PERMITTED'))).to.equal(false);
  });
});

describe('what an org refuses to the harness', () => {
  for (const [errorCode, action] of [
    ['INVALID_TYPE', '--no-deploy'],
    ['INVALID_SESSION_ID', 'sf org login web'],
    ['REQUEST_LIMIT_EXCEEDED', '--profile smoke'],
    ['INSUFFICIENT_ACCESS_OR_READONLY', 'administrator'],
    ['API_DISABLED_FOR_ORG', 'API Enabled']
  ] as const) {
    it(`${errorCode} is said with what to do`, () => {
      const error = new RestError('GET', '/x?q=1', 400, JSON.stringify([{ errorCode, message: 'No.' }]));

      expect(error.message).to.equal(`GET /x was refused with 400: ${errorCode} No.`);
      expect(error.actions.join()).to.contain(action);
    });
  }

  it('is shown as it is when it is no JSON', () => {
    expect(new RestError('GET', '/x', 502, '<html>').message)
      .to.contain('502')
      .and.to.contain('<html>');
  });
});

describe('the version in an org', () => {
  async function classes(): Promise<{ Name: string; Body: string }[]> {
    const found: { Name: string; Body: string }[] = [];
    for (const directory of project.packageDirectories) {
      const folder = join(project.root, directory);
      for (const path of await readdir(folder, { recursive: true })) {
        if (!path.endsWith('.cls')) continue;
        const Name = path.replace(/^.*[\\/]/, '').replace('.cls', '');
        found.push({ Name, Body: await readFile(join(folder, path), 'utf8') });
      }
    }
    return found;
  }

  it('is that of the project, however lines end', async () => {
    const records = (await classes()).map(({ Name, Body }) => ({
      Name,
      Body: Body.replaceAll('\n', '\r\n').trimEnd()
    }));

    expect(await refusal(requireSameVersion(orgThat({ call: () => ({ records }) }), project))).to.equal(undefined);
  });

  it('is another one, or none: the run does not begin', async () => {
    const records = (await classes()).map((one) =>
      one.Name === 'CommandLedger' ? { ...one, Body: `${one.Body}// changed` } : one
    );
    const other = await refusal(requireSameVersion(orgThat({ call: () => ({ records }) }), project));
    const none = await refusal(requireSameVersion(orgThat({ call: () => ({ records: [] }) }), project));

    expect(other?.message).to.contain('another version of 1 classes, such as CommandLedger');
    expect(none?.message).to.contain('lacks');
    expect(none?.actions.join()).to.contain('--no-deploy');
  });
});

describe('test data', () => {
  it('is found by the mark of the run alone, and what cannot be deleted is named', async () => {
    const asked: string[] = [];
    const admin = orgThat({
      query: (soql) => {
        asked.push(soql);
        if (soql.includes('FROM Receipt__c')) throw new Error('no such object');
        return soql.includes('FROM Order__c') ? [{ Id: 'a1' }, { Id: 'a2' }] : [];
      },
      deleteAll: (id) => (id === 'a2' ? { success: false, errors: [{ statusCode: 'DELETE_FAILED' }] } : undefined)
    });

    const { deleted, left } = await deleteTestData('rsm1', admin);

    expect(deleted).to.equal(1);
    expect(left.join('; ')).to.contain('1 Order__c (DELETE_FAILED)').and.to.contain('Receipt__c (no such object)');
    for (const soql of asked) expect(soql).to.match(/LIKE '%?rsm1-%'$/);
    const position = (object: string): number => asked.findIndex((soql) => soql.includes(`FROM ${object} `));
    expect(position('Order_Line__c')).to.be.lessThan(position('Order__c'));
    expect(position('Reconciliation_Decision__c')).to.be.lessThan(position('Reconciliation_Finding__c'));
    expect(asked.find((soql) => soql.includes('FROM Replay__c'))).to.contain("LIKE '%rsm1-");
  });
});
