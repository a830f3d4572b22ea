/** A command as the caller keeps it until its outcome is known. */
export interface StoredCommand {
  readonly operation: string;
  readonly key: string;
  /** The content, as it is sent with every attempt. */
  readonly body: Readonly<Record<string, unknown>>;
  /** See contentDigest. */
  readonly digest: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** `open` until a definite final answer has arrived. */
  readonly state: 'open' | 'closed';
}

/**
 * Where keys live. What matters is that `add` has made the command durable before it resolves: a caller that crashes after
 * its first attempt must find the key again, or its next attempt is a second command.
 */
export interface KeyStore {
  /**
   * Keeps a command, unless the key is known.
   * @returns the command that the store holds now: the given one, or the earlier one with the same key.
   */
  add(command: StoredCommand): Promise<StoredCommand>;
  get(operation: string, key: string): Promise<StoredCommand | undefined>;
  /** Notes that the outcome is known. Must not fail for a command that is closed already. */
  close(operation: string, key: string): Promise<void>;
  /** Commands whose outcome is not known, oldest first. */
  open(): Promise<readonly StoredCommand[]>;
}

/** For tests and for callers that keep their keys elsewhere: forgets everything when the process ends. */
export class MemoryKeyStore implements KeyStore {
  private readonly commands = new Map<string, StoredCommand>();

  async add(command: StoredCommand): Promise<StoredCommand> {
    const id = idOf(command.operation, command.key);
    const known = this.commands.get(id);
    if (known) return known;
    this.commands.set(id, command);
    return command;
  }

  async get(operation: string, key: string): Promise<StoredCommand | undefined> {
    return this.commands.get(idOf(operation, key));
  }

  async close(operation: string, key: string): Promise<void> {
    const known = this.commands.get(idOf(operation, key));
    if (known) this.commands.set(idOf(operation, key), { ...known, state: 'closed' });
  }

  async open(): Promise<readonly StoredCommand[]> {
    return oldestFirst([...this.commands.values()].filter((command) => command.state === 'open'));
  }
}

/** Operation and key cannot run together: an operation holds no line break. */
export const idOf = (operation: string, key: string): string => `${operation}\n${key}`;

export const oldestFirst = (commands: readonly StoredCommand[]): StoredCommand[] =>
  [...commands].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.key.localeCompare(b.key));
