/**
 * Runs a task whose signal aborts after a time, or when the caller's does. `AbortSignal.any` of an `AbortSignal.timeout` is not
 * enough: up to Node 22 the timeout may be collected as garbage, and never strikes.
 */
export async function withTimeLimit<Result>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<Result>
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException(`There was no answer within ${milliseconds} ms.`, 'TimeoutError')),
    milliseconds
  );
  if (caller?.aborted) abort();
  caller?.addEventListener('abort', abort, { once: true });
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  }
}
