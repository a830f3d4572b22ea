/**
 * Calls a method of an instance by its slot (`queueable$execute$1`), as the platform calls what the org implements.
 * @throws Error when the instance has no such method: the class does not implement the interface.
 */
export function invokeSlot(instance: object, slot: string, args: readonly unknown[]): unknown {
  const method = (instance as Record<string, unknown>)[slot];
  if (typeof method !== 'function')
    throw new Error(`an instance of ${instance.constructor.name} has no method ${slot}`);
  return (method as (...values: unknown[]) => unknown).apply(instance, [...args]);
}
