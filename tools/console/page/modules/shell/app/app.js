import { LightningElement, wire } from 'lwc';
import { CurrentPageReference, hashOf } from 'lightning/navigation';
import ConsoleOverview from 'c/consoleOverview';
import { session } from '../../../platform/session.js';

const TABS = [
  { name: 'Integration_Overview', label: 'Overview', load: () => ({ default: ConsoleOverview }) },
  { name: 'Integration_Work', label: 'Work', load: () => import('c/consoleWorkList') },
  { name: 'Integration_Findings', label: 'Reconciliation', load: () => import('c/consoleFindings') }
];

/** Objects whose record pages hold a component of the console. */
const TOLD = ['Integration_Request__c', 'Inbound_Event__c', 'Outbound_Dispatch__c'];

/** Stands for Lightning around the components: header, tabs, and who the user is. */
export default class App extends LightningElement {
  reference;
  component;
  properties = {};
  problem;

  @wire(CurrentPageReference)
  async take(reference) {
    const isMovingOn = this.pageKey(reference) !== this.pageKey(this.reference);
    this.reference = reference;
    if (!isMovingOn) return;
    const { recordId } = reference.attributes;
    const load = this.loader(reference.attributes);
    this.component = undefined;
    this.problem = load ? undefined : this.elsewhere(reference.attributes);
    const component = (await load?.())?.default;
    // The user may have gone on meanwhile.
    if (this.reference !== reference) return;
    this.properties = recordId ? { recordId } : {};
    this.component = component;
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

  get isRecord() {
    return this.reference?.type === 'standard__recordPage';
  }

  get pageClass() {
    return this.isRecord ? 'record' : '';
  }

  loader({ recordId, objectApiName, apiName }) {
    if (!recordId) return TABS.find(({ name }) => name === apiName)?.load;
    return objectApiName && !TOLD.includes(objectApiName) ? undefined : () => import('c/consoleRecordPanel');
  }

  /** What an address leads to that has no component of the console. */
  elsewhere({ recordId, objectApiName, apiName }) {
    const target = recordId ? `the record page of ${recordId} (${objectApiName})` : `the tab ${apiName}`;
    return `On Salesforce this opens ${target}. Here are only the components of the console.`;
  }

  pageKey(reference) {
    return reference && (reference.attributes.recordId ?? reference.attributes.apiName);
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
