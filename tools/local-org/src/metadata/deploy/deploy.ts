import { SqlError } from '../../database/connection.js';
import { loadOrg } from '../load-org.js';
import { componentKey, problem, type Component, type Deletion } from '../model/component.js';
import { childTypeByName, fileTypeByName, isKnownType } from '../registry/types.js';
import { digestOf } from '../store/component-store.js';
import { trackChanges, tracksSource } from '../store/source-members.js';
import { compileCode, storeCode } from './code-stage.js';
import { DeployContext, isChanged } from './context.js';
import { checkPageReferences } from './page-references.js';
import { buildResult, runsTests } from './result.js';
import { applyRows, validateRows } from './row-stage.js';
import { applySchema, planSchema } from './schema-stage.js';
import { sourceChanges } from './source-changes.js';
import {
  NO_TESTS,
  type DeployEnvironment,
  type DeployOutcome,
  type DeployRequest,
  type RunTestResult
} from './types.js';

/** One deploy at a time in an org: a second one waits here for the first to end. */
const DEPLOY_LOCK = 7_348_001;
const SOURCE_MEMBER_PREFIX = '0MZ';

/**
 * Deploys a package inside the caller's database transaction: reads components, plans the schema, brings the tables to
 * it, compiles all code, writes rows, stores what was deployed, runs tests. The caller commits or rolls back as the
 * outcome says; nothing of a failed or check-only deploy stays.
 */
export function deploy(request: DeployRequest, environment: DeployEnvironment): DeployOutcome {
  const startedAt = environment.now();
  environment.db.query('SELECT pg_advisory_xact_lock($1::bigint)', [DEPLOY_LOCK]);
  const context = new DeployContext(request, environment);
  context.problems.push(...request.package.problems);
  admit(context);
  const tests = run(context);
  const result = buildResult(context, tests, startedAt);
  const commit = result.success && !request.options.checkOnly && context.changes();
  const version = environment.schema.version + (commit ? 1 : 0);
  return { result, commit, version, deferred: context.deferred };
}

/** Sorts what comes in and what goes away against what the org has. */
function admit(context: DeployContext): void {
  const { components, deleteBefore, deleteAfter } = context.request.package;
  for (const deletion of deleteBefore) remove(context, deletion);
  for (const component of components) bring(context, component);
  for (const deletion of deleteAfter) {
    context.incoming.delete(componentKey(deletion.type, deletion.fullName));
    remove(context, deletion);
  }
}

function bring(context: DeployContext, component: Component): void {
  const key = componentKey(component.type, component.fullName);
  if (context.incoming.has(key)) {
    context.problems.push(
      problem(component, `${component.type} ${component.fullName} is in the package more than once`)
    );
    return;
  }
  const removed = context.removed.get(key);
  // Deleted first and deployed again: it starts anew.
  const stored = removed ? null : (context.stored.get(key) ?? null);
  context.incoming.set(key, { component, digest: digestOf(component), stored });
  const inert = fileTypeByName(component.type)?.inert;
  if (inert) context.problems.push(problem(component, `${component.type}: ${inert}`, undefined, 'Warning'));
}

function remove(context: DeployContext, deletion: Deletion): void {
  const { type, fullName, fileName } = deletion;
  if (!isKnownType(type)) {
    context.problems.push(
      problem({ type: '', fullName: fileName, fileName }, `Unknown type name '${type}' specified in ${fileName}`)
    );
    return;
  }
  const stored = context.stored.get(componentKey(type, fullName)) ?? null;
  context.deletions.push({ type, fullName, fileName, id: stored?.id ?? null });
  if (!stored) {
    context.problems.push(
      problem({ type, fullName, fileName }, `No ${type} named: ${fullName} found`, undefined, 'Warning')
    );
    return;
  }
  context.removed.set(componentKey(type, fullName), stored);
  // Parts go with the whole.
  const children = fileTypeByName(type)?.children ?? [];
  if (children.length === 0) return;
  for (const [key, part] of context.stored) {
    const isPart = childTypeByName(part.type)?.parent.name === type;
    if (isPart && part.fullName.toLowerCase().startsWith(`${fullName.toLowerCase()}.`)) context.removed.set(key, part);
    const isRecord = type === 'CustomObject' && part.type === 'CustomMetadata';
    if (isRecord && part.fullName.toLowerCase().startsWith(`${fullName.toLowerCase().replace(/__mdt$/, '')}.`)) {
      context.removed.set(key, part);
    }
  }
}

/** Stage by stage; a stage with problems ends the deploy, unless what failed may be left out. */
function run(context: DeployContext): RunTestResult {
  const partial = !context.request.options.rollbackOnError;
  let planned = planSchema(context);
  // What is left out may be what another component builds on: a formula, say.
  while (partial && context.dropFailed()) planned = planSchema(context);
  validateRows(context, planned.schema);
  checkPageReferences(context);
  if (context.hasErrors() && !partial) {
    // Code is checked only against a sound schema: otherwise one bad field would show as a hundred errors.
    return NO_TESTS;
  }
  if (partial) context.dropFailed();
  try {
    applySchema(context, planned.schema, planned.editor);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    context.broken = true;
    context.problems.push(dataProblem(context, error));
    return NO_TESTS;
  }
  const code = compileCode(context, planned.schema);
  if (context.hasErrors() && !partial) return NO_TESTS;
  applyRows(context, planned.schema);
  storeCode(context, code);
  save(context);
  if (!runsTests(context.request)) return NO_TESTS;
  if (!context.environment.runTests) throw new Error('this deploy wants tests, but nothing here can run them');
  const { testLevel, runTests } = context.request.options;
  return context.environment.runTests({ level: testLevel, classes: runTests }, loadOrg(context.environment.db));
}

function save(context: DeployContext): void {
  const { store, environment, author } = context;
  if (tracksSource(context.before)) {
    trackChanges(environment.db, sourceChanges(context), author, () => environment.newId(SOURCE_MEMBER_PREFIX));
  }
  store.delete([...context.removed.values()]);
  const changed = [...context.incoming].filter(([, entry]) => isChanged(entry));
  store.save(
    changed.map(([key, { component, digest }]) => ({ component, digest, id: context.ids.get(key) ?? '' })),
    author
  );
  if (context.changes()) environment.db.query('UPDATE meta.org SET version = version + 1');
}

/** Data that stands in the way of a new definition: duplicates under a new unique field, text that is no number. */
function dataProblem(context: DeployContext, error: SqlError) {
  const object = error.table ?? '';
  const field = error.column ?? /\(([a-z0-9_]+)\)/i.exec(error.detail ?? '')?.[1] ?? '';
  const candidates = [...context.incoming.values()].map(({ component }) => component);
  const component = candidates.find(
    ({ type, fullName }) => type === 'CustomField' && fullName.toLowerCase() === `${object}.${field}`
  ) ??
    candidates.find(({ type, fullName }) => type === 'CustomObject' && fullName.toLowerCase() === object) ?? {
      type: 'CustomObject',
      fullName: object,
      fileName: ''
    };
  const text =
    error.code === '23505'
      ? 'The field has duplicate values: remove them before it can be made unique'
      : `Existing data does not fit the new definition: ${error.message}`;
  return problem(component, text);
}
