import { createElement } from 'lwc';
import ReasonDialog from 'c/consoleReasonDialog';

function show(isValid) {
  const element = createElement('c-console-reason-dialog', { is: ReasonDialog });
  Object.assign(element, {
    label: 'Replay 2 rows',
    text: 'It runs again.',
    action: 'Replay',
    warning: '1 is refused.'
  });
  document.body.appendChild(element);
  const field = element.shadowRoot.querySelector('lightning-textarea');
  jest.spyOn(field, 'setCustomValidity');
  jest.spyOn(field, 'reportValidity').mockReturnValue(isValid);
  const [cancel, confirm] = element.shadowRoot.querySelectorAll('lightning-button');
  const type = (value) => field.dispatchEvent(new CustomEvent('change', { detail: { value } }));
  return { element, field, cancel, confirm, type };
}

describe('the dialog for a reason', () => {
  it('says what will happen', () => {
    const { element, confirm } = show(true);
    const texts = [...element.shadowRoot.querySelectorAll('p')].map((each) => each.textContent);
    expect(texts).toEqual(['It runs again.', '1 is refused.']);
    expect(confirm.label).toBe('Replay');
  });

  it('closes with the reason, without blanks around it', () => {
    const { element, confirm, type } = show(true);
    type('  The remote is back. ');
    confirm.click();
    expect(element.closed).toEqual(['The remote is back.']);
  });

  it('stays open without a reason', () => {
    const { element, field, confirm, type } = show(false);
    type('   ');
    confirm.click();
    expect(field.setCustomValidity).toHaveBeenCalledWith('Say why; the reason is kept.');
    expect(element.closed).toEqual([]);
  });

  it('closes with nothing when the user cancels', () => {
    const { element, cancel, type } = show(true);
    type('A reason');
    cancel.click();
    expect(element.closed).toEqual([undefined]);
  });
});
