/**
 * Runs tasks with at most `limit` under way at once, and waits for all of them.
 *
 * @throws the first error of a task, after the others have ended
 */
export async function runLimited(limit: number, tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < tasks.length && errors.length === 0) {
      const task = tasks[next];
      next += 1;
      await task?.().catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, worker));
  if (errors.length > 0) throw errors[0];
}
