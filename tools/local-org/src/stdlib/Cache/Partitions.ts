import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ApexSet } from '../../values/collections.js';
import type { TypeValue } from '../../values/type-value.js';
import { definePlatformType, type Implementation, type PlatformTypeDefinition } from '../define.js';
import { required } from '../support/arguments.js';
import { CachePartition } from '../support/cache-partition.js';
import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';

const VISIBILITY = 'Cache.Visibility';
/** 48 hours and 8 hours: https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_cache_Org.htm */
const MAX_TTL_SECS = { Org: 172_800, Session: 28_800 } as const;

const builderOf = (type: TypeValue | null): object =>
  currentTransaction().code.type(required(type).of.name)!.newInstance();

/** The members, written over a way to find the partition: the receiver, or the default one of Cache.Org and Cache.Session. */
function members(
  find: (args: unknown[]) => { partition: CachePartition; args: unknown[] }
): Record<string, Implementation> {
  const on =
    (run: (partition: CachePartition, ...args: never[]) => unknown): Implementation =>
    (...given: unknown[]) => {
      const { partition, args } = find(given);
      return run(partition, ...(args as never[]));
    };
  const put = on((partition, key: string | null, value: unknown) => partition.put(key, value));
  const zero = (): bigint => 0n;
  return {
    'Boolean contains(String)': on((partition, key: string | null) => partition.contains(key)),
    'Map<String, Boolean> contains(Set<String>)': on((partition, keys: ApexSet | null) => partition.containsAll(keys)),
    'Object get(String)': on((partition, key: string | null) => partition.get(key)),
    'Object get(System.Type, String)': on((partition, type: TypeValue | null, key: string | null) =>
      partition.load(builderOf(type), required(key, 2))
    ),
    'Map<String, Object> get(Set<String>)': on((partition, keys: ApexSet | null) => partition.getAll(keys)),
    'Set<String> getKeys()': on((partition) => partition.keys()),
    'Long getNumKeys()': on((partition) => partition.count),
    'String getName()': on((partition) => partition.name),
    'Double getCapacity()': () => 0,
    'Double getMissRate()': () => 0,
    'Long getAvgGetTime()': zero,
    'Long getAvgValueSize()': zero,
    'Long getMaxGetTime()': zero,
    'Long getMaxValueSize()': zero,
    'Boolean isAvailable()': () => true,
    'void put(String, Object)': put,
    [`void put(String, Object, ${VISIBILITY})`]: put,
    'void put(String, Object, Integer)': put,
    [`void put(String, Object, Integer, ${VISIBILITY}, Boolean)`]: put,
    'Boolean remove(String)': on((partition, key: string | null) => partition.remove(key)),
    'Boolean remove(System.Type, String)': on((partition, _type: TypeValue, key: string | null) =>
      partition.remove(key)
    )
  };
}

const ofReceiver = members(([self, ...args]) => ({ partition: self as CachePartition, args }));

const cache = (kind: 'Org' | 'Session'): PlatformTypeDefinition => ({
  name: `Cache.${kind}`,
  source: apexReference(`apex_class_cache_${kind}`),
  staticProperties: { 'Integer MAX_TTL_SECS': { get: () => MAX_TTL_SECS[kind] } },
  statics: {
    ...members((args) => ({ partition: new CachePartition(kind, 'default'), args })),
    [`Cache.${kind}Partition getPartition(String)`]: (name: string | null) => new CachePartition(kind, required(name))
  }
});

const partition = (kind: 'Org' | 'Session'): PlatformTypeDefinition => ({
  name: `Cache.${kind}Partition`,
  source: apexReference(`apex_class_cache_${kind}Partition`),
  extends: 'Cache.Partition',
  constructors: { '(String)': (name: string | null) => new CachePartition(kind, required(name)) }
});

export default [
  defineEnum('Cache', 'Visibility', apexReference('apex_enum_Cache_Visibility'), ['ALL', 'NAMESPACE']),
  definePlatformType(cache('Org')),
  definePlatformType(cache('Session')),
  definePlatformType({
    name: 'Cache.Partition',
    source: apexReference('apex_class_cache_Partition'),
    methods: ofReceiver,
    statics: {
      'String createFullyQualifiedKey(String, String, String)': (namespace: string, name: string, key: string) =>
        `${required(namespace)}.${required(name, 2)}.${required(key, 3)}`,
      'String createFullyQualifiedPartition(String, String)': (namespace: string, name: string) =>
        `${required(namespace)}.${required(name, 2)}`
    }
  }),
  definePlatformType(partition('Org')),
  definePlatformType(partition('Session')),
  definePlatformType({
    name: 'Cache.CacheBuilder',
    kind: 'interface',
    source: apexReference('apex_interface_cache_CacheBuilder'),
    abstracts: ['Object doLoad(String)']
  })
];
