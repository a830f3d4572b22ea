import '@lwc/synthetic-shadow';
import { createElement } from 'lwc';
import { openSession } from './platform/session.js';

const place = document.querySelector('#page');
try {
  await openSession();
  // Only now: modules of custom permissions read the session when they are loaded.
  const { default: App } = await import('shell/app');
  place.replaceChildren(createElement('shell-app', { is: App }));
} catch (error) {
  place.textContent = `The console could not start: ${error.message}`;
  throw error;
}
