import { createElement } from 'lwc';
import { navigate } from 'lightning/navigation';
import Queues from 'c/consoleQueues';
import queues from '@salesforce/apex/ConsoleOverviewResource.queues';

const ago = (minutes) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString();

async function show(data) {
  const element = createElement('c-console-queues', { is: Queues });
  document.body.appendChild(element);
  queues.emit(data);
  await Promise.resolve();
  return element;
}
const cells = (element) =>
  [...element.shadowRoot.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

describe('unfinished work', () => {
  it('tells who has to act, and for how long it has waited', async () => {
    const element = await show([
      { kind: 'command', waitingForJob: 0, waitingForCaller: 2, waitingForOperator: 0, oldestAt: ago(90) },
      {
        kind: 'dispatch',
        waitingForJob: 1200,
        waitingForCaller: 0,
        waitingForOperator: 3,
        oldestAt: ago(300),
        dueSince: ago(40)
      }
    ]);
    expect(cells(element)).toEqual([
      ['Commands', '0', '0', '2', '1 hour', 'nothing overdue'],
      ['Dispatches', '', '1,200', '–', '5 hours', '40 minutes']
    ]);
    const late = element.shadowRoot.querySelectorAll('td.slds-text-color_error');
    expect([...late].map((each) => each.textContent)).toEqual(['40 minutes']);
  });

  it.each([
    ['event', 'Integration_Work', { c__kind: 'event', c__view: 'operator' }],
    ['finding', 'Integration_Findings', {}]
  ])('leads from %s to the list', async (kind, apiName, state) => {
    const element = await show([{ kind, waitingForJob: 0, waitingForCaller: 0, waitingForOperator: 3 }]);
    const button = element.shadowRoot.querySelector('lightning-button');
    expect(button.label).toBe('3');
    button.click();
    expect(navigate).toHaveBeenCalledWith({ type: 'standard__navItemPage', attributes: { apiName }, state });
  });

  it('says what went wrong', async () => {
    const element = await show([]);
    queues.error({ message: 'Ask an administrator.' });
    await Promise.resolve();
    expect(element.shadowRoot.querySelector('[role="alert"]').textContent).toBe('Ask an administrator.');
  });
});
