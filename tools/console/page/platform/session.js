/**
 * The user of this page and the user's custom permissions. Modules of custom permissions read it when they are loaded, so
 * loading waits until it is there.
 */
export const session = await openSession();

async function openSession() {
  // Asked by start.js.
  const response = await window.sessionAnswer;
  if (response.ok) return response.json();
  const problem = `The session could not be read: ${await response.text()}`;
  document.querySelector('#page').textContent = problem;
  throw new Error(problem);
}
