import { createElement } from 'lwc';
import Endpoints from 'c/consoleEndpoints';
import endpoints from '@salesforce/apex/ConsoleOverviewResource.endpoints';

const QUIET = { circuit: 'Closed', active: true, failures: 0, waiting: 0, exhausted: 0, succeeded: 0, rejected: 0 };

async function show(data) {
  const element = createElement('c-console-endpoints', { is: Endpoints });
  document.body.appendChild(element);
  endpoints.emit(data);
  await Promise.resolve();
  return element.shadowRoot;
}

describe('endpoints', () => {
  it('show their circuit and what became of their work', async () => {
    const root = await show([
      { ...QUIET, name: 'Fulfillment_Service', succeeded: 40, exhausted: 6, oldestAt: new Date(0).toISOString() },
      {
        ...QUIET,
        name: 'Receipt_Service',
        circuit: 'Open',
        failures: 5,
        active: false,
        retryAt: new Date(Date.now() + 175_000).toISOString()
      }
    ]);
    const [closed, open] = root.querySelectorAll('tbody tr');
    expect(closed.querySelector('th').textContent).toBe('Fulfillment Service');
    expect(closed.querySelector('.slds-badge').textContent).toBe('Closed: work is sent');
    expect([...closed.querySelectorAll('td')].slice(1, 4).map((cell) => cell.textContent)).toEqual(['40', '0', '6']);
    expect(open.querySelector('th').textContent).toBe('Receipt Service (not active)');
    expect(open.querySelector('.slds-badge').classList).toContain('slds-theme_error');
    expect(open.querySelector('.slds-text-body_small').textContent).toBe(
      '5 failures in a row, tried again in 2 minutes'
    );
  });

  it('say so when there is none', async () => {
    const root = await show([]);
    expect(root.querySelector('p').textContent).toBe('No work was sent yet.');
  });

  it('say what went wrong', async () => {
    const root = await show([]);
    endpoints.error({ message: 'Ask an administrator.' });
    await Promise.resolve();
    expect(root.querySelector('[role="alert"]').textContent).toBe('Ask an administrator.');
  });
});
