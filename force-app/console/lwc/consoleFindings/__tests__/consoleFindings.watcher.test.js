import Findings from 'c/consoleFindings';
import findings from '@salesforce/apex/ConsoleFindingResource.findings';
import { settle, show } from 'console-test';

jest.mock(
  '@salesforce/customPermission/Approve_Reconciliation_Repair',
  () => ({ __esModule: true, default: undefined }),
  { virtual: true }
);

describe('findings of somebody who may not decide', () => {
  it('are only looked at', async () => {
    const { shadowRoot: root } = await show(Findings, {}, () => findings.emit([{ recordId: 'f1', name: 'RF-1' }]));
    expect(root.querySelector('lightning-datatable').hideCheckboxColumn).toBe(true);
    expect([...root.querySelectorAll('lightning-button')].map(({ label }) => label)).toEqual(['Refresh']);
    expect(root.textContent).toContain('You may look, not decide');
  });

  it('do not say that they may be looked at when they may not', async () => {
    const { shadowRoot: root } = await show(Findings);
    findings.error({ message: 'You may not see this.' });
    await settle();
    expect(root.textContent).not.toContain('You may look');
  });
});
