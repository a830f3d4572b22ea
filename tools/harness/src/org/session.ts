/** Who sends a request: one user's access to one org. */
export interface Session {
  /** Origin of the org, without a slash at the end; requests may be sent through a proxy instead. */
  readonly instanceUrl: string;
  readonly accessToken: string;
  readonly username: string;
}

/** An org that scenarios can run against. */
export interface Org {
  /** A local org that the run started, or one that the Salesforce CLI knows. */
  readonly kind: 'local' | 'alias';
  /** Whether it is a local org, whoever started it: those count lock waits and give sessions to any user. */
  readonly isLocal: boolean;
  /** What the report calls it: an alias, or `local org`. Never a token. */
  readonly label: string;
  readonly orgId: string;
  /** Such as `68.0`. */
  readonly apiVersion: string;
  /** Who deploys and reads the final state. */
  readonly admin: Session;
  /** Stops a local org; does nothing for any other. */
  close(): Promise<void>;
}
