import {
  ArchiveError,
  brokenResult,
  deploy,
  listMetadata,
  readArchive,
  retrieve,
  type DeployOptions,
  type DeployResult,
  type FileProperties,
  type RetrieveRequest,
  type RetrieveResult
} from '../../metadata/index.js';
import { ApiError } from '../../platform/api-error.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { XmlElement } from '../../metadata/xml/element.js';
import { runDeployTests } from './deploy-tests.js';
import { standardPicklist } from './standard-picklist.js';

export interface DeployBegin {
  readonly archive: Uint8Array;
  readonly options: DeployOptions;
}

/** What checkDeployStatus answers while a deploy waits or runs. */
export type DeployState =
  DeployResult | (Pick<DeployResult, 'id' | 'status' | 'done' | 'success' | 'checkOnly'> & { readonly done: false });

/** Deploys kept for quick deploys: the platform's ten days. */
const QUICK_DEPLOY_DAYS = 10;

/** Ends a transaction that must not be committed; what it found out travels beside it. */
class RolledBack extends Error {}

export const metadataOperations: HandlerTable = {
  /** Notes a deploy down. @returns its id. */
  'deploy-begin': (context: SlotContext, { archive, options }: DeployBegin): string =>
    context.transaction({}, (tx) => {
      requireMetadataRights(tx.rights);
      const id = tx.newId('0Af');
      tx.db.query(
        `INSERT INTO meta.deployment (id, created_by, created_date, status, options, archive)
         VALUES ($1, $2, $3::timestamp, 'Pending', $4::jsonb, decode($5, 'base64'))`,
        [id, tx.user.id, sqlNow(tx.now()), JSON.stringify(options), Buffer.from(archive).toString('base64')]
      );
      return id;
    }),

  /** After a restart: deploys that have no result wait again, those that were being canceled are. */
  'deploy-recover': (context: SlotContext): { id: string; userId: string }[] =>
    context.transaction({}, (tx) => {
      tx.db.query("UPDATE meta.deployment SET status = 'Canceled' WHERE status = 'Canceling'");
      tx.db.query("UPDATE meta.deployment SET status = 'Pending' WHERE status = 'InProgress' AND result IS NULL");
      const { rows } = tx.db.query(
        "SELECT id, created_by FROM meta.deployment WHERE status = 'Pending' ORDER BY created_date, id"
      );
      return rows.map(([id, userId]) => ({ id: String(id), userId: String(userId) }));
    }),

  'standard-picklist': (context: SlotContext, { fullName }: { fullName: string }): readonly XmlElement[] | null =>
    context.transaction({}, (tx) => {
      requireMetadataRights(tx.rights);
      return standardPicklist(tx, fullName);
    }),

  'deploy-run': (context: SlotContext, { id }: { id: string }): DeployResult => runDeploy(context, id),

  'deploy-status': (context: SlotContext, { id }: { id: string }): DeployState =>
    context.transaction({}, (tx) => stateOf(tx.db, id)),

  /** Cancels a deploy that has not ended. @returns true when it will not run any more. */
  'deploy-cancel': (context: SlotContext, { id }: { id: string }): boolean =>
    context.transaction({}, (tx) => {
      const state = stateOf(tx.db, id);
      if (state.done) throw new ApiError(400, 'INVALID_ID_FIELD', `Deployment already completed: ${id}`);
      const next = state.status === 'Pending' ? 'Canceled' : 'Canceling';
      tx.db.query('UPDATE meta.deployment SET status = $2 WHERE id = $1', [id, next]);
      return next === 'Canceled';
    }),

  /** Starts the deploy of what was validated. @returns the id of the new deploy. */
  'deploy-validated': (context: SlotContext, { id }: { id: string }): string =>
    context.transaction({}, (tx) => {
      requireMetadataRights(tx.rights);
      const state = stateOf(tx.db, id);
      if (!state.done || !state.checkOnly || !state.success) throw notQuick(`${id} is no successful validation`);
      if (isOvertaken(tx.db, id)) throw notQuick(`something was deployed after the validation ${id}: validate again`);
      const fresh = tx.newId('0Af');
      const copied = tx.db.query(
        `INSERT INTO meta.deployment (id, created_by, created_date, status, options, archive)
         SELECT $2, $3, $4::timestamp, 'Pending', options || '{"checkOnly":false,"testLevel":"NoTestRun","runTests":[]}'::jsonb, archive
           FROM meta.deployment
          WHERE left(id, 15) = $1 AND archive IS NOT NULL AND created_date > $4::timestamp - make_interval(days => ${QUICK_DEPLOY_DAYS})`,
        [id.slice(0, 15), fresh, tx.user.id, sqlNow(tx.now())]
      );
      if (copied.rowCount === 0) {
        throw notQuick(`the validation ${id} is older than ${QUICK_DEPLOY_DAYS} days: validate again`);
      }
      return fresh;
    }),

  retrieve: (context: SlotContext, request: RetrieveRequest): RetrieveResult & { readonly id: string } =>
    context.transaction({}, (tx) => {
      requireMetadataRights(tx.rights);
      return { id: tx.newId('09S'), ...retrieve(tx.db, request) };
    }),

  'list-metadata': (context: SlotContext, { types }: { types: readonly string[] }): FileProperties[] =>
    context.transaction({}, (tx) => types.flatMap((type) => listMetadata(tx.db, type)))
};

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_intro.htm (user permissions) */
function requireMetadataRights(rights: { systemPermission(name: string): boolean }): void {
  if (rights.systemPermission('ModifyAllData') || rights.systemPermission('ModifyMetadata')) return;
  throw new ApiError(
    403,
    'INSUFFICIENT_ACCESS',
    'use of the Metadata API requires a user with the ModifyAllData or ModifyMetadata permissions'
  );
}

