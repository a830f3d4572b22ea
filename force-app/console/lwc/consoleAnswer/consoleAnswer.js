import { LightningElement, api } from 'lwc';
import { refreshApex } from '@salesforce/apex';
import { labels } from 'c/consoleLabels';
import { messageOf } from 'c/consoleSupport';

/** Base of components that show the answer of one wired call, which each of them puts into `wired`. */
export default class ConsoleAnswer extends LightningElement {
  labels = labels;
  /** The answer as the wire gave it. */
  wired;
  /** Why the latest action of the user failed. */
  failure;
  isWorking = false;

  /** Asks the server again. */
  @api refresh() {
    return refreshApex(this.wired);
  }

  get data() {
    return this.wired?.data;
  }

  /** What to tell the user instead of, or above, the answer. */
  get problem() {
    if (this.failure) return this.failure;
    return this.wired?.error ? messageOf(this.wired.error) : undefined;
  }

  get isBusy() {
    return this.isWorking || (this.data === undefined && this.wired?.error === undefined);
  }

  /** Does what the user asked for; when it fails, `failure` says why. */
  async working(action) {
    this.isWorking = true;
    this.failure = undefined;
    try {
      await action();
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.isWorking = false;
    }
  }
}
