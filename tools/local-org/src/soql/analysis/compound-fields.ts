import type { FieldDefinition, ObjectDefinition } from '../../schema/definitions.js';

/** Parts of an address, by the name that System.Address gives them. */
const ADDRESS_PARTS = [
  'Street',
  'City',
  'State',
  'StateCode',
  'PostalCode',
  'Country',
  'CountryCode',
  'Latitude',
  'Longitude',
  'GeocodeAccuracy'
];

export const isCompound = (field: FieldDefinition): boolean => field.type === 'address' || field.type === 'location';

/**
 * Fields that a compound field is made of, by part in lower case: BillingAddress of BillingStreet, BillingCity …,
 * Place__c of Place__Latitude__s and Place__Longitude__s. Parts that the org has not (state codes) are left out.
 */
export function partsOf(field: FieldDefinition, object: ObjectDefinition): Map<string, FieldDefinition> {
  const names = field.type === 'address' ? ADDRESS_PARTS : ['Latitude', 'Longitude'];
  const parts = new Map<string, FieldDefinition>();
  for (const name of names) {
    const part = object.fields[partName(field, name).toLowerCase()];
    if (part) parts.set(name.toLowerCase(), part);
  }
  return parts;
}

function partName(field: FieldDefinition, part: string): string {
  if (field.custom) return `${field.name.replace(/__c$/i, '')}__${part}__s`;
  return field.type === 'address' ? `${field.name.replace(/Address$/, '')}${part}` : part;
}
