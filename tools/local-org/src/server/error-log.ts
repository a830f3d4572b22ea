import type { LoggedError } from '../api/host.js';

const KEPT = 50;

/** The last errors of the org itself, the newest first. */
export class ErrorLog {
  private readonly errors: LoggedError[] = [];

  add(error: Error): void {
    this.errors.unshift({ at: Date.now(), text: error.stack ?? error.message });
    this.errors.length = Math.min(this.errors.length, KEPT);
  }

  get latest(): readonly LoggedError[] {
    return this.errors;
  }
}
