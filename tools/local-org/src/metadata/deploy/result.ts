import { componentKey, type Problem } from '../model/component.js';
import type { DeployContext } from './context.js';
import {
  NO_TESTS,
  type DeployMessage,
  type DeployRequest,
  type DeployResult,
  type DeployStatus,
  type RunTestResult
} from './types.js';

/** Everything a deploy found out, in the shape of the Metadata API. */
export function buildResult(context: DeployContext, tests: RunTestResult, startedAt: number): DeployResult {
  const { options } = context.request;
  const finishedAt = new Date(context.environment.now()).toISOString();
  const failures = context.problems
    .filter(({ severity }) => severity === 'Error')
    .map((entry) => failureMessage(entry, finishedAt));
  const failed = context.failedKeys();
  const warnings = new Map(
    context.problems
      .filter(({ severity }) => severity === 'Warning')
      .map((entry) => [componentKey(entry.type, entry.fullName), entry])
  );
  const successes = successMessages(context, failed, warnings, finishedAt);
  const testsFailed = tests.numFailures > 0;
  const success = failures.length === 0 && !testsFailed;
  const partial = failures.length > 0 && !options.rollbackOnError && !testsFailed && !context.broken;
  const status: DeployStatus = success ? 'Succeeded' : partial ? 'SucceededPartial' : 'Failed';
  // The manifest is no component, and what was to be deleted and is not there was not deployed.
  const absent = context.deletions.filter(
    ({ id, type, fullName }) => id === null && !failed.has(componentKey(type, fullName))
  ).length;
  const components = successes.filter(({ componentType }) => componentType !== '').length - absent;
  const failedComponents = new Set(failures.map(({ componentType, fullName }) => componentKey(componentType, fullName)))
    .size;
  return {
    ...header(context, startedAt, finishedAt),
    status,
    success: success || partial,
    done: true,
    runTestsEnabled: runsTests(context.request),
    numberComponentErrors: failedComponents,
    numberComponentsDeployed: components,
    numberComponentsTotal: components + failedComponents,
    numberTestErrors: tests.numFailures,
    numberTestsCompleted: tests.numTestsRun - tests.numFailures,
    numberTestsTotal: tests.numTestsRun,
    details: { componentSuccesses: successes, componentFailures: failures, runTestResult: tests }
  };
}

/** A deploy that broke as a whole: the archive could not be read, say. */
export function brokenResult(
  id: string,
  options: DeployRequest['options'],
  who: { readonly userId: string; readonly userName: string; readonly now: number },
  errorStatusCode: string,
  errorMessage: string
): DeployResult {
  const at = new Date(who.now).toISOString();
  return {
    id,
    status: 'Failed',
    success: false,
    done: true,
    checkOnly: options.checkOnly,
    ignoreWarnings: options.ignoreWarnings,
    rollbackOnError: options.rollbackOnError,
    runTestsEnabled: false,
    createdBy: who.userId,
    createdByName: who.userName,
    createdDate: at,
    startDate: at,
    lastModifiedDate: at,
    completedDate: at,
    numberComponentErrors: 0,
    numberComponentsDeployed: 0,
    numberComponentsTotal: 0,
    numberTestErrors: 0,
    numberTestsCompleted: 0,
    numberTestsTotal: 0,
    errorMessage,
    errorStatusCode,
    details: { componentSuccesses: [], componentFailures: [], runTestResult: NO_TESTS }
  };
}

export const runsTests = ({ options }: DeployRequest): boolean => options.testLevel !== 'NoTestRun';

function header(context: DeployContext, startedAt: number, finishedAt: string) {
  const { options, id } = context.request;
  const start = new Date(startedAt).toISOString();
  return {
    id,
    checkOnly: options.checkOnly,
    ignoreWarnings: options.ignoreWarnings,
    rollbackOnError: options.rollbackOnError,
    createdBy: context.environment.userId,
    createdByName: context.environment.userName,
    createdDate: start,
    startDate: start,
    lastModifiedDate: finishedAt,
    completedDate: finishedAt
  };
}

function failureMessage(entry: Problem, createdDate: string): DeployMessage {
  return {
    componentType: entry.type,
    fullName: entry.fullName,
    fileName: entry.fileName,
    created: false,
    changed: false,
    deleted: false,
    success: false,
    createdDate,
    problem: entry.message,
    problemType: 'Error',
    ...(entry.line === null ? {} : { lineNumber: entry.line }),
    ...(entry.column === null ? {} : { columnNumber: entry.column })
  };
}

function successMessages(
  context: DeployContext,
  failed: ReadonlySet<string>,
  warnings: ReadonlyMap<string, Problem>,
  createdDate: string
): DeployMessage[] {
  const messages: DeployMessage[] = [];
  const add = (
    key: string,
    message: Pick<DeployMessage, 'componentType' | 'fullName' | 'fileName' | 'created' | 'changed' | 'deleted'>,
    id: string | null
  ): void => {
    const warning = warnings.get(key);
    messages.push({
      ...message,
      ...(id === null ? {} : { id }),
      success: true,
      createdDate,
      ...(warning ? { problem: warning.message, problemType: 'Warning' } : {})
    });
  };
  for (const [key, { component, stored, digest }] of context.incoming) {
    if (failed.has(key)) continue;
    const { type: componentType, fullName, fileName } = component;
    const created = stored === null;
    const changed = created || stored.digest !== digest;
    add(
      key,
      { componentType, fullName, fileName, created, changed, deleted: false },
      context.ids.get(key) ?? stored?.id ?? null
    );
  }
  for (const { type, fullName, fileName, id } of context.deletions) {
    const key = componentKey(type, fullName);
    if (failed.has(key)) continue;
    // Something that is not there is reported under the manifest's name, as a warning.
    const absent = id === null;
    add(
      key,
      {
        componentType: type,
        fullName: absent ? fileName : fullName,
        fileName,
        created: false,
        changed: !absent,
        deleted: !absent
      },
      id
    );
  }
  messages.push({
    componentType: '',
    fullName: 'package.xml',
    fileName: 'package.xml',
    created: false,
    changed: true,
    deleted: false,
    success: true,
    createdDate
  });
  return messages;
}
