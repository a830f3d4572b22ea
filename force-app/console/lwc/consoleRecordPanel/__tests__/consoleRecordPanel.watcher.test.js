import { createElement } from 'lwc';
import { refreshApex } from '@salesforce/apex';
import { notifyRecordUpdateAvailable } from 'lightning/uiRecordApi';
import RecordPanel from 'c/consoleRecordPanel';
import ReasonDialog from 'c/consoleReasonDialog';
import storyOf from '@salesforce/apex/ConsoleStoryResource.story';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';

jest.mock(
  '@salesforce/apex/ConsoleStoryResource.story',
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
const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
};

async function show(story) {
  const element = createElement('c-console-record-panel', { is: RecordPanel });
  element.recordId = 'a01';
  document.body.appendChild(element);
  if (story) storyOf.emit(story);
  await settle();
  return element.shadowRoot;
}

describe('the panel of a record', () => {
  it('offers no replay to those who may not', async () => {
    const watched = await show(STORY);
    expect(watched.querySelector('lightning-button')).toBeNull();
    expect(watched.textContent).toContain('You may look, not replay');
  });
});
