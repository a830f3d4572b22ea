import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { loadRights, loadUser } from '../../src/security/index.js';
import { runQuery, type InaccessibleDetail } from '../../src/soql/index.js';
import type { DmlErrorDetail } from '../../src/values/platform-error.js';
import { ALL, caught, PARTIAL, select, SYSTEM } from '../dml/support/harness.js';
import { SHOP } from '../dml/support/objects.js';
import { record, TestOrg, type TestContext } from '../dml/support/org.js';
import { TestTriggers } from '../dml/support/triggers.js';
import type { EffectiveRights } from '../../src/security/index.js';

const USER = { mode: 'user', sharing: true } as const;
const SHARING = { mode: 'system', sharing: true } as const;

/** Inserts setup rows as a deploy would: their flags are no fields that DML may set. */
function setup(context: TestContext, object: string, fields: Readonly<Record<string, unknown>>): string {
  const row = record(object, fields);
  executeDml(context, 'insert', [row], ALL);
  return row.id as string;
}

function newUser(
  context: TestContext,
  name: string,
  profile = 'Minimum Access - Salesforce',
  roleId: string | null = null
): string {
  const [found] = select(context, 'SELECT Id FROM Profile WHERE Name = :x', profile);
  return setup(context, 'User', {
    Username: `${name}@test.example`,
    LastName: name,
    Email: `${name}@test.example`,
    Alias: name.slice(0, 8),
    CommunityNickname: name,
    TimeZoneSidKey: 'GMT',
    LocaleSidKey: 'en_US',
    LanguageLocaleKey: 'en_US',
    EmailEncodingKey: 'UTF-8',
    ProfileId: found?.id,
    UserRoleId: roleId
  });
}

function grantSet(context: TestContext, name: string): string {
  return setup(context, 'PermissionSet', { Name: name, Label: name });
}

const rightsOf = (context: TestContext, userId: string): EffectiveRights => {
  const user = loadUser(context.db, userId);
  if (!user) throw new Error('no such user');
  return loadRights(context.db, context.schema, user);
};

/** A context that runs as the user. */
function as(context: TestContext, userId: string): TestContext {
  const user = loadUser(context.db, userId);
  if (!user) throw new Error('no such user');
  // Triggers of its own: as in System.runAs, what was set up before does not count as mixed DML.
  const own = { user, rights: loadRights(context.db, context.schema, user), triggers: new TestTriggers() };
  return Object.assign(Object.create(context) as TestContext, own);
}

