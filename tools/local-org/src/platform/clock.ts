/** The org's clock: real time and an offset in milliseconds, which all threads share and tests can move. */
export class OrgClock {
  private readonly offset: BigInt64Array;

  /** @param shared eight bytes, shared by all threads of the org. */
  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.offset = new BigInt64Array(shared);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + Number(Atomics.load(this.offset, 0));
  }

  /** Moves the clock forward (or back) by milliseconds. */
  move(milliseconds: number): void {
    Atomics.add(this.offset, 0, BigInt(Math.trunc(milliseconds)));
  }
}
