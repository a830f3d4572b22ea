/** What was done, and what went wrong that should not have. */
export class Tally {
  readonly #done = new Map<string, number>();
  readonly #errors = new Map<string, number>();

  /** @param onNewError told the first error of each kind, at once: a long run need not be waited for */
  constructor(private readonly onNewError: (kind: string) => void = () => undefined) {}

  count(what: string, amount = 1): void {
    this.#done.set(what, this.of(what) + amount);
  }

  of(what: string): number {
    return this.#done.get(what) ?? 0;
  }

  /** @param text is counted by its kind: numbers and ids in it do not tell errors apart */
  error(what: string, text: string): void {
    const kind = `${what}: ${text.replace(/\b(?=\w*\d)\w{15,18}\b/g, '…').replace(/\d+/g, '#')}`.slice(0, 300);
    const before = this.#errors.get(kind) ?? 0;
    this.#errors.set(kind, before + 1);
    if (before === 0) this.onNewError(kind);
  }

  get errors(): ReadonlyMap<string, number> {
    return this.#errors;
  }

  get errorCount(): number {
    return [...this.#errors.values()].reduce((sum, count) => sum + count, 0);
  }

  get done(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#done);
  }
}
