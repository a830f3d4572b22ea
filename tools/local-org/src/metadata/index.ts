export { deploy } from './deploy/deploy.js';
export { brokenResult } from './deploy/result.js';
export { DEFAULT_OPTIONS, NO_TESTS } from './deploy/types.js';
export type {
  DeployEnvironment,
  DeployMessage,
  DeployOptions,
  DeployOutcome,
  DeployRequest,
  DeployResult,
  DeployStatus,
  RunTestResult,
  TestFailure,
  TestLevel,
  TestRequest,
  TestSuccess
} from './deploy/types.js';
export { loadOrg } from './load-org.js';
export type { LabelContents, NamedCredentialContents, OrgContents } from './load-org.js';
export type { Component, MetadataPackage, Problem } from './model/component.js';
export { readArchive } from './readers/read-archive.js';
export { ProjectError, readProject, readSource } from './readers/read-source.js';
export { ArchiveError } from './readers/zip.js';
export { describeMetadata } from './retrieve/describe.js';
export type { DescribeMetadataObject } from './retrieve/describe.js';
export { listMetadata } from './retrieve/file-properties.js';
export type { FileProperties } from './retrieve/file-properties.js';
export { retrieve } from './retrieve/retrieve.js';
export type { RetrieveRequest, RetrieveResult } from './retrieve/retrieve.js';
