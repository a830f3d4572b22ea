import { randomUUID } from 'node:crypto';
import { stringHash } from '../../values/hash.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { illegalArgument, required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'UUID');

export class Uuid extends PlatformObject {
  constructor(readonly text: string) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return this.text;
  }

  override apexEquals(other: unknown): boolean {
    return other instanceof Uuid && other.text === this.text;
  }

  override apexHash(): number {
    return stringHash(this.text);
  }
}

export default definePlatformType({
  name: 'System.UUID',
  source: apexReference('apex_class_System_UUID'),
  statics: {
    'System.UUID fromString(String)': (text: string | null) => {
      if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(required(text))) {
        throw illegalArgument(`Invalid UUID string: ${text}`);
      }
      return new Uuid(text!.toLowerCase());
    },
    'System.UUID randomUUID()': () => new Uuid(randomUUID())
  },
  methods: {
    'Boolean equals(Object)': (self: Uuid, other: unknown) => self.apexEquals(other),
    'Integer hashCode()': (self: Uuid) => self.apexHash(),
    'String toString()': (self: Uuid) => self.text
  }
});
