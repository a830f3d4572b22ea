import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'Cookie');

export class Cookie extends PlatformObject {
  constructor(
    readonly name: string | null,
    readonly value: string | null,
    readonly path: string | null,
    readonly maxAge: number | null,
    readonly secure: boolean | null,
    readonly sameSite: string | null,
    readonly httpOnly: boolean | null
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }
}

const make = (
  name: string | null,
  value: string | null,
  path: string | null,
  maxAge: number | null,
  secure: boolean | null,
  sameSite: string | null = null,
  httpOnly: boolean | null = false
): Cookie => new Cookie(name, value, path, maxAge, secure, sameSite, httpOnly);

export default definePlatformType({
  name: 'System.Cookie',
  source: apexReference('apex_classes_sites_cookie'),
  constructors: {
    '(String, String, String, Integer, Boolean)': make,
    '(String, String, String, Integer, Boolean, String)': make,
    '(String, String, String, Integer, Boolean, String, Boolean)': make
  },
  methods: {
    'String getDomain()': () => null,
    'Integer getMaxAge()': (self: Cookie) => self.maxAge,
    'String getName()': (self: Cookie) => self.name,
    'String getPath()': (self: Cookie) => self.path,
    'String getSameSite()': (self: Cookie) => self.sameSite,
    'String getValue()': (self: Cookie) => self.value,
    'Boolean isSecure()': (self: Cookie) => self.secure,
    'Boolean isHttpOnly()': (self: Cookie) => self.httpOnly
  }
});
