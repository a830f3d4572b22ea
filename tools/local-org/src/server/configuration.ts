import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ConnectedApp } from '../api/oauth/connected-apps.js';
import type { CalloutConfiguration, CredentialTarget } from '../platform/callouts/protocol.js';

/** Where a project keeps the settings of its local org. */
export const CONFIGURATION_FILE = join('config', 'local-org.json');

/** What the file says, read and checked. */
export interface Configuration {
  readonly connectedApps: readonly ConnectedApp[];
  readonly callouts: CalloutConfiguration;
}

const NOTHING: Configuration = { connectedApps: [], callouts: { credentials: {}, allowedHosts: [] } };
const MEMBERS = ['$schema', 'connectedApps', 'namedCredentials', 'allowedHosts'];

/**
 * Reads the file. Secrets are not in it: it names environment variables, and paths of certificates relative to itself.
 *
 *   { "connectedApps": { "CONSUMER_KEY": { "certificates": ["ci.crt"], "secretVariable": "APP_SECRET" } },
 *     "namedCredentials": { "Fulfillment": { "url": "http://127.0.0.1:9000", "headerVariables": { "X-Key": "REMOTE_KEY" } } },
 *     "allowedHosts": ["api.example.com"] }
 *
 * @param path null: `config/local-org.json`, which need not exist.
 * @throws Error that names file and member.
 */
export async function readConfiguration(path: string | null): Promise<Configuration> {
  const file = resolve(path ?? CONFIGURATION_FILE);
  if (!existsSync(file)) {
    if (path === null) return NOTHING;
    throw new Error(`There is no configuration ${file}.`);
  }
  return new Reader(file).read(parse(file, await readFile(file, 'utf8')));
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
}

class Reader {
  constructor(private readonly file: string) {}

  async read(value: unknown): Promise<Configuration> {
    const all = this.object(value, 'the whole');
    for (const name of Object.keys(all)) {
      if (!MEMBERS.includes(name)) this.refuse(name, `is unknown; there are ${MEMBERS.slice(1).join(', ')}`);
    }
    const apps = Object.entries(this.object(all.connectedApps ?? {}, 'connectedApps'));
    const credentials = Object.entries(this.object(all.namedCredentials ?? {}, 'namedCredentials'));
    return {
      connectedApps: await Promise.all(apps.map(([clientId, app]) => this.app(clientId, app))),
      callouts: {
        credentials: Object.fromEntries(
          credentials.map(([name, target]) => [name.toLowerCase(), this.target(name, target)])
        ),
        allowedHosts: this.texts(all.allowedHosts ?? [], 'allowedHosts')
      }
    };
  }

  private async app(clientId: string, value: unknown): Promise<ConnectedApp> {
    const where = `connectedApps.${clientId}`;
    const { certificates = [], secretVariable } = this.object(value, where);
    const paths = this.texts(certificates, `${where}.certificates`);
    return {
      clientId,
      keys: await Promise.all(paths.map((path) => this.key(path, where))),
      secret: secretVariable === undefined ? null : this.variable(secretVariable, `${where}.secretVariable`)
    };
  }

  private async key(path: string, where: string): Promise<KeyObject> {
    const full = resolve(dirname(this.file), path);
    try {
      return publicKey(await readFile(full));
    } catch (error) {
      return this.refuse(`${where}.certificates`, `names ${full}: ${(error as Error).message}`);
    }
  }

  private target(name: string, value: unknown): CredentialTarget {
    const where = `namedCredentials.${name}`;
    const { url, headerVariables = {} } = this.object(value, where);
    if (typeof url !== 'string' || !URL.canParse(url)) return this.refuse(`${where}.url`, 'must be an address');
    const headers = Object.entries(this.object(headerVariables, `${where}.headerVariables`));
    return {
      url,
      headers: Object.fromEntries(
        headers.map(([header, variable]) => [header, this.variable(variable, `${where}.headerVariables.${header}`)])
      )
    };
  }

  private variable(name: unknown, where: string): string {
    if (typeof name !== 'string') return this.refuse(where, 'must be the name of an environment variable');
    const value = process.env[name];
    return value || this.refuse(where, `names the environment variable ${name}, which is not set`);
  }

  private texts(value: unknown, where: string): string[] {
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    return this.refuse(where, 'must be a list of texts');
  }

  private object(value: unknown, where: string): Record<string, unknown> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return this.refuse(where, 'must be an object');
  }

  private refuse(where: string, problem: string): never {
    throw new Error(`${this.file}: ${where} ${problem}.`);
  }
}

/** @param pem a certificate, or a public key. @throws Error for anything else, a private key above all. */
export function publicKey(pem: Buffer | string): KeyObject {
  const text = pem.toString();
  if (text.includes('PRIVATE KEY')) throw new Error('this is a private key; give the certificate or the public key');
  return text.includes('BEGIN CERTIFICATE') ? new X509Certificate(text).publicKey : createPublicKey(text);
}

/** @param text `KEY=FILE`, as on the command line; the file relative to the working directory. @throws Error */
export async function readConnectedApp(text: string): Promise<ConnectedApp> {
  const [, clientId, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (clientId === undefined || path === undefined) {
    throw new Error(`--connected-app needs KEY=CERTIFICATE, not '${text}'.`);
  }
  try {
    return { clientId, keys: [publicKey(await readFile(path))], secret: null };
  } catch (error) {
    throw new Error(`--connected-app ${clientId}: ${path}: ${(error as Error).message}`, { cause: error });
  }
}
