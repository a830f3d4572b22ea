import { ApexMap } from '../../values/collections.js';
import type { SObjectRecord } from '../../values/record.js';
import { sobjectType, STRING } from '../../values/type.js';
import type { Implementation } from '../define.js';
import { required } from './arguments.js';
import { selectAll } from './select-all.js';

const key = (record: SObjectRecord, field: string): string =>
  ((record.fields.get(field) as string | null) ?? '').toLowerCase();

function find(objectName: string, wanted: string): SObjectRecord | null {
  const name = wanted.toLowerCase();
  return (
    selectAll(objectName).find((record) =>
      [
        key(record, 'developername'),
        key(record, 'qualifiedapiname'),
        key(record, 'id'),
        key(record, 'id').slice(0, 15)
      ].includes(name)
    ) ?? null
  );
}

/**
 * getAll and getInstance of a custom metadata type.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_methods_system_custom_metadata_types.htm
 */
export const customMetadataStatics = (objectName: string): Record<string, Implementation> => ({
  [`Map<String, ${objectName}> getAll()`]: () =>
    new ApexMap(
      STRING,
      sobjectType(objectName),
      selectAll(objectName).map((record) => [record.fields.get('developername'), record])
    ),
  [`${objectName} getInstance(String)`]: (name: string | null) => find(objectName, required(name))
});
