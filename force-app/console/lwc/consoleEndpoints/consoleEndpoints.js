import { api, wire } from 'lwc';
import endpoints from '@salesforce/apex/ConsoleOverviewResource.endpoints';
import ConsoleAnswer from 'c/consoleAnswer';
import { labels, format } from 'c/consoleLabels';
import { ageText, agoText, numberText, readableName } from 'c/consoleSupport';

const CIRCUITS = {
  Closed: { text: labels.circuitClosed, cssClass: 'slds-badge slds-theme_success' },
  Open: { text: labels.circuitOpen, cssClass: 'slds-badge slds-theme_error' },
  Probing: { text: labels.circuitProbing, cssClass: 'slds-badge slds-theme_warning' }
};

/** How the endpoints are doing: circuit breakers, and what became of their dispatches. */
export default class ConsoleEndpoints extends ConsoleAnswer {
  /** Length of the window. */
  @api hours = 24;

  @wire(endpoints, { hours: '$hours' })
  take(result) {
    this.wired = result;
  }

  get isEmpty() {
    return this.data.length === 0;
  }

  get rows() {
    const now = Date.now();
    return this.data.map((endpoint) => {
      const circuit = CIRCUITS[endpoint.circuit] ?? CIRCUITS.Closed;
      return {
        name: endpoint.name,
        label: readableName(endpoint.name),
        isInactive: !endpoint.active,
        circuitText: circuit.text,
        circuitClass: circuit.cssClass,
        note: noteOf(endpoint, now),
        succeededText: numberText(endpoint.succeeded),
        waitingText: numberText(endpoint.waiting),
        exhaustedText: numberText(endpoint.exhausted),
        rejectedText: numberText(endpoint.rejected),
        oldestText: ageText(endpoint.oldestAt, now) || labels.none
      };
    });
  }
}

function noteOf({ failures, retryAt }, now) {
  const notes = [];
  if (failures > 0) notes.push(format(labels.circuitFailures, numberText(failures)));
  if (retryAt) notes.push(format(labels.circuitOpenUntil, agoText(retryAt, now)));
  return notes.join(', ');
}
