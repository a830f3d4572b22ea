import { LightningElement, api } from 'lwc';
import { labels, format } from 'c/consoleLabels';
import { numberText } from 'c/consoleSupport';

const LEFT = 44;
const RIGHT = 1116;
const TOP = 8;
const BOTTOM = 216;
const GRID_LINES = 4;
const MOST_TICKS = 8;
const ROUND_STEPS = [1, 2, 5, 10];

/** Columns over time, each stacked from several series, as plain SVG; the same numbers as a table on request. */
export default class ConsoleChart extends LightningElement {
  /** What the chart shows, for those who cannot see it. */
  @api heading = '';
  /** `{ key, label }` of each series, from bottom to top. */
  @api series = [];
  /** `{ key, label, tick, values }` of each column; `values` by key of the series. */
  @api points = [];
  /** Whether to show the numbers as a table. */
  @api asTable = false;

  labels = labels;

  get legend() {
    return this.series.map(({ key, label }) => ({
      key,
      label,
      fillClass: `fill-${key}`,
      total: numberText(this.points.reduce((sum, { values }) => sum + (values[key] ?? 0), 0))
    }));
  }

  get summary() {
    const totals = this.legend.map(({ label, total }) => `${label} ${total}`).join(', ');
    return format(labels.chartSummary, this.heading, totals);
  }

  get tableRows() {
    return this.points.map(({ key, label, values }) => ({
      key,
      label,
      cells: this.series.map((each) => ({ key: each.key, text: numberText(values[each.key]) }))
    }));
  }

  /** The top of the scale: a round number, so that the lines stand at round numbers. */
  get maximum() {
    const highest = Math.max(1, ...this.points.map((point) => this.heightOf(point)));
    const step = highest / GRID_LINES;
    const magnitude = 10 ** Math.floor(Math.log10(step));
    const factor = ROUND_STEPS.find((each) => each * magnitude >= step) ?? 10;
    return Math.max(1, factor * magnitude) * GRID_LINES;
  }

  get gridLines() {
    return Array.from({ length: GRID_LINES + 1 }, (_, index) => {
      const value = (this.maximum * index) / GRID_LINES;
      const y = this.yOf(value);
      return { key: `line${index}`, y, textY: y + 4, text: numberText(value) };
    });
  }

  get bars() {
    const slot = this.slotWidth;
    return this.points.flatMap((point, index) => {
      let below = 0;
      return this.series.flatMap(({ key, label }) => {
        const value = point.values[key] ?? 0;
        if (value === 0) return [];
        const y = this.yOf(below + value);
        const height = this.yOf(below) - y;
        below += value;
        const title = `${point.label}: ${label} ${numberText(value)}`;
        const x = LEFT + index * slot + slot * 0.15;
        return [{ key: `${point.key}-${key}`, fillClass: `fill-${key}`, title, x, y, width: slot * 0.7, height }];
      });
    });
  }

  get ticks() {
    const every = Math.max(1, Math.ceil(this.points.length / MOST_TICKS));
    return this.points.flatMap(({ key, tick }, index) =>
      index % every === 0 ? [{ key, text: tick, x: LEFT + (index + 0.5) * this.slotWidth }] : []
    );
  }

  get slotWidth() {
    return (RIGHT - LEFT) / Math.max(1, this.points.length);
  }

  heightOf(point) {
    return this.series.reduce((sum, { key }) => sum + (point.values[key] ?? 0), 0);
  }

  yOf(value) {
    return BOTTOM - ((BOTTOM - TOP) * value) / this.maximum;
  }
}
