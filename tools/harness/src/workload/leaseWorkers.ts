import { setTimeout as sleep } from 'node:timers/promises';
import { apexString, runAnonymous } from '../org/anonymousApex.js';
import type { RestClient } from '../org/restClient.js';
import type { Refund } from './refunds.js';

/** Subject of the remarks that tell what the ledger says about a command at some moment. */
export const LEASE_SEEN = 'lease-seen';

/** What the ledger says about the lease of one command. */
export interface LeaseState {
  readonly key: string;
  readonly status: string;
  readonly epoch: number;
  readonly attempts: number;
}

/**
 * Workers of asynchronous commands whose steps the harness decides. Each step is the product's own code in a transaction
 * of its own, run as anonymous Apex, so a worker can fall silent between two steps as it does when its node dies.
 */
export class LeaseWorkers {
  constructor(
    private readonly prefix: string,
    private readonly admin: RestClient
  ) {}

  /** Leaves the commands as the service does when they are accepted and no job can be queued. */
  async accept(refunds: readonly Refund[], tenant: string): Promise<void> {
    const bodies = refunds.map((refund) => `${apexString(refund.key)} => ${apexString(refund.body)}`);
    await runAnonymous(
      this.admin,
      `CommandRoute route = new CommandRouter().route('refund-payment');
Map<String, String> bodies = new Map<String, String>{ ${bodies.join(', ')} };
List<Integration_Request__c> rows = new List<Integration_Request__c>();
for (String key : bodies.keySet()) {
  CommandBody body = new CommandBody(JsonReader.readObject(bodies.get(key)));
  Object fields = route.handler.parse(body);
  CommandIdentity identity = new CommandIdentity(${apexString(tenant)}, route.operation, key);
  rows.add(AttemptPolicy.newRow(new Command(route, new CommandInput(identity, null, fields), body.normalisedFields())));
}
Database.insert(rows, AccessLevel.SYSTEM_MODE);`
    );
  }

  /** A worker claims the commands and commits; it may never come to run them. */
  async claim(): Promise<void> {
    await this.#run('new CommandProcessor().claim(new Map<Id, SObject>(rows).keySet());');
  }

  /** Lets the leases end, as they do when time passes. */
  async endLeases(): Promise<void> {
    await this.#run(`for (Integration_Request__c row : rows) {
  row.Lease_Expires_At__c = System.now().addSeconds(-1);
}
Database.update(rows, AccessLevel.SYSTEM_MODE);`);
  }

  /** The worker that claimed with an epoch runs what it believes to hold. */
  async run(epoch: number): Promise<void> {
    await this.#run(`${claimsWith(epoch)}
new CommandProcessor().run(claims);`);
  }

  /** The finalizer of the worker that claimed with an epoch reports that the platform has stopped it. */
  async giveUp(epoch: number): Promise<void> {
    await this.#run(`${claimsWith(epoch)}
new CommandProcessor().giveUp(claims, FailureCategory.UNEXPECTED);`);
  }

  /** Lets the next attempts be due, as they are when time passes. */
  async makeDue(): Promise<void> {
    await this.#run(`for (Integration_Request__c row : rows) {
  row.Next_Attempt_At__c = System.now().addSeconds(-1);
}
Database.update(rows, AccessLevel.SYSTEM_MODE);`);
  }

  /** One run of the scheduled sweeper, which queues real jobs for what nobody works on. */
  async sweep(): Promise<void> {
    await runAnonymous(this.admin, 'CommandSweeperJob.runOnce(new CommandSelector(), new CommandDataStore());');
  }

  /** A person replays the commands as an operator. */
  async replay(reason: string): Promise<void> {
    await this.#run(`CommandReplay.byIds(new Map<Id, SObject>(rows).keySet(), ${apexString(reason)});`);
  }

  /** Waits until the org has brought every command into one of some states. Gives up after a time. */
  async waitFor(states: readonly string[], count: number, limitMs: number, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + limitMs;
    for (let pause = 50; Date.now() < deadline; pause = Math.min(pause * 1.5, 500)) {
      const there = (await this.leases()).filter(({ status }) => states.includes(status)).length;
      if (there >= count) return;
      await sleep(pause, undefined, { signal });
    }
  }

  async leases(): Promise<LeaseState[]> {
    const rows = await this.admin.query(
      `SELECT Idempotency_Key__c, Status__c, Epoch__c, Attempts__c FROM Integration_Request__c WHERE ${this.#own()}`
    );
    return rows.map((row) => ({
      key: String(row.Idempotency_Key__c),
      status: String(row.Status__c),
      epoch: Number(row.Epoch__c),
      attempts: Number(row.Attempts__c)
    }));
  }

  #own(): string {
    return `Idempotency_Key__c LIKE '${this.prefix}:%'`;
  }

  #run(statements: string): Promise<void> {
    return runAnonymous(
      this.admin,
      `List<Integration_Request__c> rows = [SELECT Id FROM Integration_Request__c WHERE ${this.#own()}];
${statements}`
    );
  }
}

function claimsWith(epoch: number): string {
  return `List<CommandClaim> claims = new List<CommandClaim>();
for (Integration_Request__c row : rows) {
  claims.add(new CommandClaim(row.Id, ${epoch}));
}`;
}
