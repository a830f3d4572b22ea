import { createElement } from 'lwc';
import Chart from 'c/consoleChart';

const SERIES = [
  { key: 'created', label: 'New' },
  { key: 'conflict', label: 'Conflict' }
];
const POINTS = [
  { key: 'a', label: '10:00', tick: '10', values: { created: 30, conflict: 10 } },
  { key: 'b', label: '11:00', tick: '11', values: { created: 0, conflict: 0 } }
];

function show(properties) {
  const element = createElement('c-console-chart', { is: Chart });
  Object.assign(element, { heading: 'Commands', series: SERIES, points: POINTS, ...properties });
  document.body.appendChild(element);
  return element.shadowRoot;
}
const attribute = (node, name) => Number(node.getAttribute(name));

describe('the chart', () => {
  it('stacks the series to scale', () => {
    const root = show();
    const [created, conflict, ...others] = root.querySelectorAll('svg.chart rect');
    expect(others).toHaveLength(0);
    expect(attribute(created, 'height')).toBeCloseTo(attribute(conflict, 'height') * 3);
    expect(attribute(conflict, 'y') + attribute(conflict, 'height')).toBeCloseTo(attribute(created, 'y'));
    expect(created.querySelector('title').textContent).toBe('10:00: New 30');
    const lines = [...root.querySelectorAll('g text')].map((each) => each.textContent);
    expect(lines).toEqual(['0', '10', '20', '30', '40']);
  });

  it('is told in words to those who cannot see it', () => {
    expect(show().querySelector('svg.chart').getAttribute('aria-label')).toBe('Commands: New 30, Conflict 10');
  });

  it('shows the same numbers as a table', () => {
    const root = show({ asTable: true });
    expect(root.querySelector('svg.chart')).toBeNull();
    const cells = [...root.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent)
    );
    expect(cells).toEqual([
      ['10:00', '30', '10'],
      ['11:00', '0', '0']
    ]);
  });

  it('stands with nothing in it', () => {
    const root = show({ points: [] });
    expect(root.querySelectorAll('svg.chart rect')).toHaveLength(0);
    expect(root.querySelectorAll('g text')).toHaveLength(5);
  });
});
