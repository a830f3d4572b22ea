import { performance } from 'node:perf_hooks';
import { verdictOf, type Finding } from '../checkers/finding.js';
import { apexString, runAnonymous } from '../org/anonymousApex.js';
import type { SObjectRow } from '../org/restClient.js';
import { HarnessError } from '../run/errors.js';
import type { Progress } from '../run/progress.js';
import type { SfdxProject } from '../run/project.js';
import type { ProofResult } from './command.js';
import { Workbench } from './workbench.js';

export interface ReconcileProofOptions {
  readonly project: SfdxProject;
  /** Commands and dispatches together. */
  readonly subjects: number;
  /** Mismatches planted of each class. */
  readonly planted: number;
}

/** The classes of `Reconciliation_Finding__c`, with the column of the run that counts them. */
const COLUMNS: Readonly<Record<string, string>> = {
  'Missing Downstream': 'Missing_Downstream__c',
  'Missing In Salesforce': 'Missing_In_Salesforce__c',
  Conflicting: 'Conflicting__c',
  'Still Processing': 'Still_Processing__c'
};

/** The most that an org can be asked to wait for its jobs. */
const SETTLE_LIMIT_MS = 600_000;
/** Longer than the window of the sample's rules. */
const WINDOW_MS = 2 * 3_600_000;
const BATCH = 200;
/** Most findings of one approval. */
const MOST_APPROVED = 200;

/**
 * Many commands and dispatches, of which some are made to disagree in every way that a run can tell apart: all are found,
 * nothing else is, all are repaired, nothing is done twice, and a second run finds nothing.
 */
export async function proveReconciliation(
  { project, subjects, planted }: ReconcileProofOptions,
  progress: Progress,
  signal: AbortSignal
): Promise<ProofResult> {
  progress.step('reconciliation: preparing an org');
  const bench = await Workbench.open(project, 'rec', signal);
  const proof = new Proof(bench, planted);
  const start = performance.now();
  try {
    progress.step(`reconciliation: ${subjects} commands and dispatches`);
    await proof.fill(Math.floor(subjects / 2), Math.ceil(subjects / 2));
    progress.step(`reconciliation: planting ${planted} mismatches of each class`);
    await proof.plant();
    progress.step('reconciliation: first run');
    await proof.firstRun();
    progress.step('reconciliation: approving what is proposed');
    await proof.approve();
    progress.step('reconciliation: second run');
    await proof.secondRun();
    progress.step('reconciliation: two runs at once');
    await proof.twoRunsAtOnce();
    await proof.checkRemote();
    return {
      name: 'reconciliation',
      verdict: verdictOf(proof.findings),
      seconds: Math.round((performance.now() - start) / 100) / 10,
      numbers: proof.numbers,
      findings: proof.findings
    };
  } finally {
    await bench.close();
  }
}

class Proof {
  readonly findings: Finding[] = [];
  readonly numbers: Record<string, number> = {};
  /** Class by key of the command or dispatch. */
  readonly #expected = new Map<string, string>();
  #commands = 0;
  #dispatches = 0;

  constructor(
    private readonly bench: Workbench,
    private readonly planted: number
  ) {}

