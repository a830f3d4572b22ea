import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { fact as anyFact, factMethods, factProperties } from '../support/describe.js';
import { apexReference } from '../support/reference.js';

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

export class Address extends PlatformObject {
  constructor(readonly parts: AddressParts) {
    super();
  }

  override get apexType() {
    return platformType('System', 'Address');
  }
}

const fact = anyFact<Address>;

const FACTS = [
  fact('String', 'city', 'getCity', (self) => self.parts.city),
  fact('String', 'country', 'getCountry', (self) => self.parts.country),
  fact('String', 'countryCode', 'getCountryCode', (self) => self.parts.countryCode),
  fact('String', 'geocodeAccuracy', 'getGeocodeAccuracy', (self) => self.parts.geocodeAccuracy),
  fact('Double', 'latitude', 'getLatitude', (self) => self.parts.latitude),
  fact('Double', 'longitude', 'getLongitude', (self) => self.parts.longitude),
  fact('String', 'postalCode', 'getPostalCode', (self) => self.parts.postalCode),
  fact('String', 'state', 'getState', (self) => self.parts.state),
  fact('String', 'stateCode', 'getStateCode', (self) => self.parts.stateCode),
  fact('String', 'street', 'getStreet', (self) => self.parts.street)
];

export default definePlatformType({
  name: 'System.Address',
  source: apexReference('apex_class_System_Address'),
  properties: factProperties(FACTS),
  methods: factMethods(FACTS)
});
