import { PlatformObject } from './object.js';
import { platformType } from './type.js';

/** Parts of a compound address field. */
export interface AddressParts {
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly stateCode: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly countryCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly geocodeAccuracy: string | null;
}

/** System.Address: the value of a compound address field. */
export class Address extends PlatformObject {
  constructor(readonly parts: AddressParts) {
    super();
  }

  override get apexType() {
    return platformType('System', 'Address');
  }
}
