import { refreshApex } from '@salesforce/apex';
import Findings from 'c/consoleFindings';
import ReasonDialog from 'c/consoleReasonDialog';
import findings from '@salesforce/apex/ConsoleFindingResource.findings';
import approve from '@salesforce/apex/ConsoleFindingResource.approve';
import decline from '@salesforce/apex/ConsoleFindingResource.decline';
import { button, select, settle, show as showComponent } from 'console-test';

jest.mock('c/consoleReasonDialog', () => ({ __esModule: true, default: { open: jest.fn() } }));

const FINDING = {
  recordId: 'f1',
  name: 'RF-1',
  classification: 'Conflicting',
  lastFoundAt: '2026-03-01T12:00:00.000Z'
};

async function show(data) {
  const element = await showComponent(Findings, {}, () => findings.emit(data));
  return element.shadowRoot;
}

describe('findings', () => {
  it.each([
    ['Approve selected (1)', approve, 'Approve 1 repair', '1 repaired.'],
    ['Decline selected (1)', decline, 'Decline 1 repair', '1 declined.']
  ])('%s asks for a reason and tells what came of it', async (label, call, title, summary) => {
    const root = await show([FINDING]);
    await select(root, [FINDING]);
    ReasonDialog.open.mockResolvedValue('Refunded by hand.');
    call.mockResolvedValue({ done: 1, refused: [] });
    button(root, label).click();
    await settle();
    expect(ReasonDialog.open.mock.calls[0][0].label).toBe(title);
    expect(call).toHaveBeenCalledWith({ recordIds: ['f1'], reason: 'Refunded by hand.' });
    expect(root.querySelector('c-console-outcome').summary).toBe(summary);
    expect(refreshApex).toHaveBeenCalledTimes(1);
  });

  it('decides nothing when the dialog is cancelled', async () => {
    const root = await show([FINDING]);
    await select(root, [FINDING]);
    ReasonDialog.open.mockResolvedValue(undefined);
    button(root, 'Decline selected (1)').click();
    await settle();
    expect(decline).not.toHaveBeenCalled();
  });

  it('keeps the selection when the decision is refused', async () => {
    const root = await show([FINDING]);
    await select(root, [FINDING]);
    ReasonDialog.open.mockResolvedValue('No');
    decline.mockRejectedValue({ body: { message: 'Ask an administrator.' } });
    button(root, 'Decline selected (1)').click();
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('Ask an administrator.');
    expect(button(root, 'Decline selected (1)').disabled).toBe(false);
  });

  it('can be decided only in the views of proposed and declined ones', async () => {
    const root = await show([FINDING]);
    const view = root.querySelector('lightning-combobox');
    view.dispatchEvent(new CustomEvent('change', { detail: { value: 'unresolved' } }));
    await settle();
    expect(findings.getLastConfig()).toEqual({ view: 'unresolved' });
    findings.emit([FINDING]);
    await settle();
    expect(root.querySelector('lightning-datatable').hideCheckboxColumn).toBe(true);
  });

  it('tell an empty view from an error', async () => {
    const root = await show([]);
    expect(root.textContent).toContain('all sides agree');
    findings.error({ message: 'You may not see this.' });
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('You may not see this.');
  });
});
