import { createElement } from 'lwc';
import Overview from 'c/consoleOverview';

function show() {
  const element = createElement('c-console-overview', { is: Overview });
  document.body.appendChild(element);
  return element.shadowRoot;
}
const PARTS = ['c-console-queues', 'c-console-arrivals', 'c-console-endpoints'];

describe('the overview', () => {
  it('hands the chosen window to what depends on it', async () => {
    const root = show();
    expect(root.querySelector('c-console-arrivals').hours).toBe(24);
    root.querySelector('lightning-combobox').dispatchEvent(new CustomEvent('change', { detail: { value: '168' } }));
    await Promise.resolve();
    expect(root.querySelector('c-console-arrivals').hours).toBe(168);
    expect(root.querySelector('c-console-endpoints').hours).toBe(168);
  });

  it('asks again for everything', () => {
    const root = show();
    const refreshed = PARTS.map((part) => jest.spyOn(root.querySelector(part), 'refresh').mockResolvedValue());
    root.querySelector('lightning-button').click();
    for (const each of refreshed) expect(each).toHaveBeenCalledTimes(1);
  });
});
