import { expect } from 'chai';
import { runQuery } from '../../src/soql/index.js';
import { PlatformError } from '../../src/values/platform-error.js';
import { SHOP } from '../dml/support/objects.js';
import { TestOrg } from '../dml/support/org.js';

const SYSTEM = { mode: 'system', sharing: false } as const;

describe('runQuery', function () {
  this.timeout(30_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start(SHOP);
  });
  after(() => org.stop());

  it('reads fields and parents', () => {
    org.rolledBack((context) => {
      const { records } = runQuery(
        context,
        "SELECT Id, Username, Profile.Name FROM User WHERE Alias = 'ADMIN' ORDER BY Username LIMIT 1",
        [],
        SYSTEM
      );
      expect(records).to.have.length(1);
      expect(records[0]?.parents?.get('profile')?.fields.get('name')).to.equal('System Administrator');
    });
  });

  it('words an unknown column as the platform does', () => {
    org.rolledBack((context) => {
      expect(() => runQuery(context, 'SELECT Foo FROM Account', [], SYSTEM)).to.throw(
        PlatformError,
        "No such column 'Foo' on entity 'Account'. If you are attempting to use a custom field"
      );
    });
  });
});
