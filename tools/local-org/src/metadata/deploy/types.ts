import type { CompiledUnit } from '../../apex/runtime/compiled.js';
import type { SyncConnection } from '../../database/connection.js';
import type { OrgSchema } from '../../schema/definitions.js';
import type { OrgContents } from '../load-org.js';
import type { MetadataPackage, Problem } from '../model/component.js';

export type TestLevel = 'NoTestRun' | 'RunSpecifiedTests' | 'RunLocalTests' | 'RunAllTestsInOrg' | 'RunRelevantTests';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_deploy.htm (DeployOptions) */
export interface DeployOptions {
  readonly checkOnly: boolean;
  readonly rollbackOnError: boolean;
  readonly ignoreWarnings: boolean;
  readonly singlePackage: boolean;
  readonly testLevel: TestLevel;
  readonly runTests: readonly string[];
  /** Apex that needs what the local org has not compiles, and throws where it needs it. Only the local org's own tools ask. */
  readonly defersMissing?: boolean;
}

export const DEFAULT_OPTIONS: DeployOptions = {
  checkOnly: false,
  rollbackOnError: true,
  ignoreWarnings: true,
  singlePackage: true,
  testLevel: 'NoTestRun',
  runTests: []
};

export interface DeployRequest {
  /** `0Af…`, 18 characters. */
  readonly id: string;
  readonly package: MetadataPackage;
  readonly options: DeployOptions;
}

/** What a deploy needs of the slot it runs in. The caller owns the database transaction. */
export interface DeployEnvironment {
  readonly db: SyncConnection;
  /** The schema before. */
  readonly schema: OrgSchema;
  /** Compiled units before. */
  readonly units: readonly CompiledUnit[];
  readonly userId: string;
  /** Of the user, for the result. */
  readonly userName: string;
  readonly orgId: string;
  now(): number;
  newId(keyPrefix: string): string;
  /** Runs tests against what this transaction has made of the org, and undoes their work. Null: nothing can be run here. */
  readonly runTests: ((request: TestRequest, org: OrgContents) => RunTestResult) | null;
}

export interface TestRequest {
  readonly level: TestLevel;
  /** Class names of RunSpecifiedTests. */
  readonly classes: readonly string[];
}

/** One component's message, in the shape of the Metadata API. */
export interface DeployMessage {
  readonly componentType: string;
  readonly fullName: string;
  readonly fileName: string;
  readonly id?: string;
  readonly created: boolean;
  readonly changed: boolean;
  readonly deleted: boolean;
  readonly success: boolean;
  readonly createdDate: string;
  readonly problem?: string;
  readonly problemType?: 'Error' | 'Warning';
  readonly lineNumber?: number;
  readonly columnNumber?: number;
}

export interface TestSuccess {
  readonly id: string;
  readonly name: string;
  readonly methodName: string;
  readonly namespace: null;
  readonly seeAllData: boolean;
  /** Milliseconds. */
  readonly time: number;
}

export interface TestFailure extends TestSuccess {
  readonly packageName: string;
  readonly message: string;
  readonly stackTrace: string | null;
  readonly type: 'Class';
}

export interface CodeCoverageResult {
  readonly id: string;
  readonly name: string;
  readonly type: 'Class' | 'Trigger';
  readonly namespace: null;
  readonly numLocations: number;
  readonly numLocationsNotCovered: number;
  readonly locationsNotCovered: readonly {
    readonly line: number;
    readonly column: number;
    readonly numExecutions: number;
    readonly time: number;
  }[];
  readonly dmlInfo: readonly [];
  readonly methodInfo: readonly [];
  readonly soqlInfo: readonly [];
  readonly soslInfo: readonly [];
}

export interface RunTestResult {
  readonly numFailures: number;
  readonly numTestsRun: number;
  /** Milliseconds. */
  readonly totalTime: number;
  readonly successes: readonly TestSuccess[];
  readonly failures: readonly TestFailure[];
  readonly codeCoverage: readonly CodeCoverageResult[];
  readonly codeCoverageWarnings: readonly {
    readonly id: string;
    readonly message: string;
    readonly name: string;
    readonly namespace: null;
  }[];
  readonly flowCoverage: readonly [];
  readonly flowCoverageWarnings: readonly [];
}

export const NO_TESTS: RunTestResult = {
  numFailures: 0,
  numTestsRun: 0,
  totalTime: 0,
  successes: [],
  failures: [],
  codeCoverage: [],
  codeCoverageWarnings: [],
  flowCoverage: [],
  flowCoverageWarnings: []
};

export type DeployStatus =
  'Pending' | 'InProgress' | 'Succeeded' | 'SucceededPartial' | 'Failed' | 'Canceling' | 'Canceled';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_deployresult.htm */
export interface DeployResult {
  readonly id: string;
  readonly status: DeployStatus;
  readonly success: boolean;
  readonly done: boolean;
  readonly checkOnly: boolean;
  readonly ignoreWarnings: boolean;
  readonly rollbackOnError: boolean;
  readonly runTestsEnabled: boolean;
  readonly createdBy: string;
  readonly createdByName: string;
  readonly createdDate: string;
  readonly startDate: string;
  readonly lastModifiedDate: string;
  readonly completedDate: string;
  readonly numberComponentErrors: number;
  readonly numberComponentsDeployed: number;
  readonly numberComponentsTotal: number;
  readonly numberTestErrors: number;
  readonly numberTestsCompleted: number;
  readonly numberTestsTotal: number;
  readonly errorMessage?: string;
  readonly errorStatusCode?: string;
  readonly details: {
    readonly componentSuccesses: readonly DeployMessage[];
    readonly componentFailures: readonly DeployMessage[];
    readonly runTestResult: RunTestResult;
  };
}

export interface DeployOutcome {
  readonly result: DeployResult;
  /** The caller must commit; otherwise it must roll back. */
  readonly commit: boolean;
  /** The org's version after the commit. */
  readonly version: number;
  /** What Apex needs that the local org has not; only with `defersMissing`. */
  readonly deferred: readonly Problem[];
}
