import { createElement } from 'lwc';
import ReplayAction from 'c/consoleReplayAction';
import replay from '@salesforce/apex/ConsoleWorkResource.replay';
import { settle } from 'console-test';

jest.mock('lightning/uiRecordApi', () => ({ notifyRecordUpdateAvailable: jest.fn(() => Promise.resolve()) }));

function show(objectApiName, isValid = true) {
  const element = createElement('c-console-replay-action', { is: ReplayAction });
  Object.assign(element, { recordId: 'a01', objectApiName });
  document.body.appendChild(element);
  const closed = jest.fn();
  element.addEventListener('lightning__actionsclosescreen', closed);
  const root = element.shadowRoot;
  const field = root.querySelector('lightning-textarea');
  jest.spyOn(field, 'reportValidity').mockReturnValue(isValid);
  field.dispatchEvent(new CustomEvent('change', { detail: { value: isValid ? ' It is back. ' : ' ' } }));
  const [cancel, confirm] = root.querySelectorAll('lightning-button');
  return { root, closed, cancel, confirm };
}

describe('the quick action', () => {
  it.each([
    ['Integration_Request__c', 'command'],
    ['Inbound_Event__c', 'event'],
    ['Outbound_Dispatch__c', 'dispatch']
  ])('replays a record of %s and closes', async (objectApiName, kind) => {
    replay.mockResolvedValue({ done: 1, refused: [] });
    const { closed, confirm } = show(objectApiName);
    confirm.click();
    await settle();
    expect(replay).toHaveBeenCalledWith({ kind, recordIds: ['a01'], reason: 'It is back.' });
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('stays open and says why when the replay is refused', async () => {
    const { root, closed, confirm } = show('Outbound_Dispatch__c');
    replay.mockResolvedValue({ done: 0, refused: [{ recordId: 'a01', message: 'It is Succeeded.' }] });
    confirm.click();
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('It is Succeeded.');
    replay.mockRejectedValue({ body: { message: 'You need the custom permission.' } });
    confirm.click();
    await settle();
    expect(root.querySelector('[role="alert"]').textContent).toBe('You need the custom permission.');
    expect(closed).not.toHaveBeenCalled();
  });

  it('asks for a reason, and closes when the user cancels', async () => {
    const { closed, cancel, confirm } = show('Outbound_Dispatch__c', false);
    confirm.click();
    await settle();
    expect(replay).not.toHaveBeenCalled();
    cancel.click();
    expect(closed).toHaveBeenCalledTimes(1);
  });
});
