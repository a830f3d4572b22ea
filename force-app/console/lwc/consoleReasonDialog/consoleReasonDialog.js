import { api } from 'lwc';
import LightningModal from 'lightning/modal';
import { labels } from 'c/consoleLabels';

/** Asks for a reason. `open` resolves to the reason without surrounding blanks, or to undefined when the user cancels. */
export default class ConsoleReasonDialog extends LightningModal {
  /** What will happen. */
  @api text = '';
  /** What the user should look at first; empty for nothing. */
  @api warning = '';
  /** Label of the button that confirms. */
  @api action = '';
  /** Variant of that button. */
  @api variant = 'brand';

  labels = labels;
  reason = '';

  take(event) {
    this.reason = event.detail.value;
  }

  cancel() {
    this.close(undefined);
  }

  confirm() {
    const field = this.template.querySelector('lightning-textarea');
    const reason = this.reason.trim();
    // Blanks alone are no reason, though the field takes them for one.
    field.setCustomValidity(reason === '' ? labels.reasonMissing : '');
    if (field.reportValidity()) this.close(reason);
    else field.focus();
  }
}
