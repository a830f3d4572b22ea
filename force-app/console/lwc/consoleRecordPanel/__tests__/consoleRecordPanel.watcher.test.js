import RecordPanel from 'c/consoleRecordPanel';
import storyOf from '@salesforce/apex/ConsoleStoryResource.story';
import { show } from 'console-test';

jest.mock('@salesforce/customPermission/Replay_Integration_Work', () => ({ __esModule: true, default: undefined }), {
  virtual: true
});

describe('the panel of a record for somebody who may not replay', () => {
  it('tells the story and offers no replay', async () => {
    const story = { kind: 'dispatch', recordId: 'a01', name: 'OD-1', replayable: true, replays: [], findings: [] };
    const { shadowRoot: root } = await show(RecordPanel, { recordId: 'a01' }, () => storyOf.emit(story));
    expect(root.querySelector('lightning-button')).toBeNull();
    expect(root.textContent).toContain('You may look, not replay');
  });
});
