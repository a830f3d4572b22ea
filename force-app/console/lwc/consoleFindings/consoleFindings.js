import { wire } from 'lwc';
import findings from '@salesforce/apex/ConsoleFindingResource.findings';
import approve from '@salesforce/apex/ConsoleFindingResource.approve';
import decline from '@salesforce/apex/ConsoleFindingResource.decline';
import mayDecide from '@salesforce/customPermission/Approve_Reconciliation_Repair';
import ReasonDialog from 'c/consoleReasonDialog';
import ConsoleSelection from 'c/consoleSelection';
import { labels, format } from 'c/consoleLabels';
import { agoText, counted, numberText, readableName } from 'c/consoleSupport';

const COLUMNS = [
  {
    label: labels.number,
    type: 'button',
    typeAttributes: { label: { fieldName: 'name' }, variant: 'base' },
    initialWidth: 120
  },
  { label: labels.classification, fieldName: 'classification', wrapText: true },
  { label: labels.repair, fieldName: 'action', initialWidth: 110 },
  { label: labels.scopeDispatch, fieldName: 'scopeText', wrapText: true },
  { label: labels.key, fieldName: 'workKey', wrapText: true },
  { label: labels.entity, fieldName: 'entity', wrapText: true },
  { label: labels.detail, fieldName: 'detail', wrapText: true },
  { label: labels.found, fieldName: 'found', wrapText: true },
  { label: labels.decision, fieldName: 'decisionReason', wrapText: true }
].map((column) => ({ ...column, hideDefaultActions: true }));

/** Findings of reconciliation, and the decision about their repairs. */
export default class ConsoleFindings extends ConsoleSelection {
  columns = COLUMNS;
  view = 'decide';
  views = [
    { label: labels.findingsDecide, value: 'decide' },
    { label: labels.findingsUnresolved, value: 'unresolved' },
    { label: labels.findingsWaiting, value: 'waiting' },
    { label: labels.findingsDeclined, value: 'declined' }
  ];

  @wire(findings, { view: '$view' })
  take(result) {
    this.wired = result;
  }

  get objectApiName() {
    return 'Reconciliation_Finding__c';
  }

  get mayDecide() {
    return Boolean(mayDecide);
  }

  /** Who may not even look is told that alone. */
  get saysWatcher() {
    return this.isWatcher && !this.wired?.error;
  }

  get isWatcher() {
    return !this.mayDecide;
  }

  /** Only what was proposed or declined can be decided. */
  get isReadOnly() {
    return this.isWatcher || !['decide', 'declined'].includes(this.view);
  }

  get rows() {
    const now = Date.now();
    return (this.data ?? []).map((row) => ({
      ...row,
      scopeText: readableName(row.scope),
      found: agoText(row.lastFoundAt, now)
    }));
  }

  get hasRows() {
    return this.rows.length > 0;
  }

  get isEmpty() {
    return this.data !== undefined && !this.hasRows;
  }

  get approveLabel() {
    return format(labels.approveSelected, numberText(this.selectedIds.length));
  }

  get declineLabel() {
    return format(labels.declineSelected, numberText(this.selectedIds.length));
  }

  choose(event) {
    this.view = event.detail.value;
    this.startOver();
  }

  startAnew() {
    this.startOver();
    return this.refresh();
  }

  approveSelected() {
    return this.decide(approve, {
      title: labels.approveTitle,
      text: labels.approveText,
      action: labels.approve,
      done: labels.approveDone,
      variant: 'brand'
    });
  }

  declineSelected() {
    return this.decide(decline, {
      title: labels.declineTitle,
      text: labels.declineText,
      action: labels.decline,
      done: labels.declineDone,
      variant: 'destructive'
    });
  }

  async decide(call, { title, text, action, done, variant }) {
    const recordIds = [...this.selectedIds];
    const label = format(title, counted(recordIds.length, labels.repairOne, labels.repairs));
    const reason = await ReasonDialog.open({ size: 'small', label, text, action, variant });
    if (reason === undefined) return;
    await this.working(async () => {
      const outcome = await call({ recordIds, reason });
      this.startOver();
      this.outcome = outcome;
      this.summary = format(done, numberText(outcome.done));
      await this.refresh();
    });
  }
}
