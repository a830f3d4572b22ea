import { compileOrg, type ApexSource, type CompileProblem } from '../../apex/compiler.js';
import { SymbolTable } from '../../apex/checker/index.js';
import type { CompiledUnit } from '../../apex/runtime/compiled.js';
import type { OrgSchema } from '../../schema/definitions.js';
import { platformRegistry } from '../../stdlib/support/registry-access.js';
import { componentKey, problem, type Component } from '../model/component.js';
import { textOfFile } from '../readers/zip.js';
import type { XmlElement } from '../xml/element.js';
import { apiVersionOf, CODE_TYPES } from './code-types.js';
import type { DeployContext } from './context.js';
import { SCHEMA_TYPES } from './schema-stage.js';

type CodeType = keyof typeof CODE_TYPES;

/** Compiled units of the org as the deploy makes it, and which of them are new. */
export interface CodePlan {
  readonly units: readonly CompiledUnit[];
  readonly changed: boolean;
}

/**
 * Compiles the org's code as it will be. All units are checked together, because a change of the schema or of one class can
 * break another; a deploy that touches neither code, schema nor labels keeps what is there.
 *
 * Problems go to the context. With rollbackOnError off, what does not compile is left out until the rest does.
 */
export function compileCode(context: DeployContext, schema: OrgSchema): CodePlan {
  const touches = (type: string): boolean => type in CODE_TYPES || SCHEMA_TYPES.has(type) || NAMED_BY_CODE.has(type);
  if (!context.changes(touches)) return { units: context.environment.units, changed: false };
  for (;;) {
    const sources = collectSources(context);
    const { compiled, problems, deferred } = compileOrg(
      [...sources.values()].map(({ source }) => source),
      {
        schema,
        platform: platformRegistry(),
        existing: new SymbolTable(),
        labels: namesOf(context, 'CustomLabel'),
        pages: namesOf(context, 'ApexPage'),
        defersMissing: context.request.options.defersMissing ?? false
      }
    );
    report(context, sources, problems);
    context.deferred = deferred.map(({ fileName, message, line, column }) =>
      problem(componentOf(sources, fileName), message, { line, column }, 'Warning')
    );
    if (problems.length === 0 || context.request.options.rollbackOnError) {
      return { units: compiled.map(withoutFileName), changed: true };
    }
    const before = context.incoming.size;
    context.dropFailed();
    // What failed is no component of this deploy: leaving it out changes nothing, and another round would be the same.
    if (context.incoming.size === before) return { units: compiled.map(withoutFileName), changed: true };
  }
}

/** What code names beside types and fields. */
const NAMED_BY_CODE = new Set(['CustomLabel', 'ApexPage']);

const withoutFileName = ({ kind, name, apiVersion, js, jsWithCoverage, meta }: CompiledUnit): CompiledUnit => ({
  kind,
  name,
  apiVersion,
  js,
  jsWithCoverage,
  meta
});

export function storeCode(context: DeployContext, plan: CodePlan): void {
  if (!plan.changed) return;
  const { db } = context.environment;
  const key = (unit: CompiledUnit): string => `${unit.kind}:${unit.name.toLowerCase()}`;
  db.query('DELETE FROM meta.compiled_unit WHERE NOT key = ANY($1)', [plan.units.map(key)]);
  db.query(
    `INSERT INTO meta.compiled_unit (key, unit) SELECT * FROM unnest($1::text[], $2::json[])
     ON CONFLICT (key) DO UPDATE SET unit = excluded.unit`,
    [plan.units.map(key), plan.units.map((unit) => JSON.stringify(unit))]
  );
}

interface PlannedSource {
  readonly source: ApexSource;
  readonly component: Pick<Component, 'type' | 'fullName' | 'fileName'>;
}

/** Sources by the file name that problems carry. */
function collectSources(context: DeployContext): Map<string, PlannedSource> {
  const sources = new Map<string, PlannedSource>();
  for (const type of Object.keys(CODE_TYPES) as CodeType[]) {
    for (const [fullName, { source, xml }] of context.store.sources(type)) {
      if (!context.has(type, fullName) || context.incoming.has(componentKey(type, fullName))) continue;
      const fileName = context.stored.get(componentKey(type, fullName))?.fileName ?? fullName;
      sources.set(fileName, plan({ type, fullName, fileName }, type, source, xml));
    }
    for (const { component } of context.ofType(type)) {
      const file = component.files.find(({ path }) => !path.endsWith('-meta.xml'));
      if (file) sources.set(component.fileName, plan(component, type, textOfFile(file.content), component.xml));
    }
  }
  return sources;
}

const plan = (
  component: PlannedSource['component'],
  type: CodeType,
  source: string,
  xml: XmlElement | null
): PlannedSource => ({
  component,
  source: {
    kind: CODE_TYPES[type],
    fileName: component.fileName,
    // Editors on Windows add a byte order mark; it is no part of the text.
    source: source.replace(/^\uFEFF/, ''),
    apiVersion: apiVersionOf(xml)
  }
});

const componentOf = (sources: ReadonlyMap<string, PlannedSource>, fileName: string): PlannedSource['component'] =>
  sources.get(fileName)?.component ?? { type: 'ApexClass', fullName: fileName, fileName };

function report(
  context: DeployContext,
  sources: ReadonlyMap<string, PlannedSource>,
  problems: readonly CompileProblem[]
): void {
  for (const { fileName, message, line, column } of problems) {
    const component = componentOf(sources, fileName);
    const isIncoming = context.incoming.has(componentKey(component.type, component.fullName));
    // Code that is not part of the deploy breaks because of it: the message says so, as the platform's does.
    const text = isIncoming
      ? message
      : `Dependent class is invalid and needs recompilation:\n Class ${component.fullName} : ${message}`;
    context.problems.push(problem(component, text, { line, column }));
  }
}

/** Components of a type that code names: those that come and those that are there. */
function namesOf(context: DeployContext, type: string): string[] {
  const names = context.ofType(type).map(({ component }) => component.fullName);
  for (const stored of context.stored.values()) {
    if (stored.type === type && context.has(type, stored.fullName)) names.push(stored.fullName);
  }
  return names;
}
