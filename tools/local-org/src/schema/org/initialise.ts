import type { SyncConnection } from '../../database/connection.js';
import type { ObjectDefinition, OrgSchema } from '../definitions.js';
import { createTable } from '../ddl/tables.js';
import { createOrgSchema } from '../org-schema.js';
import { standardObjects } from '../standard/index.js';
import type { OrgFeature } from './features.js';
import { IdAllocator } from './id-allocator.js';
import { LATER_TABLES, META_TABLES } from './meta-tables.js';
import { insertRow, insertRows, sqlTimestamp, type RowAuthor, type RowValues } from './rows.js';
import { rememberStandard, standardDigest } from './upgrade.js';
import { LIMITED, STANDARD_PROFILES, USER_LICENSES, type StandardProfile } from './standard-profiles.js';

export interface OrgSeed {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly organizationName?: string;
  readonly adminUsername?: string;
  readonly adminEmail?: string;
  /** As Organization.OrganizationType says it: 'Enterprise Edition'. */
  readonly organizationType?: string;
  /** Time zone of organisation and administrator; public test suites assume America/Los_Angeles. */
  readonly timeZone?: string;
  /** Scratch orgs: both; sandboxes: isSandbox only. They decide how the `sf` CLI treats the org. */
  readonly isSandbox?: boolean;
  readonly trialExpirationDate?: number | null;
  readonly features?: readonly OrgFeature[];
  /** The database may be the copy of a template: make an org of its own of it. */
  readonly renew?: boolean;
}

/** Who the org is, for those who have no schema yet. Ids have 18 characters. */
export interface OrgIdentity {
  readonly orgId: string;
  readonly adminUserId: string;
}

/** The database already holds an org. */
export function isInitialised(db: SyncConnection): boolean {
  return db.query(`SELECT to_regclass('meta.org') IS NOT NULL`).rows[0]?.[0] === true;
}

/**
 * Makes an org of an empty database: schemas, collations, standard tables, one Organization row, an administrator,
 * profiles with their permissions, and the values of standard picklists. The caller owns the transaction. Afterwards
 * search_path is `data, public`.
 */
