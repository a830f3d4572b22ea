/**
 * Loops and calls of emitted code count down `clock.left`; below zero they call `tick`, which asks the platform whether
 * the transaction may go on. So the check costs a subtraction, and is still made often enough to stop an endless loop.
 */

/** Turns of loops between two checks: well under a millisecond of an empty loop. */
const INTERVAL = 20_000;

export const clock = { left: INTERVAL };

type Check = () => void;
let check: Check | null = null;

/**
 * @param next throws to end the transaction: PlatformError System.LimitException when its CPU time is used up, another
 *   error when it was stopped from outside. null: nothing is checked.
 */
export function onTick(next: Check | null): void {
  check = next;
  clock.left = INTERVAL;
}

export function tick(): void {
  clock.left = INTERVAL;
  check?.();
}
