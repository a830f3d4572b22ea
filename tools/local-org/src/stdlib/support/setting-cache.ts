/** Where a transaction keeps the rows of a custom setting (ApexTransaction.state); gone after a write or a rollback. */
export const settingCacheKey = (objectName: string): string => `setting:${objectName.toLowerCase()}`;

/** Forgets what was read of custom settings: of one object, or of all. */
export function forgetSettings(state: Map<string, unknown>, objectName: string | null): void {
  if (objectName !== null) {
    state.delete(settingCacheKey(objectName));
    return;
  }
  for (const key of [...state.keys()]) if (key.startsWith('setting:')) state.delete(key);
}
