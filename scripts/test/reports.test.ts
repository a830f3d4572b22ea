import { expect } from 'chai';
import { XMLParser } from 'fast-xml-parser';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../testing/processes.js';

/**
 * No org of ours runs reports, so what an org would refuse at deploy is looked at here: names that lead nowhere.
 */
const METRICS = join(ROOT, 'force-app', 'core', 'metrics');
const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false });

interface ReportType {
  readonly baseObject: string;
  readonly sections: { readonly columns: readonly { readonly field: string; readonly table: string }[] };
}
type Item = Readonly<Record<string, unknown>>;

function files<Content>(folder: string, suffix: string, root: string): Map<string, Content> {
  const found = readdirSync(join(METRICS, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(suffix)
  );
  return new Map(
    found.map((path) => [
      path.slice(0, -suffix.length).replaceAll('\\', '/'),
      (parser.parse(readFileSync(join(METRICS, folder, path), 'utf8'), true) as Record<string, Content>)[root]!
    ])
  );
}

const types = files<ReportType>('reportTypes', '.reportType-meta.xml', 'ReportType');
const reports = files<Item>('reports', '.report-meta.xml', 'Report');
const dashboards = files<Item>('dashboards', '.dashboard-meta.xml', 'Dashboard');
const STANDARD = ['Name', 'CreatedDate'];

/** Values of an element, however deep. */
function valuesOf(node: unknown, name: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => valuesOf(each, name));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? [value].flat().map(String) : valuesOf(value, name)
  );
}

/** Source folders that may hold the fields of an object. */
const objectFolder = (object: string): string | undefined =>
  readdirSync(join(ROOT, 'force-app', 'core'))
    .map((part) => join(ROOT, 'force-app', 'core', part, 'objects', object))
    .find((folder) => existsSync(folder));

describe('reports and dashboards', () => {
  it('have report types over fields that exist', () => {
    expect(types.size).to.be.greaterThan(0);
    for (const [name, { baseObject, sections }] of types) {
      const folder = objectFolder(baseObject);
      expect(folder, `${name}: ${baseObject}`).not.to.equal(undefined);
      for (const { field, table } of sections.columns) {
        expect(table, name).to.equal(baseObject);
        const exists = STANDARD.includes(field) || existsSync(join(folder!, 'fields', `${field}.field-meta.xml`));
        expect(exists, `${name}: ${baseObject}.${field}`).to.equal(true);
      }
    }
  });

  it('use columns of their report types', () => {
    expect(reports.size).to.be.greaterThan(0);
    for (const [name, report] of reports) {
      const type = types.get(String(report.reportType).replace(/__c$/, ''));
      expect(type, `${name}: ${String(report.reportType)}`).not.to.equal(undefined);
      const columns = type!.sections.columns.map(({ field, table }) => `${table}$${field}`);
      const used = ['field', 'column', 'dateColumn'].flatMap((element) => valuesOf(report, element));
      expect(columns, name).to.include.members(used);
    }
  });

  it('filter by values that picklists have', () => {
    for (const [name, report] of reports) {
      for (const { column, value } of [(report.filter as Item | undefined)?.criteriaItems ?? []].flat() as {
        column: string;
        value: string;
      }[]) {
        const [object = '', field = ''] = column.split('$');
        const source = readFileSync(join(objectFolder(object)!, 'fields', `${field}.field-meta.xml`), 'utf8');
        if (!source.includes('<type>Picklist</type>')) continue;
        for (const single of value.split(',')) expect(source, `${name}: ${single}`).to.include(`<fullName>${single}<`);
      }
    }
  });

  it('never group by a column that they show', () => {
    for (const [name, report] of reports) {
      const grouped = valuesOf(report.groupingsDown, 'field');
      expect(valuesOf(report.columns, 'field'), name).not.to.include.members(grouped);
    }
  });

  it('show reports that exist on the dashboard, each cell inside the grid and none over another', () => {
    expect(dashboards.size).to.be.greaterThan(0);
    for (const [name, dashboard] of dashboards) {
      for (const report of valuesOf(dashboard, 'report')) expect([...reports.keys()], name).to.include(report);
      const { dashboardGridComponents, numberOfColumns } = dashboard.dashboardGridLayout as {
        dashboardGridComponents: Record<'columnIndex' | 'rowIndex' | 'colSpan' | 'rowSpan', string>[];
        numberOfColumns: string;
      };
      const taken = new Set<string>();
      for (const { columnIndex, rowIndex, colSpan, rowSpan } of dashboardGridComponents) {
        expect(Number(columnIndex) + Number(colSpan)).to.be.at.most(Number(numberOfColumns));
        for (let row = Number(rowIndex); row < Number(rowIndex) + Number(rowSpan); row++) {
          for (let column = Number(columnIndex); column < Number(columnIndex) + Number(colSpan); column++) {
            expect(taken.has(`${row}:${column}`), `${name} ${row}:${column}`).to.equal(false);
            taken.add(`${row}:${column}`);
          }
        }
      }
    }
  });
});