export function initialiseOrg(db: SyncConnection, seed: OrgSeed): OrgIdentity {
  const schema = createOrgSchema(1, standardObjects());
  for (const statement of [
    'CREATE SCHEMA data',
    'CREATE SCHEMA meta',
    // ICU level 2 compares base letters and accents, but no case.
    `CREATE COLLATION public.case_insensitive (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
    'SET search_path = data, public',
    ...META_TABLES,
    ...LATER_TABLES
  ]) {
    db.defer(statement);
  }
  for (const object of schema.objects()) for (const statement of createTable(object)) db.defer(statement);
  db.flush();
  rememberStandard(db);
  return seedOrg(db, schema, seed);
}

/** The rows of a new org, in tables that hold none. Ids come from the org's own range. */
export const seedOrg = (db: SyncConnection, schema: OrgSchema, seed: OrgSeed): OrgIdentity =>
  new Seeder(db, schema, seed).run();

class Seeder {
  private readonly ids: IdAllocator;
  private readonly author: RowAuthor;
  private readonly orgId: string;
  private readonly adminId: string;

  constructor(
    private readonly db: SyncConnection,
    private readonly schema: OrgSchema,
    private readonly seed: OrgSeed
  ) {
    this.ids = new IdAllocator(db);
    this.orgId = this.ids.newId('00D');
    this.adminId = this.ids.newId('005');
    this.author = { userId: this.adminId, now: seed.now };
  }

  run(): OrgIdentity {
    this.db.query('INSERT INTO meta.org (org_id, admin_user_id, version, standard_digest) VALUES ($1, $2, 1, $3)', [
      this.orgId,
      this.adminId,
      standardDigest()
    ]);
    this.organization();
    const licenses = new Map(USER_LICENSES.map((license) => [license.name, this.license(license)]));
    const profiles = new Map(
      STANDARD_PROFILES.map((profile) => [profile.name, this.profile(profile, licenses.get(profile.license) ?? null)])
    );
    this.users(profiles.get('System Administrator') ?? null);
    this.insert('PermissionSetLicense', {
      DeveloperName: 'IdentityConnect',
      MasterLabel: 'Identity Connect',
      PermissionSetLicenseKey: 'IdentityConnect',
      TotalLicenses: 10,
      UsedLicenses: 0
    });
    this.standardValues();
    this.insert('Group', { Name: 'All Internal Users', DeveloperName: 'AllInternalUsers', Type: 'Organization' });
    this.insert('Pricebook2', { Name: 'Standard Price Book', IsActive: true, IsStandard: true });
    this.businessHours();
    return { orgId: this.orgId, adminUserId: this.adminId };
  }

  private insert(objectName: string, values: RowValues): string {
    const object = this.schema.object(objectName) as ObjectDefinition;
    const id = (values.Id as string | undefined) ?? this.ids.newId(object.keyPrefix);
    insertRow(this.db, object, { ...values, Id: id }, this.author);
    return id;
  }

  private organization(): void {
    const expires = this.seed.trialExpirationDate ?? null;
    this.insert('Organization', {
      Id: this.orgId,
      Name: this.seed.organizationName ?? 'Local Org',
      PrimaryContact: 'Admin User',
      TimeZoneSidKey: this.timeZone,
      OrganizationType: this.seed.organizationType ?? 'Developer Edition',
      InstanceName: 'LOCAL',
      IsSandbox: this.seed.isSandbox ?? false,
      TrialExpirationDate: expires === null ? null : sqlTimestamp(expires),
      FiscalYearStartMonth: 1,
      DefaultAccountAccess: 'Edit',
      DefaultContactAccess: 'ControlledByParent',
      DefaultOpportunityAccess: 'Edit',
      DefaultLeadAccess: 'ReadEditTransfer',
      DefaultCaseAccess: 'ReadEditTransfer'
    });
  }

  private get timeZone(): string {
    return this.seed.timeZone ?? 'America/Los_Angeles';
  }

  private license(license: { readonly name: string; readonly key: string }): string {
    return this.insert('UserLicense', {
      Name: license.name,
      MasterLabel: license.name,
      LicenseDefinitionKey: license.key,
      TotalLicenses: 100,
      UsedLicenses: 0
    });
  }

  /** A profile and the permission set that holds its rights, as on the platform. */
  private profile(profile: StandardProfile, licenseId: string | null): string {
    const permissions = Object.fromEntries(profile.systemPermissions.map((name) => [`Permissions${name}`, true]));
    const profileId = this.insert('Profile', {
      Name: profile.name,
      UserLicenseId: licenseId,
      UserType: profile.userType,
      ...permissions
    });
    const permissionSetId = this.insert('PermissionSet', {
      Name: `X${profileId}`,
      Label: profileId,
      ProfileId: profileId,
      LicenseId: licenseId,
      IsOwnedByProfile: true,
      IsCustom: false,
      Type: 'Profile',
      ...permissions
    });
    if (profile.objects === 'none') return profileId;
    const writes = profile.objects !== 'read';
    const limitOf = (object: string): { readonly edit: boolean; readonly delete: boolean } => {
      const isOpen = profile.objects !== 'edit' || (object === 'Campaign' && profile.name === 'Marketing User');
      return (isOpen ? null : LIMITED[object]) ?? { edit: true, delete: true };
    };
    const all = profile.objects === 'all';
    const objects = [...this.schema.objects()].filter(({ kind, createable }) => kind === 'standard' && createable);
    const objectPermissions = this.schema.object('ObjectPermissions') as ObjectDefinition;
    insertRows(
      this.db,
      objectPermissions,
      objects.map((object) => ({
        Id: this.ids.newId(objectPermissions.keyPrefix),
        ParentId: permissionSetId,
        SobjectType: object.name,
        PermissionsRead: true,
        PermissionsCreate: writes && limitOf(object.name).edit,
        PermissionsEdit: writes && limitOf(object.name).edit,
        PermissionsDelete: writes && limitOf(object.name).delete,
        PermissionsViewAllRecords: all,
        PermissionsModifyAllRecords: all
      })),
      this.author
    );
    return profileId;
  }

  private users(adminProfileId: string | null): void {
    const domain = this.orgId.toLowerCase();
    const username = this.seed.adminUsername ?? `admin@${domain}.local-org.example`;
    this.insert('User', {
      Id: this.adminId,
      Username: username,
      FirstName: 'Admin',
      LastName: 'User',
      Email: this.seed.adminEmail ?? 'admin@local-org.example',
      Alias: 'admin',
      CommunityNickname: 'admin',
      ProfileId: adminProfileId,
      TimeZoneSidKey: this.timeZone,
      UserPermissionsMarketingUser: true
    });
    // Runs platform-event triggers; has no profile.
    this.insert('User', {
      Username: `autoproc@${domain}`,
      FirstName: 'Automated',
      LastName: 'Process',
      Email: `autoproc@${domain}`,
      Alias: 'autoproc',
      CommunityNickname: 'autoproc',
      UserType: 'AutomatedProcess',
      TimeZoneSidKey: 'GMT'
    });
  }

  /** Rows of the tables that show standard picklists, from the picklists themselves. */
  private standardValues(): void {
    const values = (object: string, field: string): readonly { value: string; isDefault: boolean }[] =>
      this.schema.field(object, field)?.picklist ?? [];
    const rows = (table: string, object: string, field: string, more: (value: string) => RowValues): void => {
      values(object, field).forEach((entry, index) =>
        this.insert(table, {
          MasterLabel: entry.value,
          ApiName: entry.value,
          SortOrder: index + 1,
          IsDefault: entry.isDefault,
          ...more(entry.value)
        })
      );
    };
    rows('LeadStatus', 'Lead', 'Status', (value) => ({ IsConverted: value === 'Closed - Converted' }));
    rows('CaseStatus', 'Case', 'Status', (value) => ({ IsClosed: value === 'Closed' }));
    rows('TaskStatus', 'Task', 'Status', (value) => ({ IsClosed: value === 'Completed' }));
    rows('TaskPriority', 'Task', 'Priority', (value) => ({ IsHighPriority: value === 'High' }));
    rows('ContractStatus', 'Contract', 'Status', (value) => ({ StatusCode: value.replace(/ |Process/g, '') }));
    rows('OpportunityStage', 'Opportunity', 'StageName', (value) => {
      const probability = STAGE_PROBABILITY[value] ?? 50;
      const closed = value.startsWith('Closed');
      const won = value === 'Closed Won';
      return {
        IsClosed: closed,
        IsWon: won,
        DefaultProbability: probability,
        ForecastCategory: won ? 'Closed' : closed ? 'Omitted' : 'Pipeline',
        ForecastCategoryName: won ? 'Closed' : closed ? 'Omitted' : 'Pipeline'
      };
    });
  }

  private businessHours(): void {
    const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
    const times = days.flatMap((day) => [
      [`${day}StartTime`, '00:00:00'],
      [`${day}EndTime`, '00:00:00']
    ]);
    this.insert('BusinessHours', {
      Name: 'Default',
      IsActive: true,
      IsDefault: true,
      TimeZoneSidKey: this.timeZone,
      ...(Object.fromEntries(times) as Record<string, string>)
    });
  }
}

/** Probability that a new org gives each stage, in percent. */
export const STAGE_PROBABILITY: Readonly<Record<string, number>> = {
  Prospecting: 10,
  Qualification: 10,
  'Needs Analysis': 20,
  'Value Proposition': 50,
  'Id. Decision Makers': 60,
  'Perception Analysis': 70,
  'Proposal/Price Quote': 75,
  'Negotiation/Review': 90,
  'Closed Won': 100,
  'Closed Lost': 0
};
