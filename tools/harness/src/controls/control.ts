/** A place in the source that a control breaks. */
export interface Edit {
  /** Path below the project's root, with forward slashes. */
  readonly file: string;
  /** Text that must be there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/**
 * A negative control: a known mistake, built into a copy of the project and deployed for real. Scenarios that accept it
 * would accept anything.
 */
export interface NegativeControl {
  readonly name: string;
  /** What is broken, as one sentence. */
  readonly breaks: string;
  /** Scenario that must call it invalid. */
  readonly caughtBy: string;
  readonly edits: readonly Edit[];
}
