import { LightningElement } from 'lwc';
import { labels } from 'c/consoleLabels';

/** How the integration is doing, at a glance. */
export default class ConsoleOverview extends LightningElement {
  labels = labels;
  window = '24';
  windows = [
    { label: labels.lastDay, value: '24' },
    { label: labels.lastWeek, value: '168' }
  ];

  get hours() {
    return Number(this.window);
  }

  choose(event) {
    this.window = event.detail.value;
  }

  refresh() {
    const parts = ['c-console-queues', 'c-console-arrivals', 'c-console-endpoints'];
    return Promise.all(parts.map((part) => this.template.querySelector(part).refresh()));
  }
}
