import type { Decimal } from '../../values/decimal.js';
import { Location } from '../../values/location.js';
import { definePlatformType } from '../define.js';
import { illegalArgument, required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const EARTH_RADIUS = { km: 6371.0088, mi: 3958.7613 } as const;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance by the haversine formula. @param unit `mi` or `km`. */
function distance(from: Location | null, to: Location | null, unit: string | null): number {
  const [a, b] = [required(from), required(to, 2)];
  const radius = EARTH_RADIUS[required(unit, 3).toLowerCase() as keyof typeof EARTH_RADIUS];
  if (radius === undefined) throw illegalArgument(`Invalid unit: ${unit}`);
  const [latitudeA, latitudeB] = [radians(required(a.latitude)), radians(required(b.latitude))];
  const half =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) *
      Math.cos(latitudeB) *
      Math.sin(radians(required(b.longitude) - required(a.longitude)) / 2) ** 2;
  return 2 * radius * Math.asin(Math.sqrt(half));
}

export default definePlatformType({
  name: 'System.Location',
  source: apexReference('apex_class_System_Location'),
  statics: {
    'Double getDistance(System.Location, System.Location, String)': distance,
    'System.Location newInstance(Decimal, Decimal)': (latitude: Decimal | null, longitude: Decimal | null) =>
      new Location(required(latitude).doubleValue(), required(longitude, 2).doubleValue())
  },
  properties: {
    'Double latitude': { get: (self: Location) => self.latitude },
    'Double longitude': { get: (self: Location) => self.longitude }
  },
  methods: {
    'Double getDistance(System.Location, String)': distance,
    'Double getLatitude()': (self: Location) => self.latitude,
    'Double getLongitude()': (self: Location) => self.longitude
  }
});
