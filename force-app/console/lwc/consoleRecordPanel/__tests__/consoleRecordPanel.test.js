import { refreshApex } from '@salesforce/apex';
import { notifyRecordUpdateAvailable } from 'lightning/uiRecordApi';
import RecordPanel from 'c/consoleRecordPanel';
import ReasonDialog from 'c/consoleReasonDialog';
import storyOf from '@salesforce/apex/ConsoleStoryResource.story';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';
import { settle, show as showComponent } from 'console-test';

jest.mock('c/consoleReasonDialog', () => ({ __esModule: true, default: { open: jest.fn() } }));
jest.mock('lightning/uiRecordApi', () => ({ notifyRecordUpdateAvailable: jest.fn(() => Promise.resolve()) }));

const STORY = {
  kind: 'dispatch',
  recordId: 'a01',
  name: 'OD-1',
  workKey: 'fulfil:SO-1',
  scope: 'Fulfillment_Service',
  entity: 'SO-1',
  status: 'Exhausted',
  waitingFor: 'Operator',
  attempts: 5,
  createdAt: '2026-03-01T12:00:00.000Z',
  replayable: true,
  replays: [],
  findings: []
};

async function show(story) {
  const element = await showComponent(RecordPanel, { recordId: 'a01' }, () => story && storyOf.emit(story));
  return element.shadowRoot;
}

describe('the panel of a record', () => {
  it('tells the story, the facts and what to do', async () => {
    const root = await show(STORY);
    expect(storyOf.getLastConfig()).toEqual({ recordId: 'a01' });
    expect(root.querySelector('.story li').textContent).toMatch(/^The dispatch fulfil:SO-1 for Fulfillment Service/);
    expect(root.querySelector('.next').textContent).toBe('Mend the cause, then replay it with a reason.');
    const facts = [...root.querySelectorAll('dt')].map((each) => each.textContent);
    expect(facts).toEqual(['Endpoint', 'Entity', 'Key', 'Arrived']);
    expect(root.querySelector('.slds-badge').classList).toContain('slds-theme_error');
    expect(root.textContent).toContain('It was never replayed.');
    expect(root.textContent).toContain('Reconciliation has found nothing wrong.');
  });

  it('lists replays and findings', async () => {
    const root = await show({
      ...STORY,
      replays: [
        {
          recordId: 'r1',
          requestedAt: '2026-03-01T12:30:00.000Z',
          operator: 'Olga',
          reason: 'It is back.',
          previousStatus: 'Exhausted'
        }
      ],
      findings: [{ recordId: 'f1', classification: 'Conflicting', status: 'Proposed', detail: 'Another identifier' }]
    });
    const [replays, findings] = root.querySelectorAll('ul.slds-list_dotted');
    expect(replays.textContent).toMatch(/^Olga, Mar 1, 2026, .* \(was Exhausted\)“It is back.”$/);
    expect(findings.textContent).toBe('Conflicting, Proposed: Another identifier');
  });

  it('replays with a reason and shows the record anew', async () => {
    const root = await show(STORY);
    ReasonDialog.open.mockResolvedValue('It is back.');
    replay.mockResolvedValue({ done: 1, refused: [] });
    root.querySelector('lightning-button').click();
    await settle();
    expect(replay).toHaveBeenCalledWith({ kind: 'dispatch', recordIds: ['a01'], reason: 'It is back.' });
    expect(refreshApex).toHaveBeenCalledTimes(1);
    expect(notifyRecordUpdateAvailable).toHaveBeenCalledWith([{ recordId: 'a01' }]);
    expect(root.querySelector('c-console-outcome').outcome.done).toBe(1);
  });

  it('says why a replay was refused', async () => {
    const root = await show(STORY);
    ReasonDialog.open.mockResolvedValue('It is back.');
    replay.mockResolvedValue({ done: 0, refused: [{ recordId: 'a01', message: 'The endpoint is not active.' }] });
    root.querySelector('lightning-button').click();
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('The endpoint is not active.');
    replay.mockRejectedValue({ body: { message: 'Say why.' } });
    root.querySelector('lightning-button').click();
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('Say why.');
  });

  it('offers no replay where there is none', async () => {
    const finished = await show({ ...STORY, status: 'Succeeded', waitingFor: undefined, replayable: false });
    expect(finished.querySelector('lightning-button')).toBeNull();
    expect(finished.textContent).not.toContain('You may look');
  });

  it('says what went wrong', async () => {
    const root = await show();
    storyOf.error({ message: 'There is no such row any more.' });
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('There is no such row any more.');
  });
});
