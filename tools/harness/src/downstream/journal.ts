import { open, type FileHandle } from 'node:fs/promises';

const LINE_END = 0x0a;

/**
 * An append-only file of JSON lines. A line that was awaited survives a `kill -9` and a power failure; a line that was
 * cut off by one is dropped when the file is opened again, because nobody was told of it.
 */
export class Journal {
  #waiting: { readonly text: string; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  #writing: Promise<void> | undefined;

  private constructor(private readonly file: FileHandle) {}

  /**
   * Opens a journal, or makes it.
   *
   * @param onLine called for each line that is there, in order
   * @throws Error when a line before the last is no JSON: the file is not a journal, or the disk has lost something
   */
  static async open(path: string, onLine: (line: unknown) => void): Promise<Journal> {
    const file = await open(path, 'a+');
    try {
      const content = await file.readFile();
      const whole = content.lastIndexOf(LINE_END) + 1;
      const lines = content.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
      for (const [index, text] of lines.entries()) {
        try {
          onLine(JSON.parse(text));
        } catch (error) {
          throw new Error(`${path}:${index + 1} is no line of a journal. Give another folder, or mend the file.`, {
            cause: error
          });
        }
      }
      if (whole < content.length) await file.truncate(whole);
      return new Journal(file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Resolves when the line is on the disk. Lines keep the order of the calls; those that wait share one flush. */
  append(line: unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text: `${JSON.stringify(line)}\n`, resolve, reject });
      this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    });
  }

  async close(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    await this.file.close();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.file.appendFile(batch.map(({ text }) => text).join(''));
        await this.file.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
