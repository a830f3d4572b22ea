import { wire } from 'lwc';
import { NavigationMixin } from 'lightning/navigation';
import queues from '@salesforce/apex/ConsoleOverviewResource.queues';
import ConsoleAnswer from 'c/consoleAnswer';
import { labels, format } from 'c/consoleLabels';
import { ageText, numberText } from 'c/consoleSupport';

const LATE = 15 * 60_000;
const KIND_LABELS = {
  command: labels.commands,
  event: labels.events,
  dispatch: labels.dispatches,
  finding: labels.findings
};

/** Unfinished work: who has to act, and for how long it has waited. */
export default class ConsoleQueues extends NavigationMixin(ConsoleAnswer) {
  @wire(queues)
  take(result) {
    this.wired = result;
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
