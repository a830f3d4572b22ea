import { LightningElement, wire } from 'lwc';
import { CurrentPageReference, hashOf } from 'lightning/navigation';
import { session } from '../../../platform/session.js';

const TABS = [
  { name: 'Integration_Overview', label: 'Overview' },
  { name: 'Integration_Work', label: 'Work' },
  { name: 'Integration_Findings', label: 'Reconciliation' }
];

/** Stands for Lightning around the components: header, tabs, and who the user is. */
export default class App extends LightningElement {
  reference;

  @wire(CurrentPageReference)
  take(reference) {
    this.reference = reference;
  }

  get tabs() {
    return TABS.map(({ name, label }) => {
      const isCurrent = this.isTab(name);
      return {
        name,
        label,
        href: hashOf({ type: 'standard__navItemPage', attributes: { apiName: name } }),
        current: isCurrent ? 'page' : undefined,
        cssClass: isCurrent ? 'tab current' : 'tab'
      };
    });
  }

  get people() {
    return session.people.map(({ name, label }) => ({ value: name, label, selected: name === session.person }));
  }

  get isOverview() {
    return this.isTab('Integration_Overview');
  }

  get isWork() {
    return this.isTab('Integration_Work');
  }

  get isFindings() {
    return this.isTab('Integration_Findings');
  }

  get isRecord() {
    return this.reference?.type === 'standard__recordPage';
  }

  get recordId() {
    return this.reference.attributes.recordId;
  }

  isTab(name) {
    return this.reference?.attributes.apiName === name;
  }

  async change(event) {
    await fetch('/person', {
      method: 'POST',
      headers: { 'x-console': 'call', 'content-type': 'application/json' },
      body: JSON.stringify({ person: event.target.value })
    });
    window.location.reload();
  }
}
