import { createHash } from 'node:crypto';
import type { CompilationUnit } from './ast/nodes.js';
import type { BoundUnit } from './bound/nodes.js';
import { checkUnits, declareUnits, type CheckEnvironment, type SourceUnit, type SymbolTable } from './checker/index.js';
import type { Problem } from './diagnostics.js';
import { unitMeta } from './emitter/meta.js';
import { emitUnit } from './emitter/unit.js';
import { parseUnit, type UnitKind } from './parser/parse.js';
import type { CompiledUnit } from './runtime/compiled.js';

/** A class or trigger of the org, or an anonymous block. */
export interface ApexSource {
  readonly kind: UnitKind;
  /** Full file or component name, for problems: `OrderHandler.cls`. */
  readonly fileName: string;
  readonly source: string;
  /** e.g. 68. */
  readonly apiVersion: number;
}

export interface CompileProblem {
  readonly fileName: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface CompileOptions {
  /** Also emit the text that counts lines (for test runs); default true. */
  readonly coverage?: boolean;
}

export interface CompileResult {
  /** The units without problems, in the order they were given. */
  readonly compiled: readonly (CompiledUnit & { readonly fileName: string })[];
  readonly problems: readonly CompileProblem[];
  /** Of units that compiled: what they need that the local org has not. Only with `environment.defersMissing`. */
  readonly deferred: readonly CompileProblem[];
  /** Types of the org after this: the `existing` of the next compilation. */
  readonly symbols: SymbolTable;
}

/**
 * Compiles units together; `environment.existing` has the types of the org that are not among them.
 * @returns what compiled and what did not: the caller decides whether one problem fails all.
 */
export function compileOrg(
  sources: readonly ApexSource[],
  environment: CheckEnvironment,
  options: CompileOptions = {}
): CompileResult {
  const problems: CompileProblem[] = [];
  const units: SourceUnit[] = [];
  for (const { kind, fileName, source, apiVersion } of sources) {
    const parsed = parseCached(source, kind, fileName);
    if ('problems' in parsed) problems.push(...parsed.problems.map((problem) => ({ fileName, ...problem })));
    else units.push({ ast: parsed.unit, apiVersion, fileName });
  }
  const checked = checkUnits(units, environment);
  problems.push(...checked.problems.map(asCompileProblem));
  const failed = new Set(problems.map(({ fileName }) => fileName));
  const good = units.filter(({ fileName }) => !failed.has(fileName));
  const compiled = checked.bound.map((bound, index) => ({
    ...emitCompiled(bound, options),
    fileName: good[index]?.fileName ?? bound.name
  }));
  return { compiled, problems, deferred: checked.deferred.map(asCompileProblem), symbols: checked.symbols };
}

const asCompileProblem = ({ file, message, line, column }: Problem): CompileProblem => ({
  fileName: file,
  message,
  line,
  column
});

/** Compiles an anonymous block against the org's types. */
export function compileAnonymous(
  source: string,
  environment: CheckEnvironment,
  apiVersion = 68
): { readonly compiled: CompiledUnit } | { readonly problem: CompileProblem } {
  const fileName = 'AnonymousBlock';
  const result = compileOrg([{ kind: 'anonymous', fileName, source, apiVersion }], environment, { coverage: false });
  const [problem] = result.problems;
  if (problem) return { problem };
  const [compiled] = result.compiled;
  if (!compiled) throw new Error('an anonymous block was neither compiled nor refused');
  return { compiled };
}

/** The types that sources of the org declare: what an anonymous block is compiled against. */
export function symbolsOf(sources: readonly ApexSource[], environment: CheckEnvironment): SymbolTable {
  const units = sources.flatMap(({ kind, fileName, source, apiVersion }) => {
    const parsed = parseCached(source, kind, fileName);
    return 'unit' in parsed ? [{ ast: parsed.unit, apiVersion, fileName }] : [];
  });
  return declareUnits(units, environment);
}

/** Emits one checked unit. */
export function emitCompiled(bound: BoundUnit, { coverage = true }: CompileOptions = {}): CompiledUnit {
  const { js, shifts } = emitUnit(bound, { coverage: false });
  return {
    kind: bound.kind,
    name: bound.name,
    apiVersion: bound.apiVersion,
    js,
    jsWithCoverage: coverage ? emitUnit(bound, { coverage: true }).js : null,
    meta: unitMeta(bound, shifts)
  };
}

type Parsed =
  | { readonly unit: CompilationUnit }
  | { readonly problems: readonly { readonly message: string; readonly line: number; readonly column: number }[] };

/** Syntax trees by content: a deployment checks unchanged classes against changed ones without reading them again. */
const parsedUnits = new Map<string, Parsed>();
const PARSED_KEPT = 2000;

function parseCached(source: string, kind: UnitKind, fileName: string): Parsed {
  const key = `${kind}:${createHash('sha256').update(source).digest('base64')}`;
  const known = parsedUnits.get(key);
  if (known) return known;
  const { unit, problems } = parseUnit(source, kind, fileName);
  const parsed: Parsed = unit ? { unit } : { problems: problems ?? [] };
  const oldest = parsedUnits.keys().next();
  if (parsedUnits.size >= PARSED_KEPT && !oldest.done) parsedUnits.delete(oldest.value);
  parsedUnits.set(key, parsed);
  return parsed;
}
