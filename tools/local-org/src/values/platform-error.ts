/**
 * An error that Apex code can meet, thrown by layers below the Apex runtime (SOQL, DML, schema, values).
 * The runtime turns it into an instance of the Apex exception class when an Apex frame catches it.
 */
export class PlatformError extends Error {
  /**
   * @param apexType qualified name of the Apex exception class, e.g. 'System.QueryException'.
   * @param message the platform's text.
   * @param detail what the exception class needs besides: the failed rows of a DmlException, say.
   */
  constructor(
    readonly apexType: string,
    message: string,
    readonly detail: unknown = undefined
  ) {
    super(message);
    this.name = 'PlatformError';
  }
}

/** A transaction holds more than its limit. @param bytes what it holds. */
export const heapTooLarge = (bytes: number): PlatformError =>
  new PlatformError('System.LimitException', `Apex heap size too large: ${bytes}`);

/** One failed row of a DML call, as DmlException and Database.Error show it. */
export interface RowError {
  readonly statusCode: string;
  readonly message: string;
  readonly fields: readonly string[];
}

/** Detail of a System.DmlException. */
export interface DmlErrorDetail {
  readonly rows: readonly {
    readonly index: number;
    readonly id: string | null;
    /** Of the failed record; makes getDmlFields possible for rows without id. */
    readonly objectName?: string;
    readonly errors: readonly RowError[];
  }[];
}

/** Something the platform has and the local org has not. Never caught by Apex code; always loud. */
export class NotSupportedError extends Error {
  /** @param feature what is missing, e.g. 'Messaging.renderEmailTemplate(String)'. */
  constructor(readonly feature: string) {
    super(`not supported by the local org: ${feature}`);
    this.name = 'NotSupportedError';
  }
}
