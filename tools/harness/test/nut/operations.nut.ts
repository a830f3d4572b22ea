import { expect } from 'chai';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { METRICS, METRICS_PATH, SCHEMAS, commandPath, type MetricsBody } from '@retrysafe/contracts';
import { startLocalOrg } from '@retrysafe/local-org';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import parsePrometheus from 'parse-prometheus-text-format';
import { RestClient } from '../../src/org/restClient.js';
import { loginWithAccessToken, runApexFile } from '../../src/sf/commands.js';
import { ROOT, startScript } from './support.js';

type LocalOrg = Awaited<ReturnType<typeof startLocalOrg>>;

const ALIAS = 'operations';
const ROLES = {
  integration: ['Command_Integration_User', 'Order_Integration_User', 'Inbound_Integration_User'],
  operator: ['Command_Operator', 'Inbound_Operator', 'Dispatch_Operator', 'Reconciliation_Operator'],
  administrator: ['Integration_Administrator'],
  reader: ['Metrics_Reader'],
  nobody: []
} as const;
type Role = keyof typeof ROLES;

const DATA = '/services/data/v68.0';
const ORDER = { orderNumber: 'ops-1', currency: 'EUR', lines: [{ sku: 'a', quantity: 1, unitPrice: 10 }] };

/** Deploys with the real CLI once, and looks at what an operator, a monitor and a stranger see over HTTP. */
describe('operations of a deployed org', function () {
  this.timeout(240_000);

  let home: string;
  let org: LocalOrg;
  let admin: RestClient;
  let deployed: { code: number | null; stdout: string; stderr: string };
  const tokens = {} as Record<Role, string>;

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'retrysafe-operations-'));
    org = await startLocalOrg();
    const login = { instanceUrl: org.url, accessToken: org.accessToken, alias: ALIAS };
    await loginWithAccessToken(login, { cwd: ROOT, home });
    deployed = await startScript('scripts/deploy.ts', ['--target-org', ALIAS, '--json'], env()).ended;
    admin = new RestClient({ instanceUrl: org.url, accessToken: org.accessToken, username: org.username }, '68.0');
    expect(deployed.code, deployed.stderr).to.equal(0);
    for (const role of Object.keys(ROLES) as Role[]) tokens[role] = await createUser(role);
  });
  after(async () => {
    await org?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const env = (): NodeJS.ProcessEnv => ({ HOME: home, USERPROFILE: home, SF_USE_GENERIC_UNIX_KEYCHAIN: 'true' });

  async function createUser(role: Role): Promise<string> {
    const username = `${role}@operations.invalid`;
    const [profile] = await admin.query("SELECT Id FROM Profile WHERE Name = 'Minimum Access - Salesforce'");
    const userId = await admin.create('User', {
      Username: username,
      LastName: role,
      Email: username,
      Alias: role.slice(0, 8),
      CommunityNickname: role,
      TimeZoneSidKey: 'GMT',
      LocaleSidKey: 'en_US',
      EmailEncodingKey: 'UTF-8',
      LanguageLocaleKey: 'en_US',
      ProfileId: profile!.Id
    });
    for (const name of ROLES[role]) {
      const [set] = await admin.query(`SELECT Id FROM PermissionSet WHERE Name = '${name}'`);
      await admin.create('PermissionSetAssignment', { AssigneeId: userId, PermissionSetId: set!.Id });
    }
    if (role === 'integration') {
      await admin.create('Integration_Tenant__c', { SetupOwnerId: userId, Tenant__c: 'shop-a' });
    }
    const { accessToken } = await admin.call<{ accessToken: string }>('POST', '/local-org/v1/sessions', { username });
    return accessToken;
  }

  interface Answer {
    readonly status: number;
    readonly text: string;
    readonly type: string;
  }

  async function call(role: Role, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    const response = await fetch(`${org.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${tokens[role]}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    return {
      status: response.status,
      text: await response.text(),
      type: response.headers.get('content-type') ?? ''
    };
  }

  const post = (role: Role, key: string, body: unknown = ORDER): Promise<Answer> =>
    call(role, 'POST', commandPath('create-order'), body, { 'Idempotency-Key': key });

  const scheduled = async (): Promise<string[]> =>
    (
      await admin.query<{ CronJobDetail: { Name: string } }>(
        "SELECT CronJobDetail.Name FROM CronTrigger WHERE CronJobDetail.Name LIKE 'Retrysafe %' ORDER BY CronJobDetail.Name"
      )
    ).map((row) => row.CronJobDetail.Name);

  describe('the deployment', () => {
    it('starts everything that has to run by itself', async () => {
      expect(JSON.parse(deployed.stdout)).to.include({ jobs: true });
      expect(await scheduled()).to.deep.equal([
        'Retrysafe command sweeper, minute 00',
        'Retrysafe command sweeper, minute 15',
        'Retrysafe command sweeper, minute 30',
        'Retrysafe command sweeper, minute 45',
        'Retrysafe dispatch sweeper',
        'Retrysafe inbound sweeper',
        'Retrysafe reconciliation',
        'Retrysafe retention'
      ]);
    });

    it('changes nothing when the jobs are started again', async () => {
      const before = await scheduled();

      await runApexFile(ALIAS, join(ROOT, 'scripts', 'apex', 'start-jobs.apex'), { cwd: ROOT, home });

      expect(await scheduled()).to.deep.equal(before);
    });

    it('carries the retry matrix into the org, without a mistake', async () => {
      const { code, stdout } = await startScript('scripts/retry-matrix.ts', ['--target-org', ALIAS], env()).ended;

      expect(code, stdout).to.equal(0);
      expect(stdout).to.include('Fulfillment_Exists').and.to.include('Every outcome has a rule');
    });
  });

  describe('access over HTTP', () => {
    const everybody = Object.keys(ROLES) as Role[];

    before(async () => {
      const first = await post('integration', 'access-1');
      expect(first.status, first.text).to.equal(201);
    });

    const commandIds = async (): Promise<string> =>
      String((await admin.query("SELECT Id FROM Integration_Request__c WHERE Idempotency_Key__c = 'access-1'"))[0]!.Id);

    async function statuses(ask: (role: Role) => Promise<Answer>): Promise<Record<string, number>> {
      const result: Record<string, number> = {};
      for (const role of everybody) result[role] = (await ask(role)).status;
      return result;
    }

    it('lets integration users alone post commands', async () => {
      const asked = await statuses((role) => post(role, `access-${role}`, { ...ORDER, orderNumber: `ops-${role}` }));

      // A class that the user may not call is a resource that is not there.
      expect(asked).to.deep.equal({ integration: 201, operator: 403, administrator: 403, reader: 403, nobody: 403 });
    });

    it('lets the reader alone see metrics', async () => {
      const asked = await statuses((role) => call(role, 'GET', METRICS_PATH));

      expect(asked).to.deep.equal({ integration: 403, operator: 403, administrator: 403, reader: 200, nobody: 403 });
    });

    it('shows rows to those who look after them', async () => {
      const query = `${DATA}/query?q=${encodeURIComponent('SELECT Id, Status__c FROM Integration_Request__c')}`;
      const asked = await statuses((role) => call(role, 'GET', query));

      expect(asked).to.deep.equal({ integration: 200, operator: 200, administrator: 200, reader: 400, nobody: 400 });
    });

    it('shows stored answers to operators alone', async () => {
      const query = `${DATA}/query?q=${encodeURIComponent('SELECT Response_Body__c FROM Integration_Request__c')}`;
      const asked = await statuses((role) => call(role, 'GET', query));

      expect(asked).to.deep.equal({ integration: 400, operator: 200, administrator: 400, reader: 400, nobody: 400 });
    });

    it('lets nobody change or remove a row', async () => {
      const path = `${DATA}/sobjects/Integration_Request__c/${await commandIds()}`;
      for (const role of everybody) {
        const changed = await call(role, 'PATCH', path, { Status__c: 'Exhausted' });
        const removed = await call(role, 'DELETE', path);
        expect([changed.status, removed.status], role).to.satisfy((both: number[]) => both.every((one) => one >= 400));
      }
      const [row] = await admin.query(
        `SELECT Status__c FROM Integration_Request__c WHERE Id = '${await commandIds()}'`
      );
      expect(row?.Status__c).to.equal('Succeeded');
    });

    it('lets nobody write the outbox, the counts or the audit', async () => {
      for (const role of everybody) {
        for (const [object, fields] of [
          ['Outbound_Dispatch__c', { Idempotency_Key__c: 'x', Endpoint__c: 'Fulfillment_Service' }],
          ['Integration_Count__c', { Count_Key__c: 'x' }],
          ['Replay__c', { Reason__c: 'x' }]
        ] as const) {
          const answer = await call(role, 'POST', `${DATA}/sobjects/${object}`, fields);
          expect(answer.status, `${role} ${object} ${answer.text}`).to.be.within(400, 404);
        }
      }
    });

    it('keeps integration users from keys of another tenant', async () => {
      const answer = await call('integration', 'POST', `${DATA}/sobjects/Integration_Request__c`, {
        Request_Key__c: 'shop-b:create-order:x',
        Tenant__c: 'shop-b',
        Operation__c: 'create-order',
        Idempotency_Key__c: 'x',
        Fingerprint__c: 'v1:0',
        Status__c: 'Processing'
      });

      expect(answer.status, answer.text).to.equal(400);
      expect(answer.text).to.include('The tenant must be that of the user.');
    });
  });

  describe('metrics', () => {
    const DUPLICATES = 200;

    async function readJson(): Promise<MetricsBody> {
      const answer = await call('reader', 'GET', METRICS_PATH);
      expect(answer.status, answer.text).to.equal(200);
      return JSON.parse(answer.text) as MetricsBody;
    }

    const valueOf = (body: MetricsBody, name: keyof typeof METRICS, labels: Record<string, string>): number =>
      body.metrics
        .find((metric) => metric.name === name)
        ?.values.find((value) => Object.entries(labels).every(([label, text]) => value.labels[label] === text))
        ?.value ?? 0;

    const arrivals = (body: MetricsBody, kind: string): number =>
      valueOf(body, 'retrysafe_command_arrivals', { operation: 'create-order', kind });

    /** Events reach the counts a moment after the answer. */
    async function arrived(kind: string, expected: number): Promise<void> {
      const deadline = Date.now() + 90_000;
      let found = arrivals(await readJson(), kind);
      while (found < expected && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        found = arrivals(await readJson(), kind);
      }
      expect(found, kind).to.equal(expected);
    }

    const freeze = (frozen: boolean): Promise<unknown> => admin.call('POST', '/local-org/v1/clock', { frozen });

    it('count duplicates while nobody can write the count', async () => {
      // Each hour has a row of its own: the one that is locked must be the one that is wanted.
      await freeze(true);
      expect((await post('integration', 'count-1', { ...ORDER, orderNumber: 'count-1' })).status).to.equal(201);
      await post('integration', 'count-1', { ...ORDER, orderNumber: 'count-1' });
      const before = 1;
      await arrived('duplicate', before);
      const [count] = await admin.query("SELECT Id FROM Integration_Count__c WHERE Kind__c = 'Duplicate'");

      const lock = await admin.call<{ id: string }>('POST', '/local-org/v1/locks', {
        object: 'Integration_Count__c',
        id: count!.Id,
        milliseconds: 60_000
      });
      const answers = await Promise.all(
        Array.from({ length: DUPLICATES }, () => post('integration', 'count-1', { ...ORDER, orderNumber: 'count-1' }))
      );
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]));
      expect(arrivals(await readJson(), 'duplicate'), 'The count is still locked.').to.equal(before);

      await admin.call('DELETE', `/local-org/v1/locks/${lock.id}`);
      await arrived('duplicate', before + DUPLICATES);
      await freeze(false);
    });

    it('count conflicts', async () => {
      const before = arrivals(await readJson(), 'conflict');

      const conflict = await post('integration', 'count-1', { ...ORDER, orderNumber: 'other' });

      expect(conflict.status).to.equal(409);
      await arrived('conflict', before + 1);
    });

    it('are what the contract says', async () => {
      const body = await readJson();

      const validate = new Ajv2020({ allErrors: true }).compile(SCHEMAS.metrics);
      expect(validate(body), JSON.stringify(validate.errors)).to.equal(true);
      for (const { name, values } of body.metrics) {
        for (const { labels } of values) expect(Object.keys(labels), name).to.have.members([...METRICS[name].labels]);
      }
      expect(valueOf(body, 'retrysafe_records_per_entity_max', { object: 'Order__c' })).to.equal(1);
    });

    for (const [what, path, headers] of [
      ['Accept', METRICS_PATH, { Accept: 'application/openmetrics-text; version=1.0.0, text/plain;q=0.5' }],
      ['the address', `${METRICS_PATH}?format=openmetrics`, {}]
    ] as const) {
      it(`are text that an independent parser reads, when ${what} asks for it`, async () => {
        const { text, type } = await call('reader', 'GET', path, undefined, headers);

        expect(type).to.match(/^application\/openmetrics-text; ?version=1\.0\.0/);
        expect(text.endsWith('\n# EOF\n')).to.equal(true);
        const parsed = parsePrometheus(text);
        const body = await readJson();
        expect(parsed.map(({ name, type: kind }) => [name, kind])).to.deep.equal(
          body.metrics.map(({ name }) => [name, 'GAUGE'])
        );
        const work = parsed.find(({ name }) => name === 'retrysafe_work');
        expect(work?.metrics.map(({ labels, value }) => [labels, Number(value)])).to.deep.equal(
          body.metrics.find(({ name }) => name === 'retrysafe_work')?.values.map(({ labels, value }) => [labels, value])
        );
      });
    }

    it('refuse a wrong parameter by name', async () => {
      const { status, text } = await call('reader', 'GET', `${METRICS_PATH}?hours=1000`);

      expect(status).to.equal(400);
      expect(JSON.parse(text)).to.have.nested.property('errors[0].field', 'hours');
    });
  });
});
