import { CurrentPageReference, navigate } from 'lightning/navigation';
import { refreshApex } from '@salesforce/apex';
import WorkList from 'c/consoleWorkList';
import ReasonDialog from 'c/consoleReasonDialog';
import page from '@salesforce/apex/ConsoleWorkResource.page';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';
import { button, select, settle, show as showComponent } from 'console-test';

jest.mock('c/consoleReasonDialog', () => ({ __esModule: true, default: { open: jest.fn() } }));

const row = (index, replayable = true) => ({
  recordId: `a0${index}`,
  name: `OD-${index}`,
  workKey: `key-${index}`,
  scope: 'Fulfillment_Service',
  entity: `SO-${index}`,
  status: replayable ? 'Exhausted' : 'Succeeded',
  attempts: 5,
  createdAt: '2026-03-01T12:00:00.000Z',
  category: 'Transient',
  detail: 'Rule Server_Error',
  replayable
});

async function show(rows, { hasMore = false } = {}) {
  const element = await showComponent(WorkList, {}, () => rows && page.emit({ rows, hasMore }));
  return element.shadowRoot;
}
const field = (root, name) =>
  [...root.querySelectorAll('lightning-combobox, lightning-input')].find((each) => each.name === name);
const change = (target, value) => target.dispatchEvent(new CustomEvent('change', { detail: { value } }));

describe('the work list', () => {
  it('shows rows as people read them', async () => {
    const root = await show([row(1)]);
    const table = root.querySelector('lightning-datatable');
    expect(table.data[0]).toMatchObject({ workKey: 'key-1', next: '', outcome: 'Transient: Rule Server_Error' });
    expect(table.data[0].arrived).toMatch(/ago$|^in /);
    expect(table.hideCheckboxColumn).toBe(false);
    expect(root.querySelector('[aria-live]').textContent).toBe('1 shown');
  });

  it('asks for what the filters say, and only when they are applied', async () => {
    const root = await show([]);
    change(field(root, 'kind'), 'event');
    await settle();
    expect(field(root, 'scope').label).toBe('Source');
    change(field(root, 'scope'), ' Payments ');
    change(field(root, 'search'), 'evt-1');
    await settle();
    expect(page.getLastConfig()).toMatchObject({ kind: 'event', view: 'operator', scope: '', search: '' });
    button(root, 'Apply').click();
    await settle();
    expect(page.getLastConfig()).toMatchObject({ scope: 'Payments', search: 'evt-1' });
  });

  it('leaves a view that the other kind does not have', async () => {
    const root = await show([]);
    change(field(root, 'view'), 'rejected');
    await settle();
    expect(page.getLastConfig().view).toBe('rejected');
    change(field(root, 'kind'), 'event');
    await settle();
    expect(page.getLastConfig()).toMatchObject({ kind: 'event', view: 'operator' });
  });

  it('opens where a link leads', async () => {
    await show([]);
    CurrentPageReference.emit({ state: { c__kind: 'command', c__view: 'stuck' } });
    await settle();
    expect(page.getLastConfig()).toMatchObject({ kind: 'command', view: 'stuck' });
    CurrentPageReference.emit({ state: { c__kind: 'Account', c__view: 'everything' } });
    await settle();
    expect(page.getLastConfig()).toMatchObject({ kind: 'command', view: 'stuck' });
  });

  it('replays a selection with a reason and tells what came of it', async () => {
    const rows = [row(1), row(2), row(3, false)];
    const root = await show(rows);
    expect(button(root, 'Replay selected (0)').disabled).toBe(true);
    await select(root, rows);
    ReasonDialog.open.mockResolvedValue('The remote is back.');
    replay.mockResolvedValue({ done: 2, refused: [{ recordId: 'a03', message: 'It is Succeeded.' }] });
    button(root, 'Replay selected (3)').click();
    await settle();
    expect(ReasonDialog.open.mock.calls[0][0]).toMatchObject({
      label: 'Replay 3 rows',
      warning: '1 of the selected rows cannot be replayed and will be refused.'
    });
    expect(replay).toHaveBeenCalledTimes(1);
    expect(replay).toHaveBeenCalledWith({
      kind: 'dispatch',
      recordIds: ['a01', 'a02', 'a03'],
      reason: 'The remote is back.'
    });
    const outcome = root.querySelector('c-console-outcome');
    expect(outcome.summary).toBe('2 queued. A sweeper runs them within a minute.');
    expect(outcome.outcome.refused).toHaveLength(1);
    expect(refreshApex).toHaveBeenCalledTimes(1);
    expect(button(root, 'Replay selected (0)').disabled).toBe(true);
  });

  it('does nothing when the dialog is cancelled', async () => {
    const root = await show([row(1)]);
    await select(root, [row(1)]);
    ReasonDialog.open.mockResolvedValue(undefined);
    button(root, 'Replay selected (1)').click();
    await settle();
    expect(replay).not.toHaveBeenCalled();
    expect(button(root, 'Replay selected (1)').disabled).toBe(false);
  });

  it('keeps the selection when the replay is refused', async () => {
    const root = await show([row(1)]);
    await select(root, [row(1)]);
    ReasonDialog.open.mockResolvedValue('Why not');
    replay.mockRejectedValue({ body: { message: 'You need the custom permission.' } });
    button(root, 'Replay selected (1)').click();
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('You need the custom permission.');
    expect(button(root, 'Replay selected (1)').disabled).toBe(false);
  });

  it('shows more behind the last row', async () => {
    const root = await show([row(1)], { hasMore: true });
    expect(root.querySelector('[aria-live]').textContent).toBe('1 shown, more follow');
    page.mockResolvedValue({ rows: [row(2)], hasMore: false });
    button(root, 'Show more').click();
    await settle();
    expect(page.mock.calls[0][0]).toMatchObject({ afterDate: '2026-03-01T12:00:00.000Z', afterId: 'a01' });
    expect(root.querySelector('lightning-datatable').data).toHaveLength(2);
    expect(button(root, 'Show more')).toBeUndefined();
  });

  it('opens a record', async () => {
    const root = await show([row(1)]);
    root
      .querySelector('lightning-datatable')
      .dispatchEvent(new CustomEvent('rowaction', { detail: { row: row(1), action: {} } }));
    expect(navigate).toHaveBeenCalledWith({
      type: 'standard__recordPage',
      attributes: { recordId: 'a01', objectApiName: 'Outbound_Dispatch__c', actionName: 'view' }
    });
  });

  it('tells an empty view from filters that match nothing, and from an error', async () => {
    const root = await show([]);
    expect(root.textContent).toContain('Nothing here.');
    change(field(root, 'search'), 'missing');
    button(root, 'Apply').click();
    await settle();
    page.emit({ rows: [], hasMore: false });
    await settle();
    expect(root.textContent).toContain('Nothing matches.');
    page.error({ message: 'You may not see this.' });
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('You may not see this.');
  });
});
