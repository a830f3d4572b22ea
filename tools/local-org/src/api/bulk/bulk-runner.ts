import type { OrgGateway } from '../host.js';
import type { BulkJob, JobKind } from './job.js';

/** How long a question for a job waits for its end: clients ask again after seconds only. */
const PATIENCE_MS = 10_000;

/** Works jobs off behind the requests that make them, one after the other. */
export class BulkRunner {
  private readonly running = new Map<string, Promise<void>>();
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly org: OrgGateway) {}

  start({ id, kind, createdBy }: Pick<BulkJob, 'id' | 'kind' | 'createdBy'>): void {
    const run = this.last
      .then(() => this.org.runInBackground<void>('bulk-run', { kind, id }, createdBy))
      // What goes wrong is recorded with the job, or is the end of the org.
      .catch(() => undefined)
      .finally(() => this.running.delete(id.slice(0, 15)));
    this.running.set(id.slice(0, 15), run);
    this.last = run;
  }

  /** Resolves at the end of the job, or after a while. */
  async wait(id: string): Promise<void> {
    const running = this.running.get(id.slice(0, 15));
    if (!running) return;
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
  }

  /** Goes on with what a crash interrupted. */
  async resume(): Promise<void> {
    const jobs = await this.org.run<{ id: string; kind: JobKind; userId: string }[]>(
      'bulk-unfinished',
      {},
      this.org.adminUserId
    );
    for (const { id, kind, userId } of jobs) this.start({ id, kind, createdBy: userId });
  }
}
