import { isCompound, partsOf } from '../soql/analysis/compound-fields.js';
import type { ObjectDefinition } from '../schema/definitions.js';

/** Parts of a person's name go with the name, which is never hidden. */
const NAME_PARTS = new Set(['salutation', 'firstname', 'middlename', 'lastname', 'suffix']);

const cache = new WeakMap<ObjectDefinition, ReadonlyMap<string, string>>();

/** The compound field whose rights a part follows: `shippingstreet` → `ShippingAddress`; null for a field of its own. */
export function compoundOf(object: ObjectDefinition, field: string): string | null {
  let parts = cache.get(object);
  if (!parts) cache.set(object, (parts = indexParts(object)));
  return parts.get(field.toLowerCase()) ?? null;
}

function indexParts(object: ObjectDefinition): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const field of Object.values(object.fields)) {
    if (!isCompound(field)) continue;
    for (const part of partsOf(field, object).values()) index.set(part.name.toLowerCase(), field.name);
  }
  if (object.fields['name'] && object.fields['firstname'] && object.fields['lastname']) {
    for (const part of NAME_PARTS) if (object.fields[part]) index.set(part, 'Name');
  }
  return index;
}
