import { ApexList, type ApexSet } from '../../values/collections.js';
import { equalsDeep } from '../../values/equality.js';
import { hashOf } from '../../values/hash.js';
import { compareValues } from '../../values/ordering.js';
import { SObjectRecord } from '../../values/record.js';
import { textOf } from '../../values/text.js';
import { SOBJECT, type ApexType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { iterate } from '../support/iterate.js';
import { CollectionIterator } from '../../values/collection-iterator.js';
import { cloneRecord } from '../support/record-copy.js';
import { apexReference } from '../support/reference.js';
import { sobjectTypeToken } from '../support/tokens.js';

interface Comparator {
  compare$2(left: unknown, right: unknown): number | null;
}

const elementOf = (type: ApexType): ApexType => type.args[0]!;

const copyInto = (values: unknown, type: ApexType): ApexList =>
  new ApexList(elementOf(type), [...iterate(required(values))]);

function sort(list: ApexList, comparator: Comparator | null): void {
  const order = comparator
    ? (left: unknown, right: unknown): number => comparator.compare$2(left, right) ?? 0
    : compareValues;
  list.reorder([...list.items].sort(order));
}

function deepClone(
  list: ApexList,
  preserveId = false,
  preserveTimestamps = false,
  preserveAutonumber = false
): ApexList {
  return new ApexList(
    list.elementType,
    list.items.map((item) =>
      item instanceof SObjectRecord
        ? cloneRecord(item, {
            preserveId,
            deep: true,
            preserveReadonlyTimestamps: preserveTimestamps,
            preserveAutonumber
          })
        : item
    )
  );
}

export default definePlatformType({
  name: 'System.List<T>',
  source: apexReference('apex_methods_system_list'),
  implements: ['Iterable<T>'],
  constructors: {
    '()': (type: ApexType) => new ApexList(elementOf(type)),
    '(Integer)': (size: number | null, type: ApexType) =>
      new ApexList(elementOf(type), Array<unknown>(required(size)).fill(null)),
    '(List<T>)': copyInto,
    '(Set<T>)': copyInto,
    '(Iterable<T>)': copyInto
  },
  methods: {
    'void add(T)': (self: ApexList, value: unknown) => self.add(value),
    'void add(Integer, T)': (self: ApexList, index: number | null, value: unknown) => self.insert(index, value),
    'void addAll(List<T>)': (self: ApexList, values: ApexList | null) => self.addAll(required(values)),
    'void addAll(Set<T>)': (self: ApexList, values: ApexSet | null) => self.addAll(required(values)),
    'void addAll(Iterable<T>)': (self: ApexList, values: unknown) => self.addAll([...iterate(required(values))]),
    'void clear()': (self: ApexList) => self.clear(),
    'List<T> clone()': (self: ApexList) => self.copy(),
    'Boolean contains(T)': (self: ApexList, value: unknown) => self.indexOf(value) >= 0,
    'List<T> deepClone()': deepClone,
    'List<T> deepClone(Boolean)': deepClone,
    'List<T> deepClone(Boolean, Boolean)': deepClone,
    'List<T> deepClone(Boolean, Boolean, Boolean)': deepClone,
    'Boolean equals(List<T>)': equalsDeep,
    'Boolean equals(Object)': equalsDeep,
    'T get(Integer)': (self: ApexList, index: number | null) => self.get(index),
    'Schema.SObjectType getSObjectType()': (self: ApexList) =>
      self.elementType.kind === 'sobject' && self.elementType !== SOBJECT
        ? sobjectTypeToken(self.elementType.name)
        : null,
    'Integer hashCode()': hashOf,
    'Integer indexOf(T)': (self: ApexList, value: unknown) => self.indexOf(value),
    'Boolean isEmpty()': (self: ApexList) => self.items.length === 0,
    'Iterator<T> iterator()': (self: ApexList) => new CollectionIterator(self.elementType, self),
    'T remove(Integer)': (self: ApexList, index: number | null) => self.remove(index),
    'void set(Integer, T)': (self: ApexList, index: number | null, value: unknown) => self.set(index, value),
    'Integer size()': (self: ApexList) => self.items.length,
    'void sort()': (self: ApexList) => sort(self, null),
    'void sort(Comparator<T>)': (self: ApexList, comparator: Comparator | null) => sort(self, required(comparator)),
    'String toString()': textOf
  }
});
