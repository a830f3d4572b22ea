/** Lets a loop wait for time, for events, or for the end, whichever comes first. */
export class Signal {
  private total = 0;
  private ended = false;
  private wakeAt = Infinity;
  private wakeUp: (() => void) | undefined;

  /** Events so far: where a wait starts to count. */
  get count(): number {
    return this.total;
  }

  add(events: number): void {
    this.total += events;
    if (this.total >= this.wakeAt) this.wakeUp?.();
  }

  /** Nothing waits any more. */
  end(): void {
    this.ended = true;
    this.wakeUp?.();
  }

  /**
   * Waits for the time to pass, or for so many events since a count. For one waiter at a time.
   *
   * @param events absent: only time and the end count
   */
  wait(milliseconds: number, since = 0, events = Infinity): Promise<void> {
    if (this.ended || this.total >= since + events) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wakeUp?.(), milliseconds);
      this.wakeAt = since + events;
      this.wakeUp = (): void => {
        clearTimeout(timer);
        this.wakeUp = undefined;
        this.wakeAt = Infinity;
        resolve();
      };
    });
  }
}
