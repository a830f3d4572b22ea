import { enterTransaction } from '../../apex/runtime/transaction.js';
import { describeUncaught } from '../../apex/runtime/errors.js';
import type { OrgCode } from '../org-code.js';
import type { BlockingConnection } from '../../database/sync-connection.js';
import { syncTestCopy } from '../../schema/org/test-copy.js';
import type { OrgImage } from '../org-image.js';
import type { Slot, SlotContext } from '../slot.js';
import { SlotTransaction } from '../transaction.js';
import { mergeCoverage } from './coverage.js';
import { planTestClass, type TestClassPlan } from './test-plan.js';

export interface TestMethodResult {
  readonly className: string;
  readonly methodName: string;
  readonly outcome: 'Pass' | 'Fail' | 'Skip';
  readonly message: string | null;
  readonly stackTrace: string | null;
  readonly durationMs: number;
  readonly isSetup: boolean;
  /** Units of which the method ran a line; absent when nobody counts. */
  readonly coverage?: Coverage;
}

/** Lines by unit name: `covered` ran at least once. */
export type Coverage = Readonly<
  Record<string, { readonly covered: readonly number[]; readonly uncovered: readonly number[] }>
>;

export interface TestClassResult {
  readonly className: string;
  readonly methods: readonly TestMethodResult[];
  readonly coverage: Coverage | null;
}

/** Test copies are numbered by slot, so that tests of different slots never meet in a unique index. */
const copyOf = (slotNumber: number): string => `test_${slotNumber}`;
const synced = new WeakMap<Slot, string>();

/**
 * Runs the tests of one class in this slot. Everything happens in one database transaction that is rolled back: the
 * rows of @TestSetup first, then each method from the savepoint behind them.
 */
export function runTestClass(
  context: SlotContext,
  request: { className: string; methods: readonly string[] | null; coverage: boolean; setupEpoch: number }
): TestClassResult {
  const { slot } = context;
  const code = request.coverage ? slot.image.coveringCode : slot.image.code;
  const type = code.type(request.className);
  const plan = type ? planTestClass(type, request.methods) : null;
  if (!type || !plan) return { className: request.className, methods: [], coverage: null };
  prepareCopy(slot, request.setupEpoch);
  code.resetCoverage();
  const methods = new TestClassRun(context, code, plan).run();
  return { className: plan.className, methods, coverage: request.coverage ? coverageOf(code, methods) : null };
}

/**
 * Runs tests inside the transaction that is open: those of a deploy, which see what it has made of the org. Nothing they
 * do stays, nor does the test copy they ran in.
 *
 * @param image of the org as the open transaction has made it.
 * @param classNames in any case; null: all that hold tests.
 */
export function runTestsInside(
  context: SlotContext,
  image: OrgImage,
  classNames: readonly string[] | null
): TestClassResult[] {
  const { slot } = context;
  const db = slot.connection;
  const code = image.coveringCode;
  const names = classNames ?? [...code.classes()].map((type) => type.type.name);
  db.defer('SAVEPOINT inside_tests');
  db.flush();
  try {
    return slot.withImage(image, () => {
      syncTestCopy(db, copyOf(slot.number), image.schema);
      return names.flatMap((name) => {
        const type = code.type(name);
        const plan = type ? planTestClass(type) : null;
        if (!plan) return [];
        code.resetCoverage();
        const methods = new TestClassRun(context, code, plan, true).run();
        return [{ className: plan.className, methods, coverage: coverageOf(code, methods) }];
      });
    });
  } finally {
    db.discard();
    db.defer('ROLLBACK TO SAVEPOINT inside_tests');
    db.flush();
  }
}

/** Of all methods together; units that none of them touched are there with all their lines. */
function coverageOf(code: OrgCode, methods: readonly TestMethodResult[]): Coverage {
  return mergeCoverage([code.coverage(), ...methods.map(({ coverage }) => coverage ?? null)]);
}

function prepareCopy(slot: Slot, setupEpoch: number): void {
  const state = `${slot.image.schema.version}/${setupEpoch}`;
  if (synced.get(slot) === state) return;
  const db = slot.connection;
  db.defer('BEGIN');
  try {
    syncTestCopy(db, copyOf(slot.number), slot.image.schema);
    db.defer('COMMIT');
    db.defer('SET search_path = data, public');
    db.flush();
    synced.set(slot, state);
  } catch (error) {
    db.discard();
    db.defer('ROLLBACK');
    db.flush();
    throw error;
  }
}

class TestClassRun {
  private readonly db: BlockingConnection;

  constructor(
    private readonly context: SlotContext,
    private readonly code: OrgCode,
    private readonly plan: TestClassPlan,
    /** A transaction is open already: work between savepoints. */
    private readonly inside = false
  ) {
    this.db = context.slot.connection;
  }

  run(): TestMethodResult[] {
    const { db } = this;
    db.discard();
    db.defer(this.inside ? 'SAVEPOINT test_class' : 'BEGIN');
    db.defer(`SET LOCAL search_path = ${copyOf(this.context.slot.number)}, public`);
    // Sent at once: what is only queued is discarded between methods.
    db.flush();
    try {
      for (const slot of this.plan.setupSlots) {
        const failed = this.runMethod('@TestSetup', slot, true);
        if (failed.outcome === 'Fail') return this.plan.methods.map(({ name }) => ({ ...failed, methodName: name }));
      }
      db.defer('SAVEPOINT test_method');
      db.flush();
      const results: TestMethodResult[] = [];
      for (const { name, slot, seeAllData } of this.plan.methods) {
        if (seeAllData) {
          // For this method only: rolled back with what it did.
          db.defer('SET LOCAL search_path = data, public');
          this.context.slot.forgetSetup();
        }
        const result = this.runMethod(name, slot, false, seeAllData);
        const coverage = this.code.takeCoverage();
        results.push(coverage ? { ...result, coverage } : result);
        db.discard();
        db.defer('ROLLBACK TO SAVEPOINT test_method');
        this.context.slot.forgetSetup();
      }
      return results;
    } finally {
      enterTransaction(null);
      db.discard();
      db.defer(this.inside ? 'ROLLBACK TO SAVEPOINT test_class' : 'ROLLBACK');
      db.flush();
      this.context.slot.forgetSetup();
    }
  }

  private runMethod(name: string, slot: string, isSetup: boolean, seesAllData = false): TestMethodResult {
    const started = performance.now();
    const tx = new SlotTransaction(
      this.context.slot,
      { isTest: true, seesAllData, quiddity: 'RUNTEST_SYNC', code: this.code },
      this.context.userId
    );
    enterTransaction(tx);
    this.code.beginTransaction(() => tx.limits.checkCpu());
    const result = { className: this.plan.className, methodName: name, isSetup };
    try {
      const type = this.code.type(this.plan.className);
      type?.initialize();
      type?.call(slot, []);
      return { ...result, outcome: 'Pass', message: null, stackTrace: null, durationMs: performance.now() - started };
    } catch (error) {
      const { title, stackTrace } = describeUncaught(error);
      return { ...result, outcome: 'Fail', message: title, stackTrace, durationMs: performance.now() - started };
    }
  }
}
