import { expect } from 'chai';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileKeyStore, type StoredCommand } from '../src/index.js';

const command = (key: string, value: number): StoredCommand => ({
  operation: 'create-order',
  key,
  body: { value },
  digest: String(value),
  createdAt: `2026-01-01T00:00:0${value}.000Z`,
  state: 'open'
});

describe('file key store', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retrysafe-keys-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('finds a command again from another instance, as after a crash', async () => {
    await new FileKeyStore(folder).add(command('a', 1));

    const open = await new FileKeyStore(folder).open();

    expect(open).to.deep.equal([command('a', 1)]);
  });

  it('lets exactly one of many that add the same key at once win, and gives all the same command', async () => {
    const stores = Array.from({ length: 20 }, () => new FileKeyStore(folder));

    const kept = await Promise.all(stores.map((store, index) => store.add(command('same', index % 10))));

    expect(new Set(kept.map((item) => item.digest)).size).to.equal(1);
    expect(await new FileKeyStore(folder).open()).to.have.length(1);
  });

  it('keeps keys apart by case and operation, lists open ones oldest first, leaves no drafts', async () => {
    const store = new FileKeyStore(folder);
    await store.add(command('aB', 2));
    await store.add(command('Ab', 1));
    await store.add({ ...command('aB', 3), operation: 'cancel-order' });
    await store.close('create-order', 'aB');
    await store.close('create-order', 'aB');

    expect((await store.open()).map(({ operation, key }) => [operation, key])).to.deep.equal([
      ['create-order', 'Ab'],
      ['cancel-order', 'aB']
    ]);
    expect((await store.get('create-order', 'aB'))?.state).to.equal('closed');
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).to.deep.equal([]);
  });

  it('lets nobody else read the commands', async function () {
    if (process.platform === 'win32') this.skip();
    const store = new FileKeyStore(folder);
    await store.add(command('a', 1));

    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o077).to.equal(0);
  });
});
