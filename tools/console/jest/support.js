/** What the tests of several components share; they import it as `console-test`. */
import { createElement } from 'lwc';

/** Waits until promises and rendering are done. */
export async function settle() {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}

/**
 * Puts a component on the page.
 * @param {Function} Component class
 * @param {object} properties that it gets before it is connected
 * @param {Function} answer gives the wires their values
 * @returns {Promise<HTMLElement>} the element, drawn
 */
export async function show(Component, properties = {}, answer = () => {}) {
  const element = createElement('c-shown', { is: Component });
  Object.assign(element, properties);
  document.body.appendChild(element);
  answer();
  await settle();
  return element;
}

/** The base button of a label. */
export const button = (root, label) =>
  [...root.querySelectorAll('lightning-button')].find((each) => each.label === label);

/** Selects rows of the table. */
export async function select(root, rows) {
  root
    .querySelector('lightning-datatable')
    .dispatchEvent(new CustomEvent('rowselection', { detail: { selectedRows: rows } }));
  await settle();
}
