import { api, wire } from 'lwc';
import arrivals from '@salesforce/apex/ConsoleOverviewResource.arrivals';
import ConsoleAnswer from 'c/consoleAnswer';
import { labels } from 'c/consoleLabels';
import { instantText } from 'c/consoleSupport';

const DAY = 24;
/** Hours of one column when the window is longer than a day. */
const LONG_STEP = 6;
const SERIES = ['created', 'duplicate', 'conflict', 'retryable', 'exhausted'];

/** Commands that arrived, over time. */
export default class ConsoleArrivals extends ConsoleAnswer {
  /** Length of the window. */
  @api hours = DAY;

  asTable = false;
  series = [
    { key: 'created', label: labels.seriesNew },
    { key: 'duplicate', label: labels.seriesDuplicate },
    { key: 'conflict', label: labels.seriesConflict },
    { key: 'retryable', label: labels.seriesRetryable },
    { key: 'exhausted', label: labels.seriesExhausted }
  ];

  @wire(arrivals, { hours: '$hours' })
  take(result) {
    this.wired = result;
  }

  get points() {
    const step = this.data.length > DAY ? LONG_STEP : 1;
    const points = [];
    for (let index = 0; index < this.data.length; index += step) {
      const hours = this.data.slice(index, index + step);
      points.push(pointOf(hours, step > 1));
    }
    return points;
  }

  get isEmpty() {
    return !this.data?.some((hour) => SERIES.some((key) => hour[key] > 0));
  }

  get toggleLabel() {
    return this.asTable ? labels.showChart : labels.showTable;
  }

  toggle() {
    this.asTable = !this.asTable;
  }
}

/** Retrying and exhausted commands are among the new ones: a column shows each command once. */
function pointOf(hours, isLong) {
  const [{ startsAt }] = hours;
  const sum = (key) => hours.reduce((total, hour) => total + hour[key], 0);
  const retryable = sum('retryable');
  const exhausted = sum('exhausted');
  const created = sum('created') - retryable - exhausted;
  return {
    key: startsAt,
    label: instantText(startsAt),
    tick: instantText(startsAt, isLong ? { month: 'short', day: 'numeric' } : { hour: '2-digit', minute: '2-digit' }),
    values: { created, duplicate: sum('duplicate'), conflict: sum('conflict'), retryable, exhausted }
  };
}
