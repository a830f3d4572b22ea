import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_KEPT_BODY, operationsOf, type Completion, type Entry } from '../../src/history/entry.js';
import { digest } from '../../src/history/digest.js';
import { readHistory, writeHistory } from '../../src/history/file.js';
import { RunHistory } from '../../src/history/recorder.js';
import { HistoryBuilder, answers } from '../support/history.js';

describe('the history', () => {
  it('numbers entries and orders them in time over all scenarios', () => {
    const history = new RunHistory();
    const start = { client: 1, operation: 'o', attempt: 1, body: '' };
    const first = history.recorder('one');
    const second = history.recorder('two');
    const a = first.invoke({ ...start, key: 'a' });
    const b = second.invoke({ ...start, key: 'b' });
    second.complete(b, answers.created());
    first.complete(a, answers.lost());
    first.remark('fault', { kind: 'drop-response' }, 'a');

    expect(history.entries.map((entry) => entry.index)).to.deep.equal([0, 1, 2, 3, 4]);
    expect(history.entries.map((entry) => entry.at)).to.deep.equal(
      history.entries.map((entry) => entry.at).sort((left, right) => left - right)
    );
    expect(first.entries().map((entry) => entry.index)).to.deep.equal([0, 3, 4]);
  });

  it('keeps the digest of the whole body and only the beginning of its text', () => {
    const long = 'x'.repeat(MAX_KEPT_BODY * 2);
    const { entries } = new HistoryBuilder().attempt('k', 'A', answers.created(long));
    const completion = entries[1] as Completion;

    expect(completion.body).to.have.length(MAX_KEPT_BODY);
    expect(completion.bodyDigest).to.equal(digest(long));
  });

  it('pairs invocations with their completions and leaves open what has not ended', () => {
    const history = new HistoryBuilder();
    const open = history.start('k', 'A');
    history.attempt('k', 'A', answers.created());

    const operations = operationsOf(history.entries);

    expect(operations.map((operation) => operation.completion?.kind)).to.deep.equal([undefined, 'ok']);
    expect(operations[0]?.invocation.index).to.equal(open);
  });

  it('refuses a history in which one invocation ends twice', () => {
    const history = new HistoryBuilder();
    const invoke = history.start('k', 'A');
    history.end(invoke, answers.lost()).end(invoke, answers.created());

    expect(() => operationsOf(history.entries)).to.throw('completes no open invocation');
  });
});

describe('the history file', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'history-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('gives back what was written', async () => {
    const { entries } = new HistoryBuilder()
      .attempt('k', 'Ä "quoted"\n', answers.created('{"ö":"\\n"}'))
      .attempt('k', 'B', answers.lost());
    const path = join(folder, 'history.jsonl');

    await writeHistory(path, entries);

    expect(await readHistory(path)).to.deep.equal(entries);
  });

  it('takes a long history without holding its text', async () => {
    const path = join(folder, 'long.jsonl');
    function* many(): Iterable<Entry> {
      for (let index = 0; index < 100_000; index += 1) {
        yield { kind: 'remark', index, at: index, scenario: 's', subject: 'x', detail: {} };
      }
    }

    await writeHistory(path, many());

    expect(await readHistory(path)).to.have.length(100_000);
  });

  it('names the line that is not an entry', async () => {
    const path = join(folder, 'broken.jsonl');
    await writeFile(path, '{"kind":"remark"}\n{"kind":\n');

    const error = await readHistory(path).catch((thrown: unknown) => thrown as Error);

    expect((error as Error).message).to.contain('broken.jsonl:2');
  });

  it('says why it cannot be written', async () => {
    const error = await writeHistory(join(folder, 'missing', 'h.jsonl'), []).catch(
      (thrown: unknown) => thrown as Error
    );

    expect((error as Error).message).to.contain('ENOENT');
  });
});
