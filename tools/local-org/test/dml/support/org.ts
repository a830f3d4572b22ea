import { openCluster, type Cluster } from '../../../src/database/cluster.js';
import { Database, openConnection } from '../../../src/database/database.js';
import type { SyncConnection } from '../../../src/database/connection.js';
import { createTable } from '../../../src/schema/ddl/tables.js';
import type { ObjectDefinition, OrgSchema } from '../../../src/schema/definitions.js';
import type { AccessRights, LimitCounter, LimitName, RunningUser } from '../../../src/schema/execution.js';
import { IdAllocator } from '../../../src/schema/org/id-allocator.js';
import { initialiseOrg, type OrgIdentity } from '../../../src/schema/org/initialise.js';
import { loadSchema } from '../../../src/schema/org/load-schema.js';
import { createOrgSchema } from '../../../src/schema/org-schema.js';
import type { DmlContext } from '../../../src/dml/index.js';
import { PlatformError } from '../../../src/values/platform-error.js';
import { SObjectRecord } from '../../../src/values/record.js';
import { TestTriggers } from './triggers.js';

let cluster: Promise<Cluster> | null = null;
let organisations = 0;

/** Ends the one PostgreSQL server of a test run. */
export const stopCluster = async (): Promise<void> => {
  const running = cluster;
  cluster = null;
  await (await running)?.stop();
};
after(async function () {
  this.timeout(20_000);
  await stopCluster();
});

/** An org on a real PostgreSQL database, with some custom objects, and as many transactions at once as a test wants. */
export class TestOrg {
  private slots = 0;

  private constructor(
    private readonly server: Cluster,
    private readonly database: Database,
    readonly databaseName: string,
    readonly schema: OrgSchema,
    readonly identity: OrgIdentity,
    private readonly seed: BlockingSeed
  ) {}

  static async start(objects: readonly ObjectDefinition[]): Promise<TestOrg> {
    cluster ??= openCluster({});
    const server = await cluster;
    const name = `org_${++organisations}_${process.pid}`;
    await server.createDatabase(name);
    const database = await Database.start(server.address(name));
    const db = openConnection(database.ticket(0));
    db.defer('BEGIN');
    const identity = initialiseOrg(db, { now: TestContext.START, timeZone: 'America/Los_Angeles' });
    for (const object of objects) for (const statement of createTable(object)) db.defer(statement);
    db.defer('COMMIT');
    db.flush();
    const standard = loadSchema(db);
    const merged = new Map([...standard.objects()].map((object) => [object.name, object]));
    for (const object of objects) merged.set(object.name, object);
    return new TestOrg(server, database, name, createOrgSchema(1, merged.values()), identity, { db });
  }

  /** Runs the body in a transaction that is rolled back at its end. */
  rolledBack<T>(body: (context: TestContext) => T): T {
    const { db } = this.seed;
    db.defer('BEGIN');
    try {
      return body(new TestContext(db, this.schema, this.identity));
    } finally {
      db.defer('ROLLBACK');
      db.flush();
    }
  }

  /** Runs the body in a transaction that commits. */
  committed<T>(body: (context: TestContext) => T): T {
    const { db } = this.seed;
    db.defer('BEGIN');
    const result = body(new TestContext(db, this.schema, this.identity));
    db.defer('COMMIT');
    db.flush();
    return result;
  }

  /** How another thread opens a connection of its own. */
  ticket(): ReturnType<Database['ticket']> {
    return this.database.ticket(++this.slots);
  }

  address(): ReturnType<Cluster['address']> {
    return this.server.address(this.databaseName);
  }

  async stop(): Promise<void> {
    await this.database.stop();
  }
}

interface BlockingSeed {
  readonly db: SyncConnection;
}

const LIMITS: Partial<Record<LimitName, number>> = {
  queries: 100,
  queryRows: 50_000,
  aggregateQueries: 300,
  dmlStatements: 150,
  dmlRows: 10_000
};

class Counter implements LimitCounter {
  private counts: Partial<Record<LimitName, number>> = {};

  consume(name: LimitName, amount = 1): void {
    const used = this.used(name) + amount;
    this.counts[name] = used;
    if (used > this.limit(name)) throw new PlatformError('System.LimitException', `Too many ${name}: ${used}`);
  }

  used(name: LimitName): number {
    return this.counts[name] ?? 0;
  }

  limit(name: LimitName): number {
    return LIMITS[name] ?? Number.MAX_SAFE_INTEGER;
  }

  snapshot(): Readonly<Record<LimitName, number>> {
    return { ...this.counts } as Record<LimitName, number>;
  }

  restore(snapshot: Readonly<Record<LimitName, number>>): void {
    this.counts = { ...snapshot };
  }
}

const ALL = { read: true, create: true, edit: true, delete: true, viewAll: true, modifyAll: true };

/** Rights of an administrator, less what a test takes away. */
export class TestRights implements AccessRights {
  readonly hiddenFields = new Set<string>();
  readonly deniedObjects = new Map<string, Partial<typeof ALL>>();
  viewAllData = true;

  object(name: string): typeof ALL {
    return {
      ...ALL,
      viewAll: this.viewAllData,
      modifyAll: this.viewAllData,
      ...this.deniedObjects.get(name.toLowerCase())
    };
  }

  field(object: string, field: string): { read: boolean; edit: boolean } {
    const visible = !this.hiddenFields.has(`${object}.${field}`.toLowerCase());
    return { read: visible, edit: visible };
  }

  apexClass = (): boolean => true;
  customPermission = (): boolean => true;
  systemPermission = (): boolean => this.viewAllData;
}

export class TestContext implements DmlContext {
  /** 2026-03-15T18:30:15.500Z: a Sunday in Los Angeles, 11:30. */
  static readonly START = Date.UTC(2026, 2, 15, 18, 30, 15, 500);
  readonly limits = new Counter();
  readonly rights = new TestRights();
  readonly orgId: string;
  readonly logged: string[] = [];
  readonly triggers = new TestTriggers();
  user: RunningUser;
  statements: string[] = [];
  readonly db: SyncConnection;
  private readonly ids: IdAllocator;

  constructor(
    db: SyncConnection,
    readonly schema: OrgSchema,
    identity: OrgIdentity
  ) {
    this.orgId = identity.orgId;
    this.ids = new IdAllocator(db);
    this.ids.newId('000');
    this.user = {
      id: identity.adminUserId,
      username: 'admin@test.example',
      profileId: '00e000000000001AAA',
      timeZone: 'America/Los_Angeles',
      locale: 'en_US'
    };
    this.db = {
      query: (sql, parameters) => {
        this.statements.push(sql);
        return db.query(sql, parameters);
      },
      defer: (sql) => db.defer(sql),
      flush: () => db.flush(),
      get rollbacks() {
        return db.rollbacks;
      }
    };
  }

  now(): number {
    return TestContext.START;
  }

  newId(keyPrefix: string): string {
    return this.ids.newId(keyPrefix);
  }

  log(event: string, text: string): void {
    this.logged.push(`${event}|${text}`);
  }
}

export function record(objectName: string, fields: Readonly<Record<string, unknown>>): SObjectRecord {
  const made = new SObjectRecord(objectName);
  for (const [name, value] of Object.entries(fields)) made.fields.set(name.toLowerCase(), value);
  return made;
}
