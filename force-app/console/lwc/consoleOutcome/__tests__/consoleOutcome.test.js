import { createElement } from 'lwc';
import Outcome from 'c/consoleOutcome';

function show(properties) {
  const element = createElement('c-console-outcome', { is: Outcome });
  Object.assign(element, properties);
  document.body.appendChild(element);
  return element.shadowRoot;
}

describe('an outcome', () => {
  it('is not there before there is one', () => {
    expect(show({}).querySelector('[role="status"]')).toBeNull();
  });

  it('says what was done', () => {
    const root = show({ outcome: { done: 2, refused: [] }, summary: '2 queued.' });
    expect(root.querySelector('[role="status"]').textContent).toBe('2 queued.');
    expect(root.querySelector('ul')).toBeNull();
  });

  it('says why others were left alone', () => {
    const refused = [
      { recordId: '1', message: 'It is Succeeded.' },
      { recordId: '2', message: 'There is no such row.' }
    ];
    const root = show({ outcome: { done: 0, refused }, summary: '0 queued.' });
    expect(root.querySelectorAll('p')[1].textContent).toBe('2 left alone');
    expect([...root.querySelectorAll('li')].map((each) => each.textContent)).toEqual([
      'It is Succeeded.',
      'There is no such row.'
    ]);
  });
});
