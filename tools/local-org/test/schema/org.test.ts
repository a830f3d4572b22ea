import { expect } from 'chai';
import { loadSchema } from '../../src/schema/org/load-schema.js';
import { syncTestCopy } from '../../src/schema/org/test-copy.js';
import { upgradeStandard } from '../../src/schema/org/upgrade.js';
import { manifest, metadata, problems, TestOrg } from '../metadata/support/org.js';

describe('an org', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start();
  });
  after(() => org.stop());

  it('starts with an administrator, profiles and their permission sets', () => {
    expect(
      org.rows(`SELECT u.name, p.name, u.isactive FROM "user" u JOIN profile p ON p.id = u.profileid`)
    ).to.deep.equal([['Admin User', 'System Administrator', true]]);
    const rights = (profile: string): unknown[][] =>
      org.rows(
        `SELECT o.permissionscreate, o.permissionsmodifyallrecords FROM objectpermissions o
           JOIN permissionset s ON s.id = o.parentid JOIN profile p ON p.id = s.profileid
          WHERE p.name = $1 AND o.sobjecttype = 'account'`,
        [profile]
      );
    expect(rights('System Administrator')).to.deep.equal([[true, true]]);
    expect(rights('Read Only')).to.deep.equal([[false, false]]);
    expect(rights('Minimum Access - Salesforce')).to.deep.equal([]);
  });

  it('computes what the platform computes from other columns', () => {
    org.rows(
      `INSERT INTO opportunity (id, name, stagename, amount, probability, closedate) VALUES ('006000000000001AAA', 'O', 'closed won', 200, 50, '2026-05-01')`
    );
    expect(org.rows('SELECT isclosed, iswon, expectedrevenue, fiscalquarter FROM opportunity')).to.deep.equal([
      [true, true, '100.00', 2]
    ]);
  });

  it('makes test copies with setup rows and metadata records but without data', () => {
    const count = (table: string): number => Number(org.rows(`SELECT count(*) FROM ${table}`)[0]?.[0]);
    org.db.defer('BEGIN');
    syncTestCopy(org.db, 'test_1', loadSchema(org.db));
    org.db.defer('COMMIT');
    org.db.defer('SET search_path = test_1, public');
    try {
      expect(count('opportunity')).to.equal(0);
      expect(count('"user"')).to.equal(2);
      org.rows(`INSERT INTO account (id, name) VALUES ('001000000000001AAA', 'Copy')`);
      expect(org.rows(`SELECT count(*) FROM data.account`)).to.deep.equal([['0']]);
    } finally {
      org.db.defer('SET search_path = data, public');
    }
    expect(() => syncTestCopy(org.db, 'data', loadSchema(org.db))).to.throw('not the name of a test copy');
  });

  it('kept from an earlier version gets new standard fields, and keeps its own', () => {
    const result = org.deploy({
      'objects/Account.object': metadata(
        'CustomObject',
        '<fields><fullName>Mine__c</fullName><label>Mine</label><type>Date</type></fields>'
      ),
      'package.xml': manifest({ CustomField: ['Account.Mine__c'] })
    });
    expect(problems(result)).to.deep.equal([]);
    // As if Site had not been among the standard fields when the org was made.
    org.rows('ALTER TABLE account DROP COLUMN site');
    for (const table of ['standard_definition', 'object_definition']) {
      org.rows(
        `UPDATE meta.${table} SET definition = (definition::jsonb #- '{fields,site}')::json WHERE name = 'account'`
      );
    }
    org.rows(`UPDATE meta.org SET standard_digest = 'earlier'`);
    const before = loadSchema(org.db).version;
    expect(upgradeStandard(org.db)).to.equal(true);
    expect(upgradeStandard(org.db)).to.equal(false);
    const schema = loadSchema(org.db);
    expect(schema.version).to.equal(before + 1);
    expect(schema.field('Account', 'Site')?.type).to.equal('string');
    expect(schema.field('Account', 'Mine__c')?.type).to.equal('date');
    org.rows(`INSERT INTO account (id, name, site, mine__c) VALUES ('001000000000002AAA', 'A', 'S', '2026-01-01')`);
  });
});
