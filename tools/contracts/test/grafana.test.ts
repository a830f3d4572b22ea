import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { METRICS, type MetricName } from '../src/index.js';

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly w: number; readonly x: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { panels } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../config/grafana/retrysafe.json', import.meta.url)), 'utf8')
) as { panels: readonly Panel[] };

const targets = panels.flatMap(({ title, targets: ofPanel }) => ofPanel.map((target) => ({ title, ...target })));
const metricsOf = (expr: string): string[] => [...expr.matchAll(/\bretrysafe_\w+/g)].map(([name]) => name);

describe('Grafana dashboard', () => {
  it('asks for metrics and labels that exist', () => {
    for (const { title, expr, legendFormat } of targets) {
      const names = metricsOf(expr);
      expect(names, title).not.to.be.empty;
      for (const name of names) expect(METRICS, title).to.have.property(name);
      const labels: readonly string[] = METRICS[names[0] as MetricName].labels;
      const asked = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g), ...expr.matchAll(/[{,](\w+)=~?"/g)].map(
        ([, label]) => label!
      );
      for (const label of asked) expect([...labels, 'instance'], `${title}: ${label}`).to.include(label);
    }
  });

  it('shows every metric', () => {
    const shown = new Set(targets.flatMap(({ expr }) => metricsOf(expr)));
    expect([...shown]).to.have.members(Object.keys(METRICS));
  });

  it('stays inside the grid', () => {
    for (const { title, gridPos } of panels) expect(gridPos.x + gridPos.w, title).to.be.at.most(24);
  });
});
