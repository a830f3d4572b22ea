import { currentTransaction } from '../../apex/runtime/transaction.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'URL');
const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ftp: 21 };

/** A java.net.URL: the parts are kept as they were written. */
class ApexUrl extends PlatformObject {
  /** @param port -1 when none is written. */
  constructor(
    readonly protocol: string,
    readonly userInfo: string | null,
    readonly host: string,
    readonly port: number,
    readonly path: string,
    readonly query: string | null,
    readonly ref: string | null
  ) {
    super();
  }

  /** @throws PlatformError System.StringException for a text that is no address. */
  static parse(text: string): ApexUrl {
    const match =
      /^([a-zA-Z][\w+.-]*):(?:\/\/(?:([^@/?#]*)@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d*))?)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(
        text.trim()
      );
    if (!match) throw new PlatformError('System.StringException', `no protocol: ${text}`);
    const [, protocol, user, host, port, path, query, ref] = match;
    if (!Object.hasOwn(DEFAULT_PORTS, protocol!.toLowerCase())) {
      throw new PlatformError('System.StringException', `unknown protocol: ${protocol}`);
    }
    return new ApexUrl(
      protocol!.toLowerCase(),
      user ?? null,
      host ?? '',
      port ? Number(port) : -1,
      path!,
      query ?? null,
      ref ?? null
    );
  }

  override get apexType() {
    return TYPE;
  }

  get authority(): string {
    return `${this.userInfo === null ? '' : `${this.userInfo}@`}${this.host}${this.port < 0 ? '' : `:${this.port}`}`;
  }

  get file(): string {
    return this.query === null ? this.path : `${this.path}?${this.query}`;
  }

  get text(): string {
    return `${this.protocol}://${this.authority}${this.file}${this.ref === null ? '' : `#${this.ref}`}`;
  }

  override apexText(): string {
    return `System.URL[delegate=${this.text}]`;
  }

  override apexEquals(other: unknown): boolean {
    return other instanceof ApexUrl && other.text === this.text;
  }

  override apexHash(): number {
    return this.text.length;
  }

  sameFile(other: ApexUrl): boolean {
    const port = (url: ApexUrl): number => (url.port < 0 ? (DEFAULT_PORTS[url.protocol] ?? -1) : url.port);
    return (
      this.protocol === other.protocol &&
      this.host.toLowerCase() === other.host.toLowerCase() &&
      port(this) === port(other) &&
      this.file === other.file
    );
  }
}

/** Address of the org as the platform layer knows it. */
const orgUrl = (): ApexUrl =>
  ApexUrl.parse(
    (currentTransaction().state.get('orgUrl') as string | undefined) ?? 'https://local-org.my.salesforce.com'
  );

/** A second address relative to a first one. */
function relative(context: ApexUrl | null, spec: string | null): ApexUrl {
  try {
    return ApexUrl.parse(new globalThis.URL(required(spec, 2), required(context).text).href);
  } catch {
    throw new PlatformError('System.StringException', `no protocol: ${spec}`);
  }
}

const parts = (protocol: string | null, host: string | null, port: number, file: string | null): ApexUrl =>
  ApexUrl.parse(`${required(protocol)}://${required(host, 2)}${port < 0 ? '' : `:${port}`}${required(file, 4)}`);

export default definePlatformType({
  name: 'System.URL',
  source: apexReference('apex_methods_system_url'),
  constructors: {
    '(String)': (text: string | null) => ApexUrl.parse(required(text)),
    '(System.URL, String)': relative,
    '(String, String, String)': (protocol: string | null, host: string | null, file: string | null) =>
      parts(protocol, host, -1, file),
    '(String, String, Integer, String)': (
      protocol: string | null,
      host: string | null,
      port: number | null,
      file: string | null
    ) => parts(protocol, host, required(port, 3), file)
  },
  statics: {
    'System.URL getCurrentRequestUrl()': () => {
      const request = currentTransaction().state.get('requestUrl') as string | undefined;
      return request === undefined ? orgUrl() : ApexUrl.parse(request);
    },
    'System.URL getOrgDomainUrl()': orgUrl,
    'System.URL getSalesforceBaseUrl()': orgUrl
  },
  methods: {
    'String getAuthority()': (self: ApexUrl) => self.authority,
    'Integer getDefaultPort()': (self: ApexUrl) => DEFAULT_PORTS[self.protocol] ?? -1,
    'String getFile()': (self: ApexUrl) => self.file,
    'String getHost()': (self: ApexUrl) => self.host,
    'String getPath()': (self: ApexUrl) => self.path,
    'Integer getPort()': (self: ApexUrl) => self.port,
    'String getProtocol()': (self: ApexUrl) => self.protocol,
    'String getQuery()': (self: ApexUrl) => self.query,
    'String getRef()': (self: ApexUrl) => self.ref,
    'String getUserInfo()': (self: ApexUrl) => self.userInfo,
    'Boolean sameFile(System.URL)': (self: ApexUrl, other: ApexUrl | null) => self.sameFile(required(other)),
    'String toExternalForm()': (self: ApexUrl) => self.text,
    'String toString()': (self: ApexUrl) => self.apexText()
  }
});
