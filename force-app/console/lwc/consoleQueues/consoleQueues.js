import { LightningElement, api, wire } from 'lwc';
import { NavigationMixin } from 'lightning/navigation';
import { refreshApex } from '@salesforce/apex';
import queues from '@salesforce/apex/ConsoleOverviewResource.queues';
import { labels, format } from 'c/consoleLabels';
import { ageText, messageOf, numberText } from 'c/consoleSupport';

const LATE = 15 * 60_000;
const KIND_LABELS = {
  command: labels.commands,
  event: labels.events,
  dispatch: labels.dispatches,
  finding: labels.findings
};

/** Unfinished work: who has to act, and for how long it has waited. */
export default class ConsoleQueues extends NavigationMixin(LightningElement) {
  labels = labels;
  wired;

  @wire(queues)
  take(result) {
    this.wired = result;
  }

  /** Asks the server again. */
  @api refresh() {
    return refreshApex(this.wired);
  }

  get problem() {
    return this.wired?.error ? messageOf(this.wired.error) : undefined;
  }

  get data() {
    return this.wired?.data;
  }

  get rows() {
    const now = Date.now();
    return this.data.map((queue) => {
      const label = KIND_LABELS[queue.kind];
      const isLate = queue.dueSince !== undefined && now - Date.parse(queue.dueSince) > LATE;
      return {
        ...queue,
        label,
        title: format(labels.showWork, label, numberText(queue.waitingForOperator)),
        operatorText: numberText(queue.waitingForOperator),
        jobText: numberText(queue.waitingForJob),
        callerText: queue.kind === 'command' ? numberText(queue.waitingForCaller) : '–',
        oldestText: ageText(queue.oldestAt, now) || labels.none,
        dueText: ageText(queue.dueSince, now) || labels.inOrder,
        dueClass: isLate ? 'slds-text-color_error' : ''
      };
    });
  }

  show(event) {
    const { kind } = event.currentTarget.dataset;
    const isFinding = kind === 'finding';
    this[NavigationMixin.Navigate]({
      type: 'standard__navItemPage',
      attributes: { apiName: isFinding ? 'Integration_Findings' : 'Integration_Work' },
      state: isFinding ? {} : { c__kind: kind, c__view: 'operator' }
    });
  }
}
