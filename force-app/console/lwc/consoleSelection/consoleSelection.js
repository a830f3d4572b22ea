import { NavigationMixin } from 'lightning/navigation';
import ConsoleAnswer from 'c/consoleAnswer';
import { MOST_ROWS } from 'c/consoleSupport';

const LEAST_WIDTH = 110;

/** Base of tables whose selected rows are decided about together. */
export default class ConsoleSelection extends NavigationMixin(ConsoleAnswer) {
  mostRows = MOST_ROWS;
  /** Pixels; in a narrow window the table scrolls rather than breaking words. */
  leastWidth = LEAST_WIDTH;
  selectedIds = [];
  /** What the latest decision came to, row by row and in a sentence. */
  outcome;
  summary = '';

  /** The object of the rows. */
  get objectApiName() {
    throw new Error('A table says which object its rows are of.');
  }

  get hasNoneSelected() {
    return this.selectedIds.length === 0 || this.isWorking;
  }

  select(event) {
    this.selectedIds = event.detail.selectedRows.map(({ recordId }) => recordId);
  }

  open(event) {
    const { recordId } = event.detail.row;
    this[NavigationMixin.Navigate]({
      type: 'standard__recordPage',
      attributes: { recordId, objectApiName: this.objectApiName, actionName: 'view' }
    });
  }

  /** Forgets what belongs to the rows that were shown. */
  startOver() {
    this.selectedIds = [];
    this.outcome = undefined;
    this.failure = undefined;
  }
}
