import { ApexSet, type ApexList } from '../../values/collections.js';
import { equalsDeep } from '../../values/equality.js';
import { hashOf } from '../../values/hash.js';
import { textOf } from '../../values/text.js';
import type { ApexType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { iterate } from '../support/iterate.js';
import { CollectionIterator } from '../../values/collection-iterator.js';
import { apexReference } from '../support/reference.js';

type Values = ApexList | ApexSet;

const copyInto = (values: unknown, type: ApexType): ApexSet => new ApexSet(type.args[0]!, iterate(required(values)));

const containsAll = (self: ApexSet, values: Values | null): boolean =>
  [...required(values)].every((value) => self.has(value));

function removeAll(self: ApexSet, values: Values | null): boolean {
  let changed = false;
  for (const value of [...required(values)]) changed = self.remove(value) || changed;
  return changed;
}

function retainAll(self: ApexSet, values: Values | null): boolean {
  const kept = new ApexSet(self.elementType, required(values));
  let changed = false;
  for (const value of [...self]) if (!kept.has(value)) changed = self.remove(value) || changed;
  return changed;
}

const addAll = (self: ApexSet, values: Values | null): boolean => self.addAll(required(values));

export default definePlatformType({
  name: 'System.Set<T>',
  source: apexReference('apex_methods_system_set'),
  implements: ['Iterable<T>'],
  constructors: {
    '()': (type: ApexType) => new ApexSet(type.args[0]!),
    '(Integer)': (_capacity: number, type: ApexType) => new ApexSet(type.args[0]!),
    '(Set<T>)': copyInto,
    '(List<T>)': copyInto,
    '(Iterable<T>)': copyInto
  },
  methods: {
    'Boolean add(T)': (self: ApexSet, value: unknown) => self.add(value),
    'Boolean addAll(List<T>)': addAll,
    'Boolean addAll(Set<T>)': addAll,
    'Boolean addAll(Iterable<T>)': (self: ApexSet, values: unknown) => self.addAll([...iterate(required(values))]),
    'void clear()': (self: ApexSet) => self.clear(),
    'Set<T> clone()': (self: ApexSet) => self.copy(),
    'Boolean contains(T)': (self: ApexSet, value: unknown) => self.has(value),
    'Boolean containsAll(List<T>)': containsAll,
    'Boolean containsAll(Set<T>)': containsAll,
    'Boolean equals(Set<T>)': equalsDeep,
    'Boolean equals(Object)': equalsDeep,
    'Integer hashCode()': hashOf,
    'Boolean isEmpty()': (self: ApexSet) => self.size === 0,
    'Iterator<T> iterator()': (self: ApexSet) => new CollectionIterator(self.elementType, self),
    'Boolean remove(T)': (self: ApexSet, value: unknown) => self.remove(value),
    'Boolean removeAll(List<T>)': removeAll,
    'Boolean removeAll(Set<T>)': removeAll,
    'Boolean retainAll(List<T>)': retainAll,
    'Boolean retainAll(Set<T>)': retainAll,
    'Integer size()': (self: ApexSet) => self.size,
    'String toString()': textOf
  }
});
