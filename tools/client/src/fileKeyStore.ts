import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { idOf, oldestFirst, type KeyStore, type StoredCommand } from './keyStore.js';

const SUFFIX = '.json';

/**
 * Keeps each command in a file of its own, written and synced before `add` resolves. Several processes may share the
 * folder: of two that add one key at once, exactly one wins.
 *
 * Closed commands stay, so that a reused key is noticed; remove files of closed commands when the org's published
 * retention of keys has passed.
 */
export class FileKeyStore implements KeyStore {
  private readonly ready: Promise<unknown>;

  /** @param folder is made when it does not exist; only the owner may read it. */
  constructor(private readonly folder: string) {
    this.ready = mkdir(folder, { recursive: true, mode: 0o700 });
    // Reported by the first call that needs the folder.
    this.ready.catch(() => undefined);
  }

  async add(command: StoredCommand): Promise<StoredCommand> {
    await this.ready;
    const path = this.pathOf(command.operation, command.key);
    const draft = await this.writeDraft(command);
    try {
      // A link fails when the name is taken, in one step: the loser reads what the winner has written whole.
      await link(draft, path);
      await this.syncFolder();
      return command;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return (await this.get(command.operation, command.key)) ?? command;
    } finally {
      await unlink(draft).catch(() => undefined);
    }
  }

  async get(operation: string, key: string): Promise<StoredCommand | undefined> {
    await this.ready;
    return this.read(this.pathOf(operation, key));
  }

  async close(operation: string, key: string): Promise<void> {
    const command = await this.get(operation, key);
    if (!command || command.state === 'closed') return;
    const draft = await this.writeDraft({ ...command, state: 'closed' });
    await rename(draft, this.pathOf(operation, key));
  }

  async open(): Promise<readonly StoredCommand[]> {
    await this.ready;
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(SUFFIX));
    const commands = await Promise.all(names.map((name) => this.read(join(this.folder, name))));
    return oldestFirst(commands.filter((command) => command?.state === 'open') as StoredCommand[]);
  }

  /** Names of files say nothing of keys, which may hold characters that a file system does not take. */
  private pathOf(operation: string, key: string): string {
    return join(this.folder, `${createHash('sha256').update(idOf(operation, key)).digest('hex')}${SUFFIX}`);
  }

  private async read(path: string): Promise<StoredCommand | undefined> {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as StoredCommand;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`The command in ${path} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }

  private async writeDraft(command: StoredCommand): Promise<string> {
    const path = join(this.folder, `.${randomBytes(9).toString('hex')}.tmp`);
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(command));
      await file.sync();
    } finally {
      await file.close();
    }
    return path;
  }

  /** The entry of the folder must be on disk too. Windows cannot sync folders and does not need to. */
  private async syncFolder(): Promise<void> {
    if (process.platform === 'win32') return;
    const folder = await open(this.folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
