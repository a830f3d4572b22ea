import { compileOrg, compileAnonymous, type ApexSource } from '../../../src/apex/compiler.js';
import { SymbolTable, type CheckEnvironment } from '../../../src/apex/checker/index.js';
import { LinkedCode } from '../../../src/apex/runtime/index.js';
import { enterTransaction, type ApexTransaction } from '../../../src/apex/runtime/transaction.js';
import type { OrgSchema } from '../../../src/schema/definitions.js';
import { createOrgSchema } from '../../../src/schema/org-schema.js';
import { standardObjects } from '../../../src/schema/standard/index.js';
import { analyzeQuery } from '../../../src/soql/index.js';
import { loadStandardLibrary } from '../../../src/stdlib/index.js';

/** What the fake transaction saw, for tests to look at. */
export interface Recorded {
  readonly queries: { readonly text: string; readonly binds: unknown; readonly access: unknown }[];
  readonly dml: { readonly operation: string; readonly records: readonly unknown[]; readonly options: unknown }[];
  readonly log: string[];
}

/** Apex in this process without a database: queries answer nothing, DML is written down. */
export class TestOrg {
  readonly recorded: Recorded = { queries: [], dml: [], log: [] };
  private symbols = new SymbolTable();

  private constructor(
    private readonly environment: Omit<CheckEnvironment, 'existing'>,
    private readonly schema: OrgSchema
  ) {}

  /** @param defersMissing compile what needs more than the local org has; see CheckEnvironment. */
  static async open(defersMissing = false): Promise<TestOrg> {
    const schema = createOrgSchema(1, standardObjects());
    const platform = await loadStandardLibrary();
    const environment = { schema, platform, labels: ['Greeting'], analyzeSoql: analyzeForCheck, defersMissing };
    return new TestOrg(environment, schema);
  }

  /** Compiles classes and triggers. @throws Error with all problems. */
  compile(...sources: readonly (string | ApexSource)[]): LinkedCode {
    return this.link(sources);
  }

  private link(
    sources: readonly (string | ApexSource)[],
    coverage: Map<string, Uint32Array> | null = null
  ): LinkedCode {
    const units = sources.map((item, index): ApexSource => {
      if (typeof item !== 'string') return item;
      const kind = /^\s*trigger\b/i.test(item) ? 'trigger' : 'class';
      return { kind, fileName: `${kind}${index}`, source: item, apiVersion: 66 };
    });
    const { compiled, problems, symbols } = compileOrg(units, this.checkEnvironment());
    if (problems.length > 0) {
      throw new Error(problems.map((it) => `${it.fileName}:${it.line}:${it.column} ${it.message}`).join('\n'));
    }
    this.symbols = symbols;
    return new LinkedCode(compiled, { coverage, labels: new Map([['greeting', 'Hello']]) });
  }

  /** The same with counters of executed lines. */
  compileCovered(coverage: Map<string, Uint32Array>, ...sources: readonly string[]): LinkedCode {
    return this.link(sources, coverage);
  }

  /** Runs `body` in a transaction of its own. */
  transaction<T>(code: LinkedCode, body: () => T): T {
    enterTransaction(fakeTransaction(this.schema, code, this.recorded));
    code.enter();
    try {
      return body();
    } finally {
      enterTransaction(null);
    }
  }

  /** Value of a static method without parameters, `Class.method`, in a transaction of its own. */
  call(code: LinkedCode, path: string, ...args: unknown[]): unknown {
    const [className = '', method = ''] = path.split('.');
    return this.transaction(code, () => {
      const type = code.type(className);
      const found = type?.methods.find((item) => item.name === method && item.parameters.length === args.length);
      if (!type || !found) throw new Error(`no method ${path}`);
      return type.call(found.slot, args);
    });
  }

  /** Compiles a class around statements and answers what they return. @param type Apex type of the result. */
  evaluate(type: string, statements: string): unknown {
    const code = this.compile(`public class Evaluated {\n public static ${type} run() {\n${statements}\n }\n}`);
    return this.call(code, 'Evaluated.run');
  }

  runAnonymous(code: LinkedCode, source: string): void {
    const result = compileAnonymous(source, this.checkEnvironment());
    if ('problem' in result) throw new Error(result.problem.message);
    this.transaction(code, () => code.runAnonymous(result.compiled));
  }

  private checkEnvironment(): CheckEnvironment {
    return { ...this.environment, existing: this.symbols };
  }
}

function fakeTransaction(schema: OrgSchema, code: LinkedCode, recorded: Recorded): ApexTransaction {
  const used = new Map<string, number>();
  const fake: Partial<ApexTransaction> = {
    schema,
    code,
    isTest: true,
    isAsync: false,
    tests: { startTest: () => undefined, stopTest: () => undefined, deliverEvents: () => undefined },
    requestId: 'request',
    quiddity: 'RUNTEST_SYNC',
    user: {
      id: '005000000000001AAA',
      username: 'user@example.com',
      profileId: '00e000000000001AAA',
      timeZone: 'America/Los_Angeles',
      locale: 'en_US'
    },
    state: new Map(),
    rest: { request: null, response: null },
    limits: {
      consume: (name, amount = 1) => void used.set(name, (used.get(name) ?? 0) + amount),
      used: (name) => used.get(name) ?? 0,
      limit: () => 1000,
      snapshot: () => Object.fromEntries(used) as never,
      restore: () => undefined
    },
    now: () => Date.UTC(2024, 0, 2, 3, 4, 5),
    log: (event, text) => void recorded.log.push(`${event} ${text}`),
    query(text, binds, access) {
      recorded.queries.push({ text, binds, access });
      return { records: [], count: null, objectName: 'Account' };
    },
    dml(operation, records, options) {
      recorded.dml.push({ operation, records, options });
      return records.map(() => ({ id: null, success: true, created: true, errors: [] }));
    },
    runAs: (_userId, body) => body()
  };
  return fake as ApexTransaction;
}

const analyzeForCheck: NonNullable<CheckEnvironment['analyzeSoql']> = (text, schema) => {
  const analysis = analyzeQuery(text, schema);
  return analysis as unknown as ReturnType<NonNullable<CheckEnvironment['analyzeSoql']>>;
};
