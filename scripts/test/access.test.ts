import { expect } from 'chai';
import { join } from 'node:path';
import { apexAccessOf, readApexAccess } from '../access/apexAccess.js';
import { grantsExpected, readAccessTable } from '../access/expected.js';
import { needsReason } from '../access/page.js';
import { grantsOf, readPermissionSets } from '../access/permissionSets.js';
import { ROOT } from '../testing/processes.js';

const table = readAccessTable(join(ROOT, 'config', 'access.json'));
const permissionSets = readPermissionSets(join(ROOT, 'force-app'));
const apex = readApexAccess(join(ROOT, 'force-app'));

/** Written by the code of the project only. */
const PROTECTED = [
  'Integration_Request__c',
  'Inbound_Event__c',
  'Outbound_Dispatch__c',
  'Outbound_Circuit__c',
  'Integration_Count__c',
  'Replay__c',
  'Reconciliation_Run__c',
  'Reconciliation_Finding__c',
  'Reconciliation_Decision__c'
];

describe('access', () => {
  it('is granted by the permission sets of config/access.json and by no other', () => {
    expect([...permissionSets.keys()]).to.deep.equal(Object.keys(table.permissionSets).sort());
  });

  for (const [name, grants] of permissionSets) {
    it(`is for ${name} exactly what config/access.json says`, () => {
      const expected = table.permissionSets[name];
      expect(expected, `${name} is missing in config/access.json`).not.to.equal(undefined);
      expect(grants).to.deep.equal(grantsExpected(expected!));
    });
  }

  it('lets nobody edit or delete what only the code may write', () => {
    for (const [name, { objects, edit }] of permissionSets) {
      for (const object of PROTECTED) {
        expect(objects[object] ?? '', `${name} on ${object}`).not.to.match(/[UDM]/);
        if (!(objects[object] ?? '').includes('C'))
          expect(edit[object], `${name} on fields of ${object}`).to.equal(undefined);
      }
    }
  });

  it('keeps calling systems away from outcomes, other rows and operations', () => {
    for (const [name, { role }] of Object.entries(table.permissionSets)) {
      if (role !== 'Integration User') continue;
      const { objects, read, edit, customPermissions } = permissionSets.get(name)!;
      for (const object of PROTECTED) expect(objects[object] ?? '', `${name} on ${object}`).not.to.include('V');
      for (const fields of [read, edit]) {
        expect(fields.Integration_Request__c ?? []).not.to.include('Response_Body__c');
        expect(fields.Inbound_Event__c ?? []).not.to.include('Error_Detail__c');
      }
      expect(customPermissions).not.to.include.oneOf([
        'Replay_Integration_Work',
        'Approve_Reconciliation_Repair',
        'Administer_Integration',
        'Read_Integration_Metrics'
      ]);
    }
  });

  it('gives operators and readers nothing to write', () => {
    for (const [name, { role }] of Object.entries(table.permissionSets)) {
      if (role === 'Integration User') continue;
      const { objects, edit } = permissionSets.get(name)!;
      expect(Object.values(objects).join(''), name).to.match(/^[RV]*$/);
      expect(edit, name).to.deep.equal({});
    }
  });

  it('gives monitoring no object at all', () => {
    const { objects, read, edit } = permissionSets.get('Metrics_Reader')!;
    expect([objects, read, edit]).to.deep.equal([{}, {}, {}]);
  });

  it('says in every class how it shares, and in every query and statement in which mode it runs', () => {
    expect(apex.filter(({ sharing }) => sharing === null).map(({ name }) => name)).to.deep.equal([]);
    expect(apex.filter(({ unspecified }) => unspecified.length > 0)).to.deep.equal([]);
  });

  it('has a reason for every class that goes beyond the rights of its user, and for no other', () => {
    const beyond = apex.filter(needsReason).map(({ name }) => name);
    expect(Object.keys(table.systemMode).sort()).to.deep.equal(beyond);
    for (const [name, why] of Object.entries(table.systemMode)) expect(why, name).to.match(/^[A-Z].{20,}\.$/);
  });

  describe('reading of the sources', () => {
    it('sees what a class does not say', () => {
      expect(apexAccessOf('public class A { void f() { insert rows; } }')).to.deep.equal({
        name: 'A',
        sharing: null,
        systemMode: false,
        unspecified: ['{ insert r']
      });
    });

    it('sees system mode in every form', () => {
      for (const statement of [
        'insert as system row;',
        'List<A> x = [SELECT Id FROM A WITH SYSTEM_MODE];',
        'Database.update(rows, false, AccessLevel.SYSTEM_MODE);'
      ]) {
        const access = apexAccessOf(`public with sharing class A { void f() { ${statement} } }`);
        expect(access, statement).to.deep.include({ systemMode: true, unspecified: [] });
      }
    });

    it('sees queries and statements without a mode', () => {
      for (const statement of [
        'List<A> x = [SELECT Id FROM A WHERE B = :c[0].D];',
        'for (A a : [SELECT Id FROM A]) { f(a); }',
        'upsert rows Key__c;',
        'Database.insert(rows, false);',
        "Database.query('SELECT Id FROM A');",
        'if (x) { delete rows; }'
      ]) {
        const access = apexAccessOf(`public with sharing class A { void f() { ${statement} } }`);
        expect(access?.unspecified, statement).to.have.length(1);
      }
    });

    it('is not misled by comments and texts', () => {
      const source = `/** A class without sharing. */ public with sharing class A {
        // insert rows; SYSTEM_MODE
        String x = 'delete rows; [SELECT Id FROM A] as system';
      }`;
      expect(apexAccessOf(source)).to.deep.equal({
        name: 'A',
        sharing: 'with sharing',
        systemMode: false,
        unspecified: []
      });
    });

    it('leaves interfaces and enums out', () => {
      expect(apexAccessOf('public interface A { void f(); }')).to.equal(null);
      expect(apexAccessOf('public enum A { B, C }')).to.equal(null);
    });

    it('keeps what it does not know of a permission set', () => {
      const grants = grantsOf(
        `<PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata"><label>X</label>
         <userPermissions><enabled>true</enabled><name>ModifyAllData</name></userPermissions></PermissionSet>`
      );
      expect(grants.other).to.deep.equal(['userPermissions']);
    });
  });
});
