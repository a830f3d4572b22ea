import { deploy, DEFAULT_OPTIONS, type DeployMessage, type MetadataPackage } from '../../metadata/index.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { grantEverything, grantsRights } from './package-grants.js';
import { insertRows } from '../../schema/org/rows.js';

export interface ProjectDeployRequest {
  readonly package: MetadataPackage;
  /** Leave out what fails and commit the rest. */
  readonly keepGoing: boolean;
  /** Permission sets that the running user gets; absent: none. */
  readonly permissionSets?: readonly string[] | 'all';
}

export interface SourceProblem {
  readonly file: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface ProjectDeployReply {
  /** Apex classes and triggers of the package. */
  readonly classes: number;
  readonly compiled: number;
  readonly compileErrors: readonly SourceProblem[];
  /** Components other than Apex that were refused. */
  readonly deployErrors: readonly SourceProblem[];
  /** With keepGoing: what compiled Apex needs that the local org has not; it throws where it is reached. */
  readonly notSupported: readonly SourceProblem[];
}

class RolledBack extends Error {}

const isApex = ({ type }: { readonly type: string }): boolean => type === 'ApexClass' || type === 'ApexTrigger';

/** Deploys of the local org's own tools: a project as it was read from disk, without an archive between. */
export const projectOperations: HandlerTable = {
  'deploy-project': (context: SlotContext, request: ProjectDeployRequest): ProjectDeployReply => {
    const failures: DeployMessage[] = [];
    const notSupported: SourceProblem[] = [];
    try {
      context.transaction({ quiddity: 'ANONYMOUS' }, (tx) => {
        const { result, commit, version, deferred } = deploy(
          {
            id: tx.newId('0Af'),
            package: request.package,
            options: { ...DEFAULT_OPTIONS, rollbackOnError: !request.keepGoing, defersMissing: request.keepGoing }
          },
          {
            db: tx.db,
            schema: tx.schema,
            units: context.slot.image.contents.units,
            userId: tx.user.id,
            userName: tx.user.username,
            orgId: tx.orgId,
            now: () => tx.now(),
            newId: (prefix) => tx.newId(prefix),
            runTests: null
          }
        );
        failures.push(...result.details.componentFailures.filter((failure) => failure.problemType !== 'Warning'));
        notSupported.push(
          ...deferred.map(({ fileName, message, line, column }) => ({
            file: fileName,
            message,
            line: line ?? 0,
            column: column ?? 0
          }))
        );
        if (!commit) throw new RolledBack();
        assignPermissionSets(tx, request);
        if (request.permissionSets === 'all' && !grantsRights(request.package)) grantEverything(tx);
        tx.newVersion = version;
        tx.setupChanged = true;
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
    return { ...replyOf(request.package, failures), notSupported };
  }
};

const keyOf = ({ type, fullName }: { readonly type: string; readonly fullName: string }): string =>
  `${type}:${fullName.toLowerCase()}`;

/** As after `sf org assign permset`: what a project's tests may see of its objects is granted by its permission sets. */
function assignPermissionSets(tx: SlotTransaction, { package: source, permissionSets }: ProjectDeployRequest): void {
  const names =
    permissionSets === 'all'
      ? source.components.flatMap(({ type, fullName }) => (type === 'PermissionSet' ? [fullName] : []))
      : (permissionSets ?? []);
  const assignment = tx.schema.object('PermissionSetAssignment');
  if (!assignment || names.length === 0) return;
  const { rows } = tx.db.query('SELECT id FROM permissionset WHERE name = ANY($1) AND NOT isownedbyprofile', [names]);
  insertRows(
    tx.db,
    assignment,
    rows.map(([id]) => ({
      Id: tx.newId(assignment.keyPrefix),
      AssigneeId: tx.user.id,
      PermissionSetId: String(id),
      IsActive: true
    })),
    { userId: tx.user.id, now: tx.now() }
  );
}

function replyOf(
  source: MetadataPackage,
  failures: readonly DeployMessage[]
): Omit<ProjectDeployReply, 'notSupported'> {
  const known = new Set(source.components.filter(isApex).map(keyOf));
  const problems = failures.map((failure) => ({
    type: known.has(keyOf({ type: failure.componentType, fullName: failure.fullName })) ? failure.componentType : '',
    problem: {
      file: failure.fileName,
      message: failure.problem ?? '',
      line: failure.lineNumber ?? 0,
      column: failure.columnNumber ?? 0
    }
  }));
  const apex = problems.filter(isApex).map(({ problem }) => problem);
  const classes = source.components.filter(isApex).length;
  return {
    classes,
    compiled: classes - new Set(apex.map(({ file }) => file)).size,
    compileErrors: apex,
    deployErrors: problems.filter((item) => !isApex(item)).map(({ problem }) => problem)
  };
}
