import WorkList from 'c/consoleWorkList';
import page from '@salesforce/apex/ConsoleWorkResource.page';
import { settle, show } from 'console-test';

jest.mock('@salesforce/customPermission/Replay_Integration_Work', () => ({ __esModule: true, default: undefined }), {
  virtual: true
});

describe('the work list of somebody who may not replay', () => {
  it('shows rows, and neither boxes nor buttons', async () => {
    const { shadowRoot: root } = await show(WorkList, {}, () =>
      page.emit({ rows: [{ recordId: 'a01', name: 'OD-1', createdAt: '2026-03-01T12:00:00.000Z' }], hasMore: false })
    );
    expect(root.querySelector('lightning-datatable').hideCheckboxColumn).toBe(true);
    expect([...root.querySelectorAll('lightning-button')].map(({ label }) => label).sort()).toEqual([
      'Apply',
      'Refresh'
    ]);
    expect(root.textContent).toContain('You may look, not replay');
  });

  it('does not say that they may look when they may not', async () => {
    const { shadowRoot: root } = await show(WorkList);
    page.error({ message: 'You may not see this.' });
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('You may not see this.');
    expect(root.textContent).not.toContain('You may look');
  });
});
