import { Address } from '../../values/address.js';
import { Decimal } from '../../values/decimal.js';
import { Location } from '../../values/location.js';

/** @param parts values of the parts by name in lower case. @returns null when none has one. */
export function addressOf(parts: ReadonlyMap<string, unknown>): Address | null {
  if (isEmpty(parts)) return null;
  const text = (name: string): string | null => (parts.get(name) as string | null | undefined) ?? null;
  return new Address({
    street: text('street'),
    city: text('city'),
    state: text('state'),
    stateCode: text('statecode'),
    postalCode: text('postalcode'),
    country: text('country'),
    countryCode: text('countrycode'),
    latitude: degrees(parts.get('latitude')),
    longitude: degrees(parts.get('longitude')),
    geocodeAccuracy: text('geocodeaccuracy')
  });
}

export function locationOf(parts: ReadonlyMap<string, unknown>): Location | null {
  return isEmpty(parts) ? null : new Location(degrees(parts.get('latitude')), degrees(parts.get('longitude')));
}

const isEmpty = (parts: ReadonlyMap<string, unknown>): boolean => [...parts.values()].every((value) => value === null);

const degrees = (value: unknown): number | null => (value instanceof Decimal ? value.doubleValue() : null);
