import { DatetimeValue } from '../../values/datetime.js';
import { zoneOffset } from '../../values/zone.js';

/** The time as the zone's clocks show it, carried as if it were UTC. */
export const inZone = (value: DatetimeValue, zone: string): DatetimeValue =>
  new DatetimeValue(value.ms + zoneOffset(zone, value.ms));

/** `yyyy-MM-dd HH:mm:ss` on the zone's clocks. */
export const localText = (value: DatetimeValue, zone: string): string => inZone(value, zone).toString();
