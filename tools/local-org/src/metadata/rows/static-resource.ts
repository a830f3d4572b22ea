import { textOf } from '../xml/element.js';
import type { RowHandler } from './handler.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_staticresource.htm */
export const staticResource: RowHandler = {
  type: 'StaticResource',
  elements: {
    type: 'StaticResource',
    used: ['fullName', 'cacheControl', 'contentType'],
    cosmetic: ['description']
  },
  validate: ({ xml }) => (xml && textOf(xml, 'contentType') ? [] : ['Required field is missing: contentType']),
  apply: ({ component: { fullName, xml, files }, stored }, rows) => {
    const content = files.find(({ path }) => !path.endsWith('-meta.xml'))?.content ?? new Uint8Array();
    return rows.put('StaticResource', stored?.id ?? null, {
      Name: fullName,
      ContentType: xml && textOf(xml, 'contentType'),
      CacheControl: (xml && textOf(xml, 'cacheControl')) ?? 'Private',
      Description: xml && textOf(xml, 'description'),
      Body: `\\x${Buffer.from(content).toString('hex')}`
    });
  },
  remove: (stored, rows) => rows.delete('StaticResource', 'Id', stored.id)
};
