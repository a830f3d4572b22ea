import type { Address } from '../../values/address.js';
import { definePlatformType } from '../define.js';
import { fact as anyFact, factMethods, factProperties } from '../support/describe.js';
import { apexReference } from '../support/reference.js';

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
