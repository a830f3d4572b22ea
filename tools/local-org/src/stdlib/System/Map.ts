import { ApexMap, type ApexList } from '../../values/collections.js';
import { equalsDeep } from '../../values/equality.js';
import { hashOf } from '../../values/hash.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { textOf } from '../../values/text.js';
import { SOBJECT, type ApexType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { cloneRecord } from '../support/record-copy.js';
import { apexReference } from '../support/reference.js';
import { sobjectTypeToken } from '../support/tokens.js';

/** Keys a list of records by id, as the constructor does; putAll lets the last record with an id win. @throws PlatformError System.ListException: a record without id, two with the same. */
function putRecords(map: ApexMap, records: ApexList | null): ApexMap {
  required(records).items.forEach((item, row) => {
    if (item === null) throw new PlatformError('System.NullPointerException', `Null element found at row ${row}`);
    const record = item as SObjectRecord;
    if (record.id === null) {
      throw new PlatformError('System.ListException', `Row with null Id at index: ${row}`);
    }
    if (map.has(record.id) && map.get(record.id) !== record && seenInList(records!, row, record.id)) {
      throw new PlatformError('System.ListException', `Row with duplicate Id at index: ${row}`);
    }
    map.put(record.id, record);
  });
  return map;
}

const seenInList = (records: ApexList, before: number, id: string): boolean =>
  records.items.slice(0, before).some((other) => (other as SObjectRecord).id === id);

const emptyMap = (type: ApexType): ApexMap => new ApexMap(type.args[0]!, type.args[1]!);

export default definePlatformType({
  name: 'System.Map<K, V>',
  source: apexReference('apex_methods_system_map'),
  constructors: {
    '()': emptyMap,
    '(Map<K, V>)': (values: ApexMap | null, type: ApexType) =>
      new ApexMap(type.args[0]!, type.args[1]!, required(values)),
    '(List<SObject>)': (records: ApexList | null, type: ApexType) => putRecords(emptyMap(type), records)
  },
  methods: {
    'void clear()': (self: ApexMap) => self.clear(),
    'Map<K, V> clone()': (self: ApexMap) => self.copy(),
    'Boolean containsKey(K)': (self: ApexMap, key: unknown) => self.has(key),
    'Map<K, V> deepClone()': (self: ApexMap) =>
      new ApexMap(
        self.keyType,
        self.valueType,
        [...self].map(([key, value]) => [
          key,
          value instanceof SObjectRecord
            ? cloneRecord(value, {
                preserveId: true,
                deep: true,
                preserveReadonlyTimestamps: true,
                preserveAutonumber: true
              })
            : value
        ])
      ),
    'Boolean equals(Map<K, V>)': equalsDeep,
    'Boolean equals(Object)': equalsDeep,
    'V get(K)': (self: ApexMap, key: unknown) => self.get(key),
    'Schema.SObjectType getSObjectType()': (self: ApexMap) =>
      self.valueType.kind === 'sobject' && self.valueType !== SOBJECT ? sobjectTypeToken(self.valueType.name) : null,
    'Integer hashCode()': hashOf,
    'Boolean isEmpty()': (self: ApexMap) => self.size === 0,
    'Set<K> keySet()': (self: ApexMap) => self.keySet(),
    'V put(K, V)': (self: ApexMap, key: unknown, value: unknown) => self.put(key, value),
    'void putAll(Map<K, V>)': (self: ApexMap, values: ApexMap | null) => self.putAll(required(values)),
    'void putAll(List<SObject>)': (self: ApexMap, records: ApexList | null) => {
      for (const record of required(records).items as SObjectRecord[]) self.put(record.id, record);
    },
    'V remove(K)': (self: ApexMap, key: unknown) => self.remove(key),
    'Integer size()': (self: ApexMap) => self.size,
    'String toString()': textOf,
    'List<V> values()': (self: ApexMap) => self.valueList()
  }
});
