import { PlatformObject } from './object.js';
import { platformType } from './type.js';

const TYPE = platformType('System', 'Location');

/** A point on the earth, in degrees. */
export class Location extends PlatformObject {
  constructor(
    readonly latitude: number | null,
    readonly longitude: number | null
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return `API Location: [${this.latitude}, ${this.longitude}]`;
  }

  override apexEquals(other: unknown): boolean {
    return other instanceof Location && other.latitude === this.latitude && other.longitude === this.longitude;
  }

  override apexHash(): number {
    return ((this.latitude ?? 0) * 31 + (this.longitude ?? 0)) | 0;
  }
}
