let waited = 0;

/** Milliseconds this thread has slept for answers of other threads since it started; not CPU time of a transaction. */
export const waitingTime = (): number => waited;

/** @param milliseconds slept just now. */
export function addWaitingTime(milliseconds: number): void {
  waited += milliseconds;
}
