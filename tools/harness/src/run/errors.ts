/** Why the harness could not go on, with what the person who runs it can do about it. */
export class HarnessError extends Error {
  override readonly name: string = 'HarnessError';

  /**
   * @param actions what to do next, one sentence each
   */
  constructor(
    message: string,
    readonly actions: readonly string[] = [],
    options?: ErrorOptions
  ) {
    super(message, options);
  }
}

/** The command line, the environment or a file it names is wrong: nothing was run. */
export class UsageError extends HarnessError {
  override readonly name = 'UsageError';
}

/** The org does not answer (any more), so nothing can be said about it. */
export class OrgUnreachableError extends HarnessError {
  override readonly name = 'OrgUnreachableError';
}
