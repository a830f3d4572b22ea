/** The caller uses the library wrongly: sending again would not help. Nothing was sent. */
export class ClientUsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ClientUsageError';
  }
}

/** A key that belongs to a command with other content, as the store remembers it. Nothing was sent. */
export class KeyReuseError extends ClientUsageError {
  constructor(
    readonly operation: string,
    readonly key: string
  ) {
    super(
      `The key ${key} of ${operation} belongs to a command with other content. ` +
        'Send the original content, or a new command with a new key.'
    );
    this.name = 'KeyReuseError';
  }
}
