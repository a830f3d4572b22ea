import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'Version');

/** A version of a managed package. */
export class Version extends PlatformObject {
  constructor(
    readonly major: number,
    readonly minor: number,
    readonly patch: number | null
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return this.patch === null ? `${this.major}.${this.minor}` : `${this.major}.${this.minor}.${this.patch}`;
  }

  compareTo(other: Version): number {
    return (
      Math.sign(this.major - other.major) ||
      Math.sign(this.minor - other.minor) ||
      Math.sign((this.patch ?? 0) - (other.patch ?? 0))
    );
  }
}

export default definePlatformType({
  name: 'System.Version',
  source: apexReference('apex_class_System_Version'),
  constructors: {
    '(Integer, Integer)': (major: number, minor: number) => new Version(required(major), required(minor, 2), null),
    '(Integer, Integer, Integer)': (major: number, minor: number, patch: number) =>
      new Version(required(major), required(minor, 2), required(patch, 3))
  },
  methods: {
    'Integer compareTo(System.Version)': (self: Version, other: Version | null) => self.compareTo(required(other)),
    'Integer major()': (self: Version) => self.major,
    'Integer minor()': (self: Version) => self.minor,
    'Integer patch()': (self: Version) => self.patch
  }
});
