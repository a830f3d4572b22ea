import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { analyzeQuery, selectedColumns, type SelectedColumn } from '../../soql/index.js';
import type { SObjectRecord } from '../../values/record.js';
import { valueToJson } from '../rest/json-codec.js';
import { answerQuery, AS_USER } from '../rest/query-operation.js';
import { writeCsv } from './csv.js';
import { invalid, type CsvForm, type QuerySpec } from './job.js';
import { JobRows } from './job-rows.js';

/** Lines that go to the database in one statement. */
const PART = 5000;

/** Checks a query as its job is made. @returns its object. @throws ApiError for what bulk queries cannot do. */
export function checkBulkQuery(tx: SlotTransaction, query: string): string {
  const { objectName, isAggregate, isCount, selected, problems } = analyzeQuery(query, tx.schema);
  if (problems.length > 0 || objectName === null) {
    // Throws with the platform's text.
    answerQuery(tx, { soql: query, version: '', resource: 'query', allRows: false, columns: false, batchSize: 1 });
  }
  const flat = selected.every(({ kind }) => kind === 'field');
  if (isAggregate || isCount || !flat) {
    throw invalid(
      'a bulk query selects fields of an object and its parents only: no aggregates, functions, subqueries or TYPEOF'
    );
  }
  return objectName as string;
}

/** Runs the query and keeps its result, line by line. */
export function runBulkQuery(context: SlotContext, id: string): void {
  context.transaction({ limits: 'asynchronous' }, (tx) => {
    const started = performance.now();
    const rows = new JobRows(tx.db);
    const job = rows.find('query', id);
    if (job.state !== 'UploadComplete') return;
    const spec = job.spec as QuerySpec;
    const columns = selectedColumns(spec.query, tx.schema).flatMap((column) => fieldPath(column));
    const { records } = tx.apiQuery(spec.query, AS_USER, spec.operation === 'queryAll');
    const header = columns.map((path) => path.join('.'));
    rows.addLines(id, 0, [writeLine(header, spec)]);
    for (let first = 0; first < records.length; first += PART) {
      const part = records.slice(first, first + PART);
      const lines = part.map((record) =>
        writeLine(
          columns.map((path) => cell(record, path)),
          spec
        )
      );
      rows.addLines(id, first + 1, lines);
    }
    rows.progress(id, records.length, 0, performance.now() - started);
    rows.setState(id, 'JobComplete');
  });
}

const fieldPath = (column: SelectedColumn): (readonly string[])[] => (column.kind === 'field' ? [column.path] : []);

const writeLine = (cells: readonly string[], form: CsvForm): string => writeCsv([cells], form);

function cell(record: SObjectRecord, [name = '', ...rest]: readonly string[]): string {
  if (rest.length > 0) {
    const parent = record.parents?.get(name.toLowerCase());
    return parent ? cell(parent, rest) : '';
  }
  const value = valueToJson(record.fields.get(name.toLowerCase()));
  if (value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+0000$/, '$1Z') : String(value);
}
