/**
 * Apex loops against the same loops written in JavaScript by hand.
 *
 *   npm run bench -- apex-loops
 *
 * Each pair computes the same value (checked) over the same sizes; times are the best of several runs after a warm-up, so
 * that both sides are optimised. The bar is a ratio of 4 at most; the exit code is 1 when one loop is above it.
 */
import { compileOrg } from '../src/apex/compiler.js';
import { SymbolTable } from '../src/apex/checker/index.js';
import { LinkedCode } from '../src/apex/runtime/index.js';
import { enterTransaction, type ApexTransaction } from '../src/apex/runtime/transaction.js';
import { createOrgSchema } from '../src/schema/org-schema.js';
import { standardObjects } from '../src/schema/standard/index.js';
import { analyzeQuery } from '../src/soql/index.js';
import { loadStandardLibrary } from '../src/stdlib/index.js';

const BAR = 4;
const RUNS = 7;
/** Calls in one run. Many short calls, for V8 optimises a function it often calls better than a loop it is caught in. */
const CALLS = 25;

const APEX = `public class Loops {
  public static Integer integers(Integer n) {
    Integer sum = 0;
    for (Integer i = 0; i < n; i++) {
      sum += i * 3 - (i / 7);
      if (Math.mod(i, 2) == 0) { sum = sum ^ i; }
    }
    return sum;
  }

  public static Integer calls(Integer n) {
    Integer sum = 0;
    for (Integer i = 0; i < n; i++) { sum += fib(12); }
    return sum;
  }
  static Integer fib(Integer n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

  public static Integer strings(Integer n) {
    String text = '';
    Integer found = 0;
    for (Integer i = 0; i < n; i++) {
      text += 'item' + i;
      if (text.length() > 1000) { text = ''; }
      if (text == 'ITEM7') { found++; }
    }
    return found + text.length();
  }

  public static Integer lists(Integer n) {
    List<Integer> values = new List<Integer>();
    for (Integer i = 0; i < n; i++) { values.add(i); }
    Integer sum = 0;
    for (Integer i = 0; i < values.size(); i++) { sum += values[i]; }
    for (Integer value : values) { sum -= value / 2; }
    return sum;
  }

  public static Integer maps(Integer n) {
    Map<String, Integer> counts = new Map<String, Integer>();
    for (Integer i = 0; i < n; i++) {
      String key = 'k' + Math.mod(i, 1000);
      Integer known = counts.get(key);
      counts.put(key, known == null ? 1 : known + 1);
    }
    Integer sum = 0;
    for (String key : counts.keySet()) { sum += counts.get(key); }
    return sum;
  }

  public class Point {
    public Integer x { get; set; }
    public Integer y;
    public Point(Integer x, Integer y) { this.x = x; this.y = y; }
    public Integer length() { return x * x + y * y; }
  }
  public static Integer objects(Integer n) {
    Integer sum = 0;
    for (Integer i = 0; i < n; i++) {
      Point p = new Point(i, 1);
      p.x += 2;
      sum += p.length();
    }
    return sum;
  }

  static Integer counter = 0;
  public static Integer statics(Integer n) {
    counter = 0;
    for (Integer i = 0; i < n; i++) { counter += i; }
    return counter;
  }
}`;

class Point {
  constructor(
    public x: number,
    public y: number
  ) {}
  length(): number {
    return this.x * this.x + this.y * this.y;
  }
}

const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2));
let counter = 0;

