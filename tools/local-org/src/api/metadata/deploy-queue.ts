import type { DeployOptions, DeployResult } from '../../metadata/index.js';
import { ApiError } from '../../platform/api-error.js';
import type { OrgGateway } from '../host.js';
import type { DeployState } from './operations.js';

/** How long a question for the state of a deploy waits for its end: clients ask at most once a second anyway. */
const PATIENCE_MS = 20_000;

/** Deploys of one org: they run one after the other behind the requests that start them. */
export class DeployQueue {
  private readonly running = new Map<string, Promise<DeployResult>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly org: OrgGateway) {}

  /** @returns the id of the deploy, which goes on in the background. */
  async start(archive: Uint8Array, options: DeployOptions, userId: string): Promise<string> {
    const id = await this.org.run<string>('deploy-begin', { archive, options }, userId);
    this.enqueue(id, userId);
    return id;
  }

  /** Starts a deploy and waits for its end. @throws ApiError when it was canceled. */
  async complete(archive: Uint8Array, options: DeployOptions, userId: string): Promise<DeployResult> {
    const id = await this.start(archive, options, userId);
    let state = await this.state(id, userId);
    while (!state.done) state = await this.state(id, userId);
    if (!('details' in state)) throw new ApiError(500, 'UNKNOWN_EXCEPTION', `the deploy ${id} was canceled`);
    return state;
  }

  async startValidated(validationId: string, userId: string): Promise<string> {
    const id = await this.org.run<string>('deploy-validated', { id: validationId }, userId);
    this.enqueue(id, userId);
    return id;
  }

  /** The deploy's state: its result as soon as it has one. Waits a while for it. */
  async state(id: string, userId: string): Promise<DeployState> {
    const running = this.running.get(id.slice(0, 15));
    if (running) {
      const timer = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
      await Promise.race([running.catch(() => null), timer]);
    }
    return this.org.run<DeployState>('deploy-status', { id }, userId);
  }

  async cancel(id: string, userId: string): Promise<boolean> {
    return this.org.run<boolean>('deploy-cancel', { id }, userId);
  }

  /** Goes on with what a crash interrupted: a deploy that had not stored its result runs again. */
  async resume(): Promise<void> {
    const waiting = await this.org.run<{ id: string; userId: string }[]>('deploy-recover', {}, this.org.adminUserId);
    for (const { id, userId } of waiting) this.enqueue(id, userId);
  }

  private enqueue(id: string, userId: string): void {
    const key = id.slice(0, 15);
    const run = this.last.then(() => this.org.run<DeployResult>('deploy-run', { id }, userId));
    this.running.set(key, run);
    this.last = run.catch(() => undefined).finally(() => this.running.delete(key));
  }
}
