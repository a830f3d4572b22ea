import { LightningElement, api } from 'lwc';
import { labels, format } from 'c/consoleLabels';
import { numberText } from 'c/consoleSupport';

/** What a replay or a decision came to: how many, and why the others were left alone. */
export default class ConsoleOutcome extends LightningElement {
  /** `{ done, refused: [{ recordId, message }] }`; undefined for nothing. */
  @api outcome;
  /** The sentence about what was done. */
  @api summary = '';

  get isShown() {
    return this.outcome !== undefined;
  }

  get hasRefused() {
    return this.outcome.refused.length > 0;
  }

  get refusedTitle() {
    return format(labels.refusedTitle, numberText(this.outcome.refused.length));
  }
}
