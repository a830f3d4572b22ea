/** State of the clock that outlives a restart of a kept org. Milliseconds. */
export interface ClockState {
  readonly offset: number;
  /** The moment at which the clock stands; null: it runs. */
  readonly frozenAt: number | null;
}

const OFFSET = 0;
/** 0: the clock runs. */
const FROZEN_AT = 1;

/** The org's clock: real time and an offset, or a moment at which it stands. All threads share it; tests can move it. */
export class OrgClock {
  private readonly cells: BigInt64Array;

  /** @param shared sixteen bytes, shared by all threads of the org. */
  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.cells = new BigInt64Array(shared);
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.frozenAt ?? Date.now() + this.offset;
  }

  get state(): ClockState {
    return { offset: this.offset, frozenAt: this.frozenAt };
  }

  get isFrozen(): boolean {
    return this.frozenAt !== null;
  }

  /** Moves the clock forward (or back) by milliseconds, also one that stands. */
  move(milliseconds: number): void {
    const by = BigInt(Math.trunc(milliseconds));
    Atomics.add(this.cells, OFFSET, by);
    if (this.isFrozen) Atomics.add(this.cells, FROZEN_AT, by);
  }

  /** The clock stands from now on. */
  freeze(): void {
    if (!this.isFrozen) Atomics.store(this.cells, FROZEN_AT, BigInt(this.now()));
  }

  /** A clock that stands goes on from where it stands. */
  resume(): void {
    const { frozenAt } = this;
    if (frozenAt === null) return;
    Atomics.store(this.cells, OFFSET, BigInt(frozenAt - Date.now()));
    Atomics.store(this.cells, FROZEN_AT, 0n);
  }

  restore(state: ClockState): void {
    Atomics.store(this.cells, OFFSET, BigInt(state.offset));
    Atomics.store(this.cells, FROZEN_AT, BigInt(state.frozenAt ?? 0));
  }

  private get offset(): number {
    return Number(Atomics.load(this.cells, OFFSET));
  }

  private get frozenAt(): number | null {
    return Number(Atomics.load(this.cells, FROZEN_AT)) || null;
  }
}