describe('security', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
  });
  after(() => org.stop());

  it('gives an administrator all objects, but custom fields only by a grant', () => {
    org.rolledBack((context) => {
      const rights = rightsOf(context, context.user.id);
      expect(rights.object('Ledger__c')).to.include({ read: true, create: true, modifyAll: true });
      expect(rights.field('Account', 'Industry')).to.deep.equal({ read: true, edit: true });
      expect(rights.field('Ledger__c', 'Status__c')).to.deep.equal({ read: false, edit: false });
      expect(rights.field('Ledger__c', 'CreatedDate')).to.deep.equal({ read: true, edit: false });
      expect(rights.apexClass('Anything')).to.equal(true);
      expect(rights.systemPermission('ModifyAllData')).to.equal(true);
    });
  });

  it('adds up permission sets, and groups less what they mute', () => {
    org.rolledBack((context) => {
      const userId = newUser(context, 'minimal');
      expect(rightsOf(context, userId).object('Ledger__c').read).to.equal(false);
      expect(rightsOf(context, userId).field('Account', 'Industry').read).to.equal(false);

      const direct = grantSet(context, 'Direct');
      setup(context, 'ObjectPermissions', { ParentId: direct, SobjectType: 'Ledger__c', PermissionsRead: true });
      setup(context, 'FieldPermissions', {
        ParentId: direct,
        SobjectType: 'Ledger__c',
        Field: 'Ledger__c.Status__c',
        PermissionsRead: true
      });
      setup(context, 'PermissionSetAssignment', { PermissionSetId: direct, AssigneeId: userId });
      const grouped = grantSet(context, 'Grouped');
      setup(context, 'ObjectPermissions', {
        ParentId: grouped,
        SobjectType: 'Ledger__c',
        PermissionsRead: true,
        PermissionsCreate: true,
        PermissionsEdit: true
      });
      const muting = setup(context, 'MutingPermissionSet', { DeveloperName: 'Muting', MasterLabel: 'Muting' });
      setup(context, 'ObjectPermissions', { ParentId: muting, SobjectType: 'Ledger__c', PermissionsEdit: true });
      const group = setup(context, 'PermissionSetGroup', { DeveloperName: 'Both', MasterLabel: 'Both' });
      for (const member of [grouped, muting]) {
        setup(context, 'PermissionSetGroupComponent', { PermissionSetGroupId: group, PermissionSetId: member });
      }
      setup(context, 'PermissionSetAssignment', { PermissionSetGroupId: group, AssigneeId: userId });

      const rights = rightsOf(context, userId);
      expect(rights.object('ledger__C')).to.include({
        read: true,
        create: true,
        edit: false,
        delete: false,
        viewAll: false
      });
      expect(rights.field('Ledger__c', 'Status__c')).to.deep.equal({ read: true, edit: false });
      expect(rights.field('Ledger__c', 'Body__c').read).to.equal(false);
      expect(rights.systemPermission('ViewAllData')).to.equal(false);
    });
  });

  it('gives the parts of an address with the address, and those of a name with the object', () => {
    org.rolledBack((context) => {
      const userId = newUser(context, 'parts');
      const set = grantSet(context, 'Parts');
      for (const object of ['Account', 'Contact']) {
        setup(context, 'ObjectPermissions', {
          ParentId: set,
          SobjectType: object,
          PermissionsRead: true,
          PermissionsEdit: true
        });
      }
      setup(context, 'FieldPermissions', {
        ParentId: set,
        SobjectType: 'Account',
        Field: 'Account.ShippingAddress',
        PermissionsRead: true,
        PermissionsEdit: true
      });
      setup(context, 'PermissionSetAssignment', { PermissionSetId: set, AssigneeId: userId });
      const rights = rightsOf(context, userId);
      expect(rights.field('Account', 'ShippingStreet')).to.deep.equal({ read: true, edit: true });
      expect(rights.field('Account', 'BillingStreet').read).to.equal(false);
      expect(rights.field('Contact', 'FirstName')).to.deep.equal({ read: true, edit: true });
      expect(rights.field('Lead', 'FirstName').read).to.equal(false);
    });
  });

  describe('user mode', () => {
    const restricted = (context: TestContext): TestContext => {
      const userId = newUser(context, 'limited');
      const set = grantSet(context, 'Limited');
      setup(context, 'ObjectPermissions', {
        ParentId: set,
        SobjectType: 'Ledger__c',
        PermissionsRead: true,
        PermissionsCreate: true,
        PermissionsEdit: true
      });
      setup(context, 'FieldPermissions', {
        ParentId: set,
        SobjectType: 'Ledger__c',
        Field: 'Ledger__c.Status__c',
        PermissionsRead: true
      });
      setup(context, 'PermissionSetAssignment', { PermissionSetId: set, AssigneeId: userId });
      return as(context, userId);
    };

    it('refuses queries of fields and objects the user must not read', () => {
      org.rolledBack((context) => {
        const limited = restricted(context);
        expect(
          runQuery(limited, 'SELECT Id, Status__c FROM Ledger__c WITH USER_MODE', [], SYSTEM).records
        ).to.deep.equal([]);

        const field = caught(() => runQuery(limited, "SELECT Id FROM Ledger__c WHERE Key__c = 'x'", [], USER));
        expect(field.apexType).to.equal('System.QueryException');
        expect(field.message).to.match(/^No such column 'Key__c' on entity 'Ledger__c'\./);
        expect((field.detail as InaccessibleDetail).inaccessibleFields).to.deep.equal({ Ledger__c: ['Key__c'] });
        const object = caught(() => runQuery(limited, 'SELECT Id FROM Account', [], USER));
        expect(object.message).to.match(/^sObject type 'Account' is not supported\./);
        const enforced = caught(() =>
          runQuery(limited, 'SELECT Key__c FROM Ledger__c WITH SECURITY_ENFORCED', [], SYSTEM)
        );
        expect(enforced.message).to.equal('Insufficient permissions: secure query included inaccessible field');
      });
    });

    it('refuses DML on objects and fields, by the platform’s exceptions', () => {
      org.rolledBack((context) => {
        const limited = restricted(context);
        const denied = caught(() =>
          executeDml(limited, 'insert', [record('Account', { Name: 'x' })], { ...ALL, access: USER })
        );
        expect([denied.apexType, denied.message]).to.deep.equal([
          'System.SecurityException',
          "Access to entity 'Account' denied"
        ]);

        const row = record('Ledger__c', { Key__c: 'k', Status__c: 's' });
        const fields = caught(() => executeDml(limited, 'insert', [row], { ...ALL, access: USER }));
        expect(fields.message).to.equal(
          'Operation failed due to fields being inaccessible on Sobject Ledger__c, check errors on Exception or Result!'
        );
        expect((fields.detail as DmlErrorDetail).rows[0]?.errors[0]?.fields).to.deep.equal(['Key__c', 'Status__c']);
      });
    });
  });

  describe('sharing', () => {
    /** A boss, someone below the boss and someone beside, all with full object rights on Secret__c. */
    const people = (context: TestContext): Record<'boss' | 'clerk' | 'other', TestContext> => {
      const set = grantSet(context, 'Secrets');
      setup(context, 'ObjectPermissions', {
        ParentId: set,
        SobjectType: 'Secret__c',
        PermissionsRead: true,
        PermissionsCreate: true,
        PermissionsEdit: true,
        PermissionsDelete: true
      });
      const top = setup(context, 'UserRole', { Name: 'Top' });
      const middle = setup(context, 'UserRole', { Name: 'Middle', ParentRoleId: top });
      const low = setup(context, 'UserRole', { Name: 'Low', ParentRoleId: middle });
      const ids = {
        boss: newUser(context, 'boss', undefined, top),
        clerk: newUser(context, 'clerk', undefined, low),
        other: newUser(context, 'other')
      };
      for (const id of Object.values(ids))
        setup(context, 'PermissionSetAssignment', { PermissionSetId: set, AssigneeId: id });
      return { boss: as(context, ids.boss), clerk: as(context, ids.clerk), other: as(context, ids.other) };
    };
    const seen = (context: TestContext, access: typeof SHARING | typeof SYSTEM | typeof USER): number =>
      runQuery(context, 'SELECT Id FROM Secret__c', [], access).records.length;

    it('shows private rows to their owner, to those above and to whoever sees all', () => {
      org.rolledBack((context) => {
        const { boss, clerk, other } = people(context);
        const row = record('Secret__c', { Name: 'mine' });
        executeDml(clerk, 'insert', [row], ALL);

        expect([seen(clerk, SHARING), seen(boss, SHARING), seen(other, SHARING)]).to.deep.equal([1, 1, 0]);
        expect([seen(other, SYSTEM), seen(other, USER)]).to.deep.equal([1, 0]);
        expect(seen(context, SHARING)).to.equal(1);

        const change = record('Secret__c', { Id: row.id, Name: 'theirs' });
        const [refused] = executeDml(other, 'update', [change], { ...PARTIAL, access: SHARING });
        expect(refused?.errors[0]?.statusCode).to.equal('INSUFFICIENT_ACCESS_OR_READONLY');
        expect(executeDml(other, 'update', [change], PARTIAL)[0]?.success).to.equal(true);
      });
    });
  });
});
