import { sqlName } from '../schema/ddl/names.js';
import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import type { FieldDefinition, ObjectDefinition, OrgSchema } from '../schema/definitions.js';
import { EffectiveRights } from './effective-rights.js';

export type SharingLevel = 'read' | 'edit';

/** What sharing lets one user see or change, as a condition of SQL. */
export interface SharingFilter {
  /**
   * @param table alias of the object's table. @param owners gives the placeholder of the array of owners.
   * @returns null when every row counts.
   */
  predicate(object: ObjectDefinition, table: string, owners: () => string): string | null;
  /** The user, users below in the role hierarchy, queues and groups: what `owners` stands for. */
  readonly owners: readonly string[];
}

const NO_FILTER: SharingFilter = { predicate: () => null, owners: [] };

/**
 * Sharing of the running user: none in system mode without sharing.
 * https://developer.salesforce.com/docs/atlas.en-us.securityImplGuide.meta/securityImplGuide/security_sharing_owd_about.htm
 */
export function sharingFilter(context: ExecutionContext, access: AccessOptions, level: SharingLevel): SharingFilter {
  if (!access.sharing && access.mode === 'system') return NO_FILTER;
  const { rights } = context;
  const all = rights.systemPermission('ModifyAllData') || (level === 'read' && rights.systemPermission('ViewAllData'));
  if (all) return NO_FILTER;
  return new OwnerFilter(context, level);
}

/** Details follow their master at most this far. */
const MAX_MASTERS = 3;

class OwnerFilter implements SharingFilter {
  readonly owners: readonly string[];

  constructor(
    private readonly context: ExecutionContext,
    private readonly level: SharingLevel
  ) {
    const { rights, user } = context;
    this.owners = rights instanceof EffectiveRights ? rights.visibleOwners : [user.id];
  }

  predicate(object: ObjectDefinition, table: string, owners: () => string, depth = 0): string | null {
    const rights = this.context.rights.object(object.name);
    if (rights.modifyAll || (this.level === 'read' && rights.viewAll)) return null;
    if (object.sharingModel === 'ControlledByParent') return this.ofMaster(object, table, owners, depth);
    if (!this.isLimited(object)) return null;
    const tests = [`${table}.ownerid = ANY(${owners()})`];
    const share = shareOf(this.context.schema, object);
    if (share) tests.push(this.shared(share, table, owners()));
    return tests.length === 1 ? (tests[0] as string) : `(${tests.join(' OR ')})`;
  }

  private isLimited(object: ObjectDefinition): boolean {
    if (!object.fields['ownerid'] || (object.kind !== 'custom' && object.kind !== 'standard')) return false;
    return object.sharingModel === 'Private' || (this.level === 'edit' && object.sharingModel === 'Read');
  }

  private ofMaster(object: ObjectDefinition, table: string, owners: () => string, depth: number): string | null {
    const via = masterOf(object);
    const master = via && this.context.schema.object(via.referenceTo[0] as string);
    if (!master || depth >= MAX_MASTERS) return null;
    const alias = `master${depth}`;
    const test = this.predicate(master, alias, owners, depth + 1);
    if (test === null) return null;
    const column = `${table}.${sqlName(via.name)}`;
    const through = `EXISTS (SELECT 1 FROM ${sqlName(master.name)} ${alias} WHERE ${alias}.id = ${column} AND ${test})`;
    return object.fields['ownerid'] && !via.required
      ? `(${through} OR (${column} IS NULL AND ${table}.ownerid = ANY(${owners()})))`
      : through;
  }

  private shared(
    share: { object: ObjectDefinition; parent: string; level: string },
    table: string,
    owners: string
  ): string {
    const levels = this.level === 'read' ? '' : ` AND share.${sqlName(share.level)} IN ('Edit', 'All')`;
    return (
      `EXISTS (SELECT 1 FROM ${sqlName(share.object.name)} share WHERE share.${sqlName(share.parent)} = ${table}.id ` +
      `AND share.userorgroupid = ANY(${owners}) AND NOT share.isdeleted${levels})`
    );
  }
}

function masterOf(object: ObjectDefinition): FieldDefinition | null {
  const fields = Object.values(object.fields);
  return fields.find((field) => field.masterDetail) ?? object.fields['accountid'] ?? null;
}

/** AccountShare, Order__Share: who else a row was shared with. */
function shareOf(
  schema: OrgSchema,
  object: ObjectDefinition
): { object: ObjectDefinition; parent: string; level: string } | null {
  const custom = /__c$/i.test(object.name);
  const share = schema.object(custom ? object.name.replace(/__c$/i, '__Share') : `${object.name}Share`);
  if (!share?.fields['userorgroupid']) return null;
  return custom
    ? { object: share, parent: 'ParentId', level: 'AccessLevel' }
    : { object: share, parent: `${object.name}Id`, level: `${object.name}AccessLevel` };
}

/** Ids of the rows the user may change. */
export function editableIds(
  context: ExecutionContext,
  object: ObjectDefinition,
  ids: readonly string[],
  access: AccessOptions
): ReadonlySet<string> | 'all' {
  const filter = sharingFilter(context, access, 'edit');
  const test = filter.predicate(object, 't', () => '$2::text[]');
  if (test === null) return 'all';
  const { rows } = context.db.query(
    `SELECT t.id FROM ${sqlName(object.name)} t WHERE t.id = ANY($1::text[]) AND ${test}`,
    [ids, filter.owners]
  );
  return new Set(rows.map((row) => row[0] as string));
}
