import { api } from 'lwc';
import { refreshApex } from '@salesforce/apex';
import ConsoleAnswer from 'c/consoleAnswer';
import { show } from 'console-test';

/** Shows from outside what components see from inside. */
class Shown extends ConsoleAnswer {
  @api get answer() {
    return this.wired;
  }
  set answer(value) {
    this.wired = value;
  }

  @api get told() {
    return { data: this.data, problem: this.problem, isBusy: this.isBusy };
  }

  @api act(action) {
    return this.working(action);
  }
}

describe('the base of what shows an answer', () => {
  it('is busy until there is an answer or an error', async () => {
    const element = await show(Shown);
    expect(element.told).toEqual({ data: undefined, problem: undefined, isBusy: true });
    element.answer = { data: [1] };
    expect(element.told).toEqual({ data: [1], problem: undefined, isBusy: false });
    element.answer = { error: { body: { message: 'You may not see this.' } } };
    expect(element.told).toEqual({ data: undefined, problem: 'You may not see this.', isBusy: false });
  });

  it('asks again for what it shows', async () => {
    const answer = { data: [] };
    const element = await show(Shown, { answer });
    await element.refresh();
    expect(refreshApex).toHaveBeenCalledTimes(1);
    expect(refreshApex.mock.calls[0][0]).toEqual(answer);
  });

  it('is busy while it works, and says why it failed until the next try', async () => {
    const element = await show(Shown, { answer: { data: [] } });
    const failing = element.act(() => Promise.reject({ body: { message: 'The endpoint is not active.' } }));
    expect(element.told.isBusy).toBe(true);
    await failing;
    expect(element.told).toMatchObject({ isBusy: false, problem: 'The endpoint is not active.' });
    await element.act(() => Promise.resolve());
    expect(element.told.problem).toBeUndefined();
  });
});
