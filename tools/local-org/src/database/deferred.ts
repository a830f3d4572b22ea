const SAVEPOINT = /^(SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT) (\w+)$/;
const TRANSACTION = /^(?:BEGIN|COMMIT|ROLLBACK)$/;

/**
 * Statements that wait to ride with the next call, less those that would change nothing. Layers set savepoints without
 * knowing of each other, so several often mark the very same state: two in a row share one, and what is released at once
 * or by an enclosing release is never sent. Savepoints nest: the younger is always done with before the older.
 */
export class DeferredStatements {
  private waiting: string[] = [];
  /** Savepoints that were not set because the named one marks the same state. */
  private readonly shared = new Map<string, string>();

  /** How often the transaction went back to a savepoint. */
  rollbacks = 0;

  get statements(): readonly string[] {
    return this.waiting;
  }

  push(sql: string): void {
    const [, kind, name = ''] = SAVEPOINT.exec(sql) ?? [];
    if (kind === 'SAVEPOINT') this.set(name);
    else if (kind === 'RELEASE SAVEPOINT') this.release(name);
    else if (kind === 'ROLLBACK TO SAVEPOINT') {
      this.rollbacks++;
      this.rollBackTo(this.shared.get(name) ?? name);
    } else if (TRANSACTION.test(sql)) this.transaction(sql);
    else this.waiting.push(sql);
  }

  /** Hands over what waits. */
  take(): readonly string[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  /** Forgets what waits: the transaction it belongs to is over. */
  discard(): void {
    this.waiting = [];
    this.shared.clear();
  }

  private set(name: string): void {
    const before = this.last('SAVEPOINT');
    this.shared.delete(name);
    if (before === null || before === name) this.waiting.push(`SAVEPOINT ${name}`);
    else this.shared.set(name, before);
  }

  private release(name: string): void {
    if (this.shared.delete(name)) return;
    if (this.last('SAVEPOINT') === name) {
      this.waiting.pop();
      return;
    }
    if (this.last('RELEASE SAVEPOINT') !== null) this.waiting.pop();
    this.waiting.push(`RELEASE SAVEPOINT ${name}`);
  }

  private rollBackTo(name: string): void {
    if (this.last('SAVEPOINT') === name || this.last('ROLLBACK TO SAVEPOINT') === name) return;
    this.waiting.push(`ROLLBACK TO SAVEPOINT ${name}`);
  }

  private transaction(sql: string): void {
    if (this.last('RELEASE SAVEPOINT') !== null) this.waiting.pop();
    this.waiting.push(sql);
    this.shared.clear();
  }

  /** Name in the statement that waits last, when it is of this kind. */
  private last(kind: string): string | null {
    const last = SAVEPOINT.exec(this.waiting.at(-1) ?? '');
    return last?.[1] === kind ? (last[2] ?? null) : null;
  }
}
