import { currentTransaction } from '../../apex/runtime/transaction.js';
import { apexTypeOf } from '../../schema/apex-types.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { ApexList } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { sobjectType } from '../../values/type.js';
import { typedValue } from '../json/typed.js';
import { parseCsv } from './csv.js';
import { staticResource } from './static-resources.js';

/**
 * Test.loadData: rows of a CSV static resource as inserted records. The first line names the fields.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_testing_load_data.htm
 */
export function loadTestData(object: ObjectDefinition, resource: string): ApexList {
  const [header = [], ...rows] = parseCsv(
    Buffer.from(staticResource(resource))
      .toString('utf8')
      .replace(/^\ufeff/, '')
  );
  const records = rows.map((row) => readRow(object, header, row));
  currentTransaction().dml('insert', records, {
    allOrNone: true,
    access: { mode: 'system', sharing: false },
    externalIdField: null
  });
  return new ApexList(sobjectType(object.name), records);
}

function readRow(object: ObjectDefinition, header: readonly string[], row: readonly string[]): SObjectRecord {
  const record = new SObjectRecord(object.name);
  header.forEach((name, column) => {
    const field = object.fields[name.trim().toLowerCase()];
    if (!field)
      throw new PlatformError('System.TypeException', `Field name provided, ${name} does not match ${object.name}`);
    const text = row[column] ?? '';
    // Ids of a file only say which rows belong together; new rows get new ones.
    if (text === '' || field.type === 'id') return;
    record.fields.set(field.name.toLowerCase(), typedValue({ kind: 'string', text }, apexTypeOf(field), false));
  });
  return record;
}