  /** Commands that create orders, and paid orders that are fulfilled by the remote: all of them for real. */
  async fill(commands: number, dispatches: number): Promise<void> {
    const { bench } = this;
    if (commands < 2 * this.planted || dispatches < 5 * this.planted) {
      throw new HarnessError('There are too few commands and dispatches for so many mismatches.', [
        'Ask for at least ten times as many subjects as mismatches of each class.'
      ]);
    }
    await runAnonymous(
      bench.admin,
      `insert new Integration_Tenant__c(SetupOwnerId = UserInfo.getUserId(), Tenant__c = 'proof');`
    );
    for (let from = 0; from < commands; from += BATCH) {
      await this.#createOrders(from, Math.min(from + BATCH, commands));
    }
    // The last ones are stored by hand below: they are to be paid and never sent.
    await bench.createPaidOrders(0, dispatches - this.#unsent());
    if (!(await bench.settle(SETTLE_LIMIT_MS))) this.#violation('fill', 'The dispatches did not come to an end.');
    await runAnonymous(bench.admin, 'DispatchSweeperJob.stop();');
    this.#commands = commands;
    this.#dispatches = dispatches;
    await this.#storeUnsent(dispatches - this.#unsent(), dispatches);
  }

  /** Makes both sides disagree. */
  async plant(): Promise<void> {
    const half = Math.floor(this.planted / 2);
    const rest = this.planted - half;
    // The other side did it, and the org gave up.
    await this.#change(this.#dispatchKeys(0, half), 'Missing In Salesforce', [
      "Status__c = 'Exhausted'",
      'Remote_Id__c = null',
      "Waiting_For__c = 'Operator'"
    ]);
    // The org stored another identifier.
    await this.#change(this.#dispatchKeys(half, half + half), 'Conflicting', ["Remote_Id__c = 'F-of-another'"]);
    await this.#deleteOrders(this.#commandKeys(0, rest), 'Missing In Salesforce', false);
    await this.#deleteOrders(this.#commandKeys(rest, rest + rest), 'Conflicting', true);
    await this.bench.remote.pass(WINDOW_MS);
  }

  async firstRun(): Promise<void> {
    const run = await this.#run();
    const rows = await this.bench.admin.query(
      'SELECT Work_Key__c, Class__c FROM Reconciliation_Finding__c ORDER BY Work_Key__c'
    );
    const found = new Map(rows.map((row) => [String(row.Work_Key__c), String(row.Class__c)]));
    for (const [key, expected] of this.#expected) {
      const actual = found.get(key);
      if (actual !== expected) {
        this.#violation('found', `${actual ?? 'nothing'} was found, and ${expected} was planted.`, key);
      }
    }
    for (const [key, actual] of found) {
      if (!this.#expected.has(key)) this.#violation('invented', `${actual} was found, and nothing was planted.`, key);
    }
    if (rows.length !== found.size)
      this.#violation('found', `There are ${rows.length} findings for ${found.size} keys.`);
    for (const [name, column] of Object.entries(COLUMNS)) {
      const counted = Number(run[column]);
      if (counted !== this.planted) {
        this.#violation('counted', `The run counted ${counted} of ${name}; ${this.planted} were planted.`);
      }
    }
    Object.assign(this.numbers, {
      commands: this.#commands,
      dispatches: this.#dispatches,
      examined: Number(run.Examined__c),
      planted: this.#expected.size,
      found: found.size,
      repairedByTheRun: Number(run.Repaired__c),
      proposed: Number(run.Proposed__c)
    });
    if (Number(run.Examined__c) !== this.#commands + this.#dispatches) {
      this.#violation('examined', `The run compared ${run.Examined__c} rows.`);
    }
  }

  async approve(): Promise<void> {
    const { admin } = this.bench;
    const proposed = await admin.query("SELECT Id FROM Reconciliation_Finding__c WHERE Status__c = 'Proposed'");
    this.numbers.approved = proposed.length;
    for (let from = 0; from < proposed.length; from += MOST_APPROVED) {
      await runAnonymous(
        admin,
        `Map<Id, Reconciliation_Finding__c> open = new Map<Id, Reconciliation_Finding__c>(
  [SELECT Id FROM Reconciliation_Finding__c WHERE Status__c = 'Proposed' ORDER BY Id LIMIT ${MOST_APPROVED}]
);
ReconciliationReview.Result result = ReconciliationReview.approve(open.keySet(), 'Planted by the proof.');
System.assert(result.refused.isEmpty(), String.valueOf(result.refused.values()));`
      );
    }
    await runAnonymous(admin, 'DispatchSweeperJob.start();');
    if (!(await this.bench.settle(SETTLE_LIMIT_MS)))
      this.#violation('repair', 'What was sent again did not come to an end.');
    await this.bench.remote.pass(WINDOW_MS);
  }

  async secondRun(): Promise<void> {
    const run = await this.#run();
    this.#expectNothing('second run', run);
    const open = await this.bench.admin.query(
      "SELECT Work_Key__c, Class__c, Status__c FROM Reconciliation_Finding__c WHERE Status__c != 'Resolved'"
    );
    for (const row of open) {
      this.#violation('repaired', `The finding is still ${row.Status__c}.`, String(row.Work_Key__c));
    }
    this.numbers.resolved = Number(run.Resolved__c);
    if (Number(run.Consistent__c) !== this.#commands + this.#dispatches) {
      this.#violation(
        'consistent',
        `${run.Consistent__c} of ${this.#commands + this.#dispatches} rows are consistent.`
      );
    }
  }

  /** New mismatches, found by two runs at the same moment: each is stored, decided and repaired once. */
  async twoRunsAtOnce(): Promise<void> {
    const { admin } = this.bench;
    const before = (await admin.query('SELECT Id FROM Reconciliation_Finding__c')).length;
    const keys = this.#dispatchKeys(2 * this.planted, 3 * this.planted);
    await this.#change(keys, 'Missing In Salesforce', ["Status__c = 'Exhausted'", 'Remote_Id__c = null']);
    await this.bench.remote.pass(WINDOW_MS);
    await runAnonymous(admin, 'ReconciliationJob.start();\nReconciliationJob.start();');
    await this.bench.hooks.drain(SETTLE_LIMIT_MS);
    const after = (await admin.query('SELECT Id FROM Reconciliation_Finding__c')).length;
    const decisions = await admin.query(
      "SELECT Id, Finding__r.Work_Key__c FROM Reconciliation_Decision__c WHERE Decision__c = 'Repaired' AND Is_Automatic__c = true"
    );
    const repairs = decisions.filter((row) => keys.includes(String((row.Finding__r as SObjectRow).Work_Key__c)));
    this.numbers.foundByTwoRuns = after - before;
    this.numbers.repairedByTwoRuns = repairs.length;
    if (after - before !== keys.length || repairs.length !== keys.length) {
      this.#violation(
        'two runs',
        `Two runs stored ${after - before} findings and ${repairs.length} repairs for ${keys.length}.`
      );
    }
    await this.bench.remote.pass(WINDOW_MS);
    this.#expectNothing('last run', await this.#run());
  }

  /** Each fulfilment was made once, whatever was sent again. */
  async checkRemote(): Promise<void> {
    const made = new Map<string, number>();
    for (const { key } of await this.bench.remote.service.resources('fulfillments')) {
      made.set(key, (made.get(key) ?? 0) + 1);
    }
    this.numbers.effects = made.size;
    for (const key of this.#dispatchKeys(0, this.#dispatches)) {
      const times = made.get(key) ?? 0;
      if (times !== 1) this.#violation('effects', `The remote did it ${times} times.`, key);
    }
  }

  // Half of the lost ones say Succeeded, half Exhausted; the others wait for a job that does not come.
  #unsent(): number {
    return 2 * this.planted;
  }

  async #storeUnsent(from: number, to: number): Promise<void> {
    const middle = from + this.planted;
    const { bench } = this;
    await bench.admin.createAll(
      'Order__c',
      Array.from({ length: to - from }, (_, index) => ({
        External_Order_Id__c: `${bench.prefix}-${from + index}`,
        Status__c: 'Created'
      }))
    );
    await runAnonymous(
      bench.admin,
      `Map<String, Id> orders = new Map<String, Id>();
for (Order__c each : [SELECT Id, External_Order_Id__c FROM Order__c WHERE External_Order_Id__c LIKE '${bench.prefix}-%' ORDER BY Id DESC LIMIT ${to - from}]) {
  orders.put(each.External_Order_Id__c, each.Id);
}
List<Outbound_Dispatch__c> rows = new List<Outbound_Dispatch__c>();
for (Integer i = ${from}; i < ${to}; i++) {
  String orderNumber = '${bench.prefix}-' + i;
  Boolean isLost = i < ${middle};
  Boolean isExhausted = isLost && Math.mod(i, 2) == 0;
  rows.add(new Outbound_Dispatch__c(
    Idempotency_Key__c = 'fulfil:' + orderNumber,
    Endpoint__c = 'Fulfillment_Service',
    Entity_Id__c = orderNumber,
    Business_Record_Id__c = orders.get(orderNumber),
    Request_Body__c = JSON.serialize(new Map<String, Object>{ 'orderNumber' => orderNumber, 'lines' => new List<Object>() }),
    Correlation_Id__c = 'proof-' + i,
    Status__c = isExhausted ? 'Exhausted' : (isLost ? 'Succeeded' : 'Pending'),
    Waiting_For__c = isExhausted ? 'Operator' : (isLost ? null : 'Job'),
    Attempts__c = isLost ? 1 : 0,
    Epoch__c = isLost ? 1 : 0,
    Remote_Id__c = isLost && !isExhausted ? 'F-lost-' + i : null,
    Next_Attempt_At__c = isLost ? null : Datetime.now(),
    Expires_At__c = Datetime.now().addDays(1)
  ));
}
Database.insert(rows, AccessLevel.SYSTEM_MODE);`
    );
    for (const key of this.#dispatchKeys(from, middle)) this.#expected.set(key, 'Missing Downstream');
    for (const key of this.#dispatchKeys(middle, to)) this.#expected.set(key, 'Still Processing');
  }

  async #createOrders(from: number, to: number): Promise<void> {
    const commands = this.#commandKeys(from, to).map((idempotencyKey) => ({
      operation: 'create-order',
      idempotencyKey,
      body: {
        orderNumber: `order-${idempotencyKey}`,
        currency: 'EUR',
        lines: [{ sku: 'S', quantity: 1, unitPrice: 5 }]
      }
    }));
    const { results } = await this.bench.admin.call<{ results: readonly { status: number; body: unknown }[] }>(
      'POST',
      '/services/apexrest/integration/v1/command-batches',
      { commands }
    );
    const refused = results.find(({ status }) => status !== 201);
    if (refused !== undefined) {
      throw new HarnessError(`A command was answered with ${refused.status}: ${JSON.stringify(refused.body)}`);
    }
  }

  async #change(keys: readonly string[], expected: string, assignments: readonly string[]): Promise<void> {
    await runAnonymous(
      this.bench.admin,
      `List<Outbound_Dispatch__c> rows = new List<Outbound_Dispatch__c>();
for (Outbound_Dispatch__c each : [SELECT Id FROM Outbound_Dispatch__c WHERE Idempotency_Key__c IN :new List<String>{ ${keys.map(apexString).join(', ')} }]) {
  rows.add(new Outbound_Dispatch__c(Id = each.Id, ${assignments.join(', ')}));
}
System.assertEquals(${keys.length}, rows.size());
Database.update(rows, AccessLevel.SYSTEM_MODE);`
    );
    for (const key of keys) this.#expected.set(key, expected);
  }

  // Deleted: still in the recycle bin. Anew: gone, and somebody has made another record with the number.
  async #deleteOrders(keys: readonly string[], expected: string, anew: boolean): Promise<void> {
    const again = anew
      ? `Database.emptyRecycleBin(rows);
List<Order__c> others = new List<Order__c>();
for (Order__c each : rows) {
  others.add(new Order__c(External_Order_Id__c = each.External_Order_Id__c, Status__c = 'Created'));
}
Database.insert(others, AccessLevel.SYSTEM_MODE);`
      : '';
    const numbers = keys.map((key) => apexString(`order-${key}`)).join(', ');
    await runAnonymous(
      this.bench.admin,
      `List<Order__c> rows = [SELECT Id, External_Order_Id__c FROM Order__c WHERE External_Order_Id__c IN :new List<String>{ ${numbers} }];
System.assertEquals(${keys.length}, rows.size());
Database.delete(rows, AccessLevel.SYSTEM_MODE);
${again}`
    );
    for (const key of keys) this.#expected.set(key, expected);
  }

  async #run(): Promise<SObjectRow> {
    await runAnonymous(this.bench.admin, 'ReconciliationJob.start();');
    await this.bench.hooks.drain(SETTLE_LIMIT_MS);
    const [run] = await this.bench.admin.query(
      'SELECT Status__c, Examined__c, Consistent__c, Missing_Downstream__c, Missing_In_Salesforce__c, Conflicting__c, Still_Processing__c, In_Order__c, Not_Answered__c, Changed_Meanwhile__c, Repaired__c, Proposed__c, Resolved__c, Failed_Scopes__c FROM Reconciliation_Run__c ORDER BY Name DESC LIMIT 1'
    );
    if (run === undefined) throw new HarnessError('There is no run of reconciliation.');
    for (const [column, wanted] of [
      ['Status__c', 'Finished'],
      ['Not_Answered__c', 0],
      ['Failed_Scopes__c', 0]
    ] as const) {
      if (run[column] !== wanted) this.#violation('run', `${column} of the run is ${String(run[column])}.`);
    }
    return run;
  }

  #expectNothing(when: string, run: SObjectRow): void {
    for (const [name, column] of Object.entries(COLUMNS)) {
      if (Number(run[column]) !== 0) this.#violation(when, `It found ${run[column]} of ${name}.`);
    }
  }

  #dispatchKeys(from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, index) => `fulfil:${this.bench.prefix}-${from + index}`);
  }

  #commandKeys(from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, index) => `c-${from + index}`);
  }

  #violation(checker: string, message: string, key?: string): void {
    this.findings.push({ checker, kind: 'violation', message, evidence: [], ...(key === undefined ? {} : { key }) });
  }
}