/** The same in JavaScript, as one would write it; 32-bit arithmetic included, since the results must agree. */
const JAVASCRIPT: Readonly<Record<string, { readonly size: number; readonly run: (n: number) => number }>> = {
  integers: {
    size: 5_000_000,
    run(n) {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        sum = (sum + i * 3 - ((i / 7) | 0)) | 0;
        if (i % 2 === 0) sum = sum ^ i;
      }
      return sum;
    }
  },
  calls: {
    size: 5000,
    run(n) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum = (sum + fib(12)) | 0;
      return sum;
    }
  },
  strings: {
    size: 500_000,
    run(n) {
      let text = '';
      let found = 0;
      for (let i = 0; i < n; i++) {
        text += 'item' + i;
        if (text.length > 1000) text = '';
        if (text === 'item7') found++;
      }
      return found + text.length;
    }
  },
  lists: {
    size: 1_000_000,
    run(n) {
      const values: number[] = [];
      for (let i = 0; i < n; i++) values.push(i);
      let sum = 0;
      for (let i = 0; i < values.length; i++) sum = (sum + values[i]!) | 0;
      for (const value of values) sum = (sum - ((value / 2) | 0)) | 0;
      return sum;
    }
  },
  maps: {
    size: 1_000_000,
    run(n) {
      const counts = new Map<string, number>();
      for (let i = 0; i < n; i++) {
        const key = 'k' + (i % 1000);
        const known = counts.get(key);
        counts.set(key, known === undefined ? 1 : known + 1);
      }
      let sum = 0;
      for (const key of counts.keys()) sum += counts.get(key)!;
      return sum;
    }
  },
  objects: {
    size: 3_000_000,
    run(n) {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const p = new Point(i, 1);
        p.x += 2;
        sum = (sum + Math.imul(p.x, p.x) + Math.imul(p.y, p.y)) | 0;
      }
      return sum;
    }
  },
  statics: {
    size: 5_000_000,
    run(n) {
      counter = 0;
      for (let i = 0; i < n; i++) counter = (counter + i) | 0;
      return counter;
    }
  }
};

interface Measurement {
  readonly name: string;
  readonly apexMs: number;
  readonly javascriptMs: number;
  readonly ratio: number;
}

async function link(): Promise<LinkedCode> {
  const schema = createOrgSchema(1, standardObjects());
  const environment = {
    schema,
    platform: await loadStandardLibrary(),
    labels: [],
    analyzeSoql: analyzeQuery,
    existing: new SymbolTable()
  };
  const sources = [{ kind: 'class' as const, fileName: 'Loops.cls', source: APEX, apiVersion: 68 }];
  const { compiled, problems } = compileOrg(sources, environment);
  if (problems.length > 0) throw new Error(problems.map(({ line, message }) => `line ${line}: ${message}`).join('\n'));
  const code = new LinkedCode(compiled);
  enterTransaction({ schema, code } as unknown as ApexTransaction);
  code.enter();
  return code;
}

/** Milliseconds of the best run. */
function best(body: () => unknown): number {
  let result = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    body();
    result = Math.min(result, performance.now() - start);
  }
  return result;
}

/** The result of the last call. */
function repeated(body: () => unknown): unknown {
  let result: unknown;
  for (let call = 0; call < CALLS; call++) result = body();
  return result;
}

function measure(code: LinkedCode, name: string): Measurement {
  const pair = JAVASCRIPT[name]!;
  const loops = code.type('Loops')!;
  const slot = loops.methods.find((method) => method.name === name)!.slot;
  const size = pair.size / CALLS;
  const apex = (): unknown => repeated(() => loops.call(slot, [size]));
  const javascript = (): unknown => repeated(() => pair.run(size));
  const [left, right] = [apex(), javascript()];
  if (left !== right) throw new Error(`${name}: Apex gives ${String(left)}, JavaScript ${String(right)}`);
  const apexMs = best(apex);
  const javascriptMs = best(javascript);
  return { name, apexMs, javascriptMs, ratio: apexMs / javascriptMs };
}

const code = await link();
const results = Object.keys(JAVASCRIPT).map((name) => measure(code, name));
for (const { name, apexMs, javascriptMs, ratio } of results) {
  const mark = ratio > BAR ? `  above ${BAR}` : '';
  console.log(
    `${name.padEnd(10)} Apex ${apexMs.toFixed(1).padStart(8)} ms   JavaScript ${javascriptMs.toFixed(1).padStart(8)} ms   × ${ratio.toFixed(2)}${mark}`
  );
}
process.exitCode = results.some(({ ratio }) => ratio > BAR) ? 1 : 0;
