/** Named statements a connection keeps on the server; more would cost memory without being used again. */
const MAX_PREPARED = 400;
/** Data definition: a prepared statement whose columns change their types cannot be used again. */
const DATA_DEFINITION = /^\s*(alter|create|drop)\b/i;
const TRANSACTION_BEGIN = /^\s*begin\b/i;
const TRANSACTION_END = /^\s*(commit|rollback(?!\s+to))\b/i;
/** Data definition can change what a statement returns, so only these are named. */
const NAMED = /^\s*(select|insert|update|delete|with)\b/i;

/** Shared by all connections of an org: counts changes of the data definition. */
export const newGeneration = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/**
 * Names of the statements that a connection has prepared. Data definition on any connection of the org makes all of them
 * invalid: they are forgotten, and prepared again under other names.
 */
export class StatementNames<Prepared> {
  private readonly prepared = new Map<string, Prepared>();
  private preparedIn: number;
  private inTransaction = false;
  private definesData = false;

  /** @param generation over `newGeneration`. */
  constructor(private readonly generation: Int32Array) {
    this.preparedIn = Atomics.load(generation, 0);
  }

  /** Before statements are sent; `leave` follows in any case. */
  enter(before: readonly string[], sql: string | null): void {
    for (const statement of before) this.note(statement);
    if (sql !== null) this.note(sql);
    // Before, for statements that wait for the locks of this transaction; after, for those named in between.
    if (this.definesData) Atomics.add(this.generation, 0, 1);
    const current = Atomics.load(this.generation, 0);
    if (this.preparedIn !== current) this.prepared.clear();
    this.preparedIn = current;
  }

  leave(): void {
    if (!this.definesData) return;
    Atomics.add(this.generation, 0, 1);
    this.definesData = this.inTransaction;
  }

  find(sql: string): Prepared | undefined {
    return this.prepared.get(sql);
  }

  /** @returns a name under which to prepare the statement, or null when it stays without one. */
  newName(sql: string): string | null {
    if (this.prepared.size >= MAX_PREPARED || !NAMED.test(sql)) return null;
    return `s${this.preparedIn}_${this.prepared.size}`;
  }

  keep(sql: string, prepared: Prepared): void {
    this.prepared.set(sql, prepared);
  }

  private note(sql: string): void {
    if (TRANSACTION_BEGIN.test(sql)) this.inTransaction = true;
    else if (TRANSACTION_END.test(sql)) this.inTransaction = false;
    else if (DATA_DEFINITION.test(sql)) this.definesData = true;
  }
}
