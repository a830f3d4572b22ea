import { readFile, rename, writeFile } from 'node:fs/promises';
import type { OrgUsage, UsageState } from '../platform/usage.js';

/** What a process that is killed forgets at most. Milliseconds. */
const EVERY_MS = 2000;

/** Keeps what an org has used of its allowances in a file, so that a restart gives no new day. */
export class KeptUsage {
  private written: string;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly usage: OrgUsage,
    private readonly onError: (error: Error) => void
  ) {
    this.written = JSON.stringify(usage.state());
  }

  /** Reads what an earlier process wrote, and writes from now on. */
  static async start(path: string, usage: OrgUsage, onError: (error: Error) => void): Promise<KeptUsage> {
    const state = await read(path);
    if (state) usage.restore(state);
    const kept = new KeptUsage(path, usage, onError);
    kept.timer = setInterval(() => void kept.write(), EVERY_MS).unref();
    return kept;
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.write();
  }

  private write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow()).catch((error: Error) => this.onError(error));
    return this.writing;
  }

  private async writeNow(): Promise<void> {
    const text = JSON.stringify(this.usage.state());
    if (text === this.written) return;
    // Whole or not at all, whenever the process dies.
    await writeFile(`${this.path}.new`, text);
    await rename(`${this.path}.new`, this.path);
    this.written = text;
  }
}

/** null: nothing was written, or nothing that can be read: the counts begin again. */
async function read(path: string): Promise<UsageState | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as UsageState) : null;
  } catch {
    return null;
  }
}
