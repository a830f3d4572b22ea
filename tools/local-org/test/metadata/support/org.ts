import { zipSync } from 'fflate';
import { openCluster, type Cluster } from '../../../src/database/cluster.js';
import { Database, openConnection } from '../../../src/database/database.js';
import type { BlockingConnection } from '../../../src/database/sync-connection.js';
import {
  DEFAULT_OPTIONS,
  deploy,
  loadOrg,
  readArchive,
  type DeployOptions,
  type DeployResult
} from '../../../src/metadata/index.js';
import { IdAllocator } from '../../../src/schema/org/id-allocator.js';
import { initialiseOrg, type OrgIdentity } from '../../../src/schema/org/initialise.js';
import { loadStandardLibrary } from '../../../src/stdlib/index.js';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** A zip of text files. */
export const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, text(content)])));

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE =
  'xmlns="http://soap.sforce.com/2006/04/metadata" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** A metadata file. */
export const metadata = (type: string, body: string): string => `${XML}<${type} ${NAMESPACE}>${body}</${type}>`;

/** package.xml and destructive manifests: full names by type. */
export const manifest = (types: Readonly<Record<string, readonly string[]>>): string =>
  metadata(
    'Package',
    Object.entries(types)
      .map(
        ([name, members]) =>
          `<types>${members.map((member) => `<members>${member}</members>`).join('')}<name>${name}</name></types>`
      )
      .join('') + '<version>68.0</version>'
  );

export const classFiles = (name: string, source: string): Record<string, string> => ({
  [`classes/${name}.cls`]: source,
  [`classes/${name}.cls-meta.xml`]: metadata('ApexClass', '<apiVersion>68.0</apiVersion><status>Active</status>')
});

/** An org of its own in a throw-away cluster. */
export class TestOrg {
  private constructor(
    private readonly cluster: Cluster,
    private readonly database: Database,
    readonly db: BlockingConnection,
    readonly identity: OrgIdentity,
    private readonly ids: IdAllocator
  ) {}

  static async start(): Promise<TestOrg> {
    await loadStandardLibrary();
    const cluster = await openCluster({});
    await cluster.createDatabase('org');
    const database = await Database.start(cluster.address('org'));
    const db = openConnection(database.ticket(1));
    db.defer('BEGIN');
    const identity = initialiseOrg(db, { now: Date.UTC(2026, 0, 2, 3, 4, 5) });
    db.defer('COMMIT');
    db.flush();
    return new TestOrg(cluster, database, db, identity, new IdAllocator(db));
  }

  async stop(): Promise<void> {
    await this.database.stop();
    await this.cluster.stop();
  }

  /** Deploys a zip of the given files, and commits when the outcome says so. */
  deploy(files: Readonly<Record<string, string>>, options: Partial<DeployOptions> = {}): DeployResult {
    const content = readArchive(zipOf(files), true);
    const before = loadOrg(this.db);
    this.db.defer('BEGIN');
    try {
      const outcome = deploy(
        { id: '0Af000000000001AAA', package: content, options: { ...DEFAULT_OPTIONS, ...options } },
        {
          db: this.db,
          schema: before.schema,
          units: before.units,
          userId: this.identity.adminUserId,
          userName: 'admin',
          orgId: this.identity.orgId,
          now: () => Date.UTC(2026, 0, 2, 3, 4, 6),
          newId: (prefix) => this.ids.newId(prefix),
          runTests: null
        }
      );
      this.db.defer(outcome.commit ? 'COMMIT' : 'ROLLBACK');
      this.db.flush();
      return outcome.result;
    } catch (error) {
      this.db.discard();
      this.db.defer('ROLLBACK');
      this.db.flush();
      throw error;
    }
  }

  rows(sql: string, parameters: readonly string[] = []): unknown[][] {
    return this.db.query(sql, parameters).rows.map((row) => [...row]);
  }
}

/** Problems of a result as `Type Name: text`. */
export const problems = (result: DeployResult): string[] =>
  result.details.componentFailures.map((failure) => `${failure.componentType} ${failure.fullName}: ${failure.problem}`);
