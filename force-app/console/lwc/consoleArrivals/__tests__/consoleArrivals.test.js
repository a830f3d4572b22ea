import { createElement } from 'lwc';
import Arrivals from 'c/consoleArrivals';
import arrivals from '@salesforce/apex/ConsoleOverviewResource.arrivals';

const hour = (index, values) => ({
  startsAt: new Date(Date.UTC(2026, 2, 1, index)).toISOString(),
  created: 0,
  duplicate: 0,
  conflict: 0,
  retryable: 0,
  exhausted: 0,
  ...values
});

function show(hours = 24) {
  const element = createElement('c-console-arrivals', { is: Arrivals });
  element.hours = hours;
  document.body.appendChild(element);
  return element;
}
const chartOf = (element) => element.shadowRoot.querySelector('c-console-chart');

describe('commands over time', () => {
  it('counts each command once', async () => {
    const element = show();
    arrivals.emit([hour(0, { created: 10, retryable: 2, exhausted: 1, duplicate: 4 })]);
    await Promise.resolve();
    expect(arrivals.getLastConfig()).toEqual({ hours: 24 });
    expect(chartOf(element).points[0].values).toEqual({
      created: 7,
      duplicate: 4,
      conflict: 0,
      retryable: 2,
      exhausted: 1
    });
  });

  it('puts six hours of a week into one column', async () => {
    const element = show(168);
    arrivals.emit(Array.from({ length: 168 }, (_, index) => hour(index, { created: 1 })));
    await Promise.resolve();
    expect(chartOf(element).points).toHaveLength(28);
    expect(chartOf(element).points[0].values.created).toBe(6);
  });

  it('offers the numbers as a table', async () => {
    const element = show();
    arrivals.emit([hour(0, { created: 1 })]);
    await Promise.resolve();
    const button = element.shadowRoot.querySelector('lightning-button');
    expect(button.label).toBe('Show as table');
    button.click();
    await Promise.resolve();
    expect(chartOf(element).asTable).toBe(true);
    expect(button.label).toBe('Show as chart');
  });

  it('says so when nothing arrived', async () => {
    const element = show();
    arrivals.emit([hour(0, {})]);
    await Promise.resolve();
    expect(chartOf(element)).toBeNull();
    expect(element.shadowRoot.querySelector('p').textContent).toBe('No command arrived in this window.');
  });

  it('says what went wrong', async () => {
    const element = show();
    arrivals.error({ message: 'You may not see this.' });
    await Promise.resolve();
    expect(element.shadowRoot.querySelector('[role="alert"]').textContent).toBe('You may not see this.');
  });
});
