import { createElement } from 'lwc';
import { refreshApex } from '@salesforce/apex';
import Findings from 'c/consoleFindings';
import ReasonDialog from 'c/consoleReasonDialog';
import findings from '@salesforce/apex/ConsoleFindingResource.findings';
import approve from '@salesforce/apex/ConsoleFindingResource.approve';
import decline from '@salesforce/apex/ConsoleFindingResource.decline';

jest.mock(
  '@salesforce/apex/ConsoleFindingResource.findings',
  () => {
    const { createApexTestWireAdapter } = require('@salesforce/sfdx-lwc-jest');
    return { default: createApexTestWireAdapter(jest.fn()) };
  },
  { virtual: true }
);
jest.mock('@salesforce/apex/ConsoleFindingResource.approve', () => ({ default: jest.fn() }), { virtual: true });
jest.mock('@salesforce/apex/ConsoleFindingResource.decline', () => ({ default: jest.fn() }), { virtual: true });
jest.mock(
  '@salesforce/customPermission/Approve_Reconciliation_Repair',
  () => ({ __esModule: true, default: undefined }),
  { virtual: true }
);
jest.mock('@salesforce/apex', () => ({ refreshApex: jest.fn(() => Promise.resolve()) }), { virtual: true });
jest.mock('c/consoleReasonDialog', () => ({ __esModule: true, default: { open: jest.fn() } }));

const FINDING = {
  recordId: 'f1',
  name: 'RF-1',
  classification: 'Conflicting',
  lastFoundAt: '2026-03-01T12:00:00.000Z'
};
const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
};

async function show(data) {
  const element = createElement('c-console-findings', { is: Findings });
  document.body.appendChild(element);
  if (data) findings.emit(data);
  await settle();
  return element.shadowRoot;
}
const button = (root, label) => [...root.querySelectorAll('lightning-button')].find((each) => each.label === label);
async function select(root) {
  root
    .querySelector('lightning-datatable')
    .dispatchEvent(new CustomEvent('rowselection', { detail: { selectedRows: [FINDING] } }));
  await settle();
}

describe('findings', () => {
  it('are only looked at by those who may not decide', async () => {
    const root = await show([FINDING]);
    expect(root.querySelector('lightning-datatable').hideCheckboxColumn).toBe(true);
    expect([...root.querySelectorAll('lightning-button')].map(({ label }) => label)).toEqual(['Refresh']);
    expect(root.textContent).toContain('You may look, not decide');
  });
});
