import { flagOf, textOf } from '../xml/element.js';
import type { RowHandler } from './handler.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_platformcachepartition.htm */
export const cachePartition: RowHandler = {
  type: 'PlatformCachePartition',
  elements: {
    type: 'PlatformCachePartition',
    used: ['fullName', 'masterLabel', 'isDefaultPartition', 'platformCachePartitionTypes'],
    cosmetic: ['description']
  },
  apply: ({ component: { fullName, xml }, stored }, rows) =>
    rows.put('PlatformCachePartition', stored?.id ?? null, {
      DeveloperName: fullName,
      MasterLabel: (xml && textOf(xml, 'masterLabel')) ?? fullName,
      Description: xml && textOf(xml, 'description'),
      IsDefaultPartition: xml !== null && flagOf(xml, 'isDefaultPartition')
    }),
  remove: (stored, rows) => rows.delete('PlatformCachePartition', 'Id', stored.id)
};
