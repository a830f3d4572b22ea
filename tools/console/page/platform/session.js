/** The user of this page and the user's custom permissions; filled in before the components are loaded. */
export const session = { userId: '', userName: '', customPermissions: [], people: [], person: '' };

/**
 * Asks the server who the user is.
 * @returns {Promise<void>}
 */
export async function openSession() {
  const response = await fetch('/session', { headers: { 'x-console': 'call' } });
  if (!response.ok) throw new Error(`The session could not be read: ${await response.text()}`);
  Object.assign(session, await response.json());
}
