import { expect } from 'chai';
import { executeDml } from '../../src/dml/index.js';
import { ALL, select } from '../dml/support/harness.js';
import { record, TestOrg, type TestContext } from '../dml/support/org.js';

describe('rows that were used lately', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.start([]);
  });
  after(() => org.stop());

  const names = (context: TestContext, rest: string): unknown[] =>
    select(context, `SELECT Name, Type FROM RecentlyViewed ${rest}`).map(
      ({ fields }) => `${String(fields.get('type'))} ${String(fields.get('name'))}`
    );

  it('are those that queries FOR VIEW and FOR REFERENCE gave', () => {
    org.rolledBack((context) => {
      const rows = ['One', 'Two', 'Three'].map((name) => record('Account', { Name: name }));
      executeDml(context, 'insert', [...rows, record('Contact', { LastName: 'Someone' })], ALL);
      expect(names(context, '')).to.deep.equal([]);
      select(context, `SELECT Id FROM Account WHERE Name IN ('One', 'Two') FOR VIEW`);
      select(context, `SELECT Name FROM Account WHERE Name IN ('Two', 'Three') FOR REFERENCE`);
      select(context, `SELECT LastName FROM Contact FOR VIEW FOR REFERENCE`);
      select(context, `SELECT Name FROM Account`);
      expect(names(context, 'WHERE LastViewedDate != NULL ORDER BY Type, Name')).to.deep.equal([
        'Account One',
        'Account Two',
        'Contact Someone'
      ]);
      expect(names(context, 'WHERE LastReferencedDate != NULL ORDER BY Type, Name')).to.deep.equal([
        'Account Three',
        'Account Two',
        'Contact Someone'
      ]);
      const viewed = select(
        context,
        'SELECT Name, LastViewedDate FROM Account WHERE LastViewedDate = TODAY ORDER BY Name'
      );
      expect(viewed.map(({ fields }) => fields.get('name'))).to.deep.equal(['One', 'Two']);
      expect(viewed[0]?.fields.get('lastvieweddate')).to.not.equal(null);
    });
  });

  it('go with the row, and are those of the user who asks', () => {
    org.rolledBack((context) => {
      const rows = ['One', 'Two'].map((name) => record('Account', { Name: name }));
      executeDml(context, 'insert', rows, ALL);
      select(context, 'SELECT Id FROM Account FOR VIEW');
      executeDml(context, 'delete', rows.slice(0, 1), ALL);
      expect(names(context, '')).to.deep.equal(['Account Two']);
      const other = Object.create(context, {
        user: { value: { ...context.user, id: '005000000000OTHER1' } }
      }) as TestContext;
      expect(names(other, '')).to.deep.equal([]);
    });
  });

  it('are 200 of an object at most', () => {
    org.rolledBack((context) => {
      const rows = Array.from({ length: 203 }, (_, index) => record('Account', { Name: `A${index}` }));
      executeDml(context, 'insert', rows, ALL);
      select(context, 'SELECT Id FROM Account FOR VIEW');
      expect(names(context, '')).to.have.lengthOf(200);
    });
  });
});