const sqlNow = (ms: number): string => new Date(ms).toISOString();

type Connection = Parameters<typeof listMetadata>[0];

function stateOf(db: Connection, id: string): DeployState {
  const [row] = db.query('SELECT status, result, options FROM meta.deployment WHERE left(id, 15) = left($1, 15)', [
    id
  ]).rows;
  if (!row) throw new ApiError(404, 'INVALID_CROSS_REFERENCE_KEY', `invalid deployment id: ${id}`);
  const [status, result, options] = row;
  if (result !== null) return JSON.parse(String(result)) as DeployResult;
  const { checkOnly } = JSON.parse(String(options)) as DeployOptions;
  const done = status === 'Canceled';
  return { id, status: String(status) as DeployResult['status'], done, success: false, checkOnly } as DeployState;
}

/** After a deploy no earlier validation counts any more (help: "Monitor Deployments", quick deployments). */
function isOvertaken(db: Connection, validation: string): boolean {
  const { rowCount } = db.query(
    `SELECT 1 FROM meta.deployment v JOIN meta.deployment d ON d.created_date > v.created_date
      WHERE left(v.id, 15) = $1 AND NOT (d.options ->> 'checkOnly')::boolean
        AND (d.result IS NULL OR (d.result ->> 'success')::boolean) AND d.status <> 'Canceled' LIMIT 1`,
    [validation.slice(0, 15)]
  );
  return rowCount > 0;
}

/** The CLI knows the refusal by its code. */
const notQuick = (reason: string): ApiError =>
  new ApiError(400, 'INVALID_ID_FIELD', `It cannot be quick-deployed: ${reason}`);

/** One deploy from its archive to its stored result; whatever happens, there is a result. */
function runDeploy(context: SlotContext, id: string): DeployResult {
  const { options, archive } = context.transaction({}, (tx) => {
    const [row] = tx.db.query(
      `UPDATE meta.deployment SET status = 'InProgress' WHERE id = $1 AND status = 'Pending'
       RETURNING options, encode(archive, 'base64')`,
      [id]
    ).rows;
    if (!row) throw new RolledBack(`the deployment ${id} was canceled`);
    return {
      options: JSON.parse(String(row[0])) as DeployOptions,
      archive: new Uint8Array(Buffer.from(String(row[1]), 'base64'))
    };
  });
  const result = attempt(context, id, options, archive);
  return context.transaction({}, (tx) => {
    const [row] = tx.db.query('SELECT status FROM meta.deployment WHERE id = $1 FOR UPDATE', [id]).rows;
    const final: DeployResult =
      row?.[0] === 'Canceling' && !result.success ? { ...result, status: 'Canceled' } : result;
    tx.db.query(
      `UPDATE meta.deployment SET status = $2, result = $3::json, archive = CASE WHEN $4 THEN archive END WHERE id = $1`,
      [id, final.status, JSON.stringify(final), options.checkOnly && final.success]
    );
    return final;
  });
}

function attempt(context: SlotContext, id: string, options: DeployOptions, archive: Uint8Array): DeployResult {
  let result: DeployResult | null = null;
  const { slot } = context;
  const userName = slot.user(context.userId).username;
  const broken = (code: string, message: string): DeployResult =>
    brokenResult(id, options, { userId: context.userId, userName, now: slot.clock.now() }, code, message);
  try {
    const content = readArchive(archive, options.singlePackage);
    context.transaction({ quiddity: 'ANONYMOUS' }, (tx) => {
      const outcome = deploy(
        { id, package: content, options },
        {
          db: tx.db,
          schema: tx.schema,
          units: slot.image.contents.units,
          userId: tx.user.id,
          userName,
          orgId: tx.orgId,
          now: () => tx.now(),
          newId: (prefix) => tx.newId(prefix),
          runTests: (request, org) => runDeployTests(context, request, org)
        }
      );
      result = outcome.result;
      if (!outcome.commit) throw new RolledBack();
      const [row] = tx.db.query('SELECT status FROM meta.deployment WHERE id = $1', [id]).rows;
      if (row?.[0] === 'Canceling') {
        result = { ...outcome.result, status: 'Canceled', success: false };
        throw new RolledBack();
      }
      tx.newVersion = outcome.version;
      tx.setupChanged = true;
    });
  } catch (error) {
    if (error instanceof RolledBack) return result ?? broken('UNKNOWN_EXCEPTION', error.message);
    if (error instanceof ArchiveError) return broken('INVALID_OPERATION', error.message);
    return broken('UNKNOWN_EXCEPTION', error instanceof Error ? error.message : String(error));
  }
  return result ?? broken('UNKNOWN_EXCEPTION', 'the deploy gave no result');
}
