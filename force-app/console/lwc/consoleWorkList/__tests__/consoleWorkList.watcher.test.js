import { createElement } from 'lwc';
import { CurrentPageReference, navigate } from 'lightning/navigation';
import { refreshApex } from '@salesforce/apex';
import WorkList from 'c/consoleWorkList';
import ReasonDialog from 'c/consoleReasonDialog';
import page from '@salesforce/apex/ConsoleWorkResource.page';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';

jest.mock(
  '@salesforce/apex/ConsoleWorkResource.page',
  () => {
    const { createApexTestWireAdapter } = require('@salesforce/sfdx-lwc-jest');
    return { default: createApexTestWireAdapter(jest.fn()) };
  },
  { virtual: true }
);
jest.mock('@salesforce/apex/ConsoleWorkResource.replay', () => ({ default: jest.fn() }), { virtual: true });
jest.mock('@salesforce/customPermission/Replay_Integration_Work', () => ({ __esModule: true, default: undefined }), {
  virtual: true
});
jest.mock('@salesforce/apex', () => ({ refreshApex: jest.fn(() => Promise.resolve()) }), { virtual: true });
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
const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
};

async function show(rows, { hasMore = false } = {}) {
  const element = createElement('c-console-work-list', { is: WorkList });
  document.body.appendChild(element);
  if (rows) page.emit({ rows, hasMore });
  await settle();
  return element.shadowRoot;
}
const button = (root, label) => [...root.querySelectorAll('lightning-button')].find((each) => each.label === label);
const field = (root, name) =>
  [...root.querySelectorAll('lightning-combobox, lightning-input')].find((each) => each.name === name);
const change = (target, value) => target.dispatchEvent(new CustomEvent('change', { detail: { value } }));
async function select(root, rows) {
  root
    .querySelector('lightning-datatable')
    .dispatchEvent(new CustomEvent('rowselection', { detail: { selectedRows: rows } }));
  await settle();
}

describe('the work list', () => {
  it('lets those look who may not replay', async () => {
    const root = await show([row(1)]);
    expect(root.querySelector('lightning-datatable').hideCheckboxColumn).toBe(true);
    expect([...root.querySelectorAll('lightning-button')].map(({ label }) => label).sort()).toEqual([
      'Apply',
      'Refresh'
    ]);
    expect(root.textContent).toContain('You may look, not replay');
  });
});
