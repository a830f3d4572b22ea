import { expect } from 'chai';
import type { LocalOrg } from '../../src/index.js';
import { deployFiles, execute, orgWith, type ProjectFiles } from './support.js';

const PROJECT: ProjectFiles = {
  'triggers/Picky.trigger': `trigger Picky on Account (before insert) {
  for (Account a : Trigger.new) {
    if (a.Name == 'row 117') throw new IllegalArgumentException('not this one');
    if (a.Name == 'row 118') a.Name.addError('nor this one');
  }
}`,
  'triggers/Picky.trigger-meta.xml':
    '<?xml version="1.0" encoding="UTF-8"?><ApexTrigger xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>66.0</apiVersion><status>Active</status></ApexTrigger>',
  // Legal on the platform: a class of the org goes first, and the platform's is still there under its namespace.
  'classes/Database.cls': `public class Database {
  public static String insert_(String what) { return 'own ' + what; }
  public static Integer count() { return System.Database.countQuery('SELECT COUNT() FROM Profile'); }
}`,
  'classes/Deep.cls': `public class Deep {
  public static Integer down(Integer n) { return down(n + 1) + 1; }
}`
};

/** What must not take the org down: each transaction ends with the platform's error, the next one runs. */
describe('bad input', function () {
  this.timeout(120_000);
  let org: LocalOrg;
  before(async () => {
    org = await orgWith(PROJECT, { slots: 2, jobSlots: 1 });
  });
  after(() => org?.stop());

  const failure = async (source: string): Promise<string> => (await execute(org, source)).exceptionMessage ?? 'nothing';
  afterEach(async () => {
    expect((await execute(org, "System.debug('alive');")).debug).to.deep.equal(['alive']);
  });

  const ENDS: readonly (readonly [title: string, source: string, message: string | RegExp])[] = [
    ['an endless loop', 'while (true) { }', 'System.LimitException: Apex CPU time limit exceeded'],
    ['an endless recursion', 'Deep.down(0);', 'System.LimitException: Maximum stack depth reached: 1001'],
    ['a text of 10 MB', "String s = 'x'.repeat(10000000);", /^System\.LimitException: Apex heap size too large: \d+$/],
    [
      'a list that grows for ever',
      'List<Account> all = new List<Account>(); while (true) all.add(new Account(Name = String.valueOf(all.size())));',
      /^System\.LimitException: Apex heap size too large: \d+$/
    ],
    [
      'a text that doubles for ever',
      "String s = 'ab'; while (true) s += s;",
      /^System\.LimitException: Apex heap size too large/
    ],
    [
      'a pattern that backtracks for ever',
      "System.debug(Pattern.matches('(a+)+b', 'a'.repeat(60)));",
      'System.LimitException: Regex too complicated'
    ],
    [
      'a text too long for a pattern',
      "String s = 'x'.repeat(1000001); s.replaceAll('y', 'z');",
      'System.LimitException: Regex too complicated'
    ]
  ];
  for (const [title, source, message] of ENDS) {
    it(`ends ${title}`, async () => {
      const found = await failure(source);
      if (typeof message === 'string') expect(found).to.equal(message);
      else expect(found).to.match(message);
    });
  }

  it('lets no catch see a limit', async () => {
    const source = "try { 'x'.repeat(10000000); } catch (Exception e) { System.debug('caught'); }";
    const reply = await execute(org, source);
    expect(reply.debug).to.deep.equal([]);
    expect(reply.exceptionMessage).to.match(/heap size too large/);
  });

  it('marks every row of a chunk whose trigger throws, and only the row that addError names', async () => {
    const insertOf = (from: number, to: number): string => `List<Account> rows = new List<Account>();
for (Integer i = ${from}; i < ${to}; i++) rows.add(new Account(Name = 'row ' + i));
Integer good = 0; Set<String> texts = new Set<String>();
for (Database.SaveResult result : System.Database.insert(rows, false)) {
  if (result.isSuccess()) good++;
  else texts.add(result.getErrors()[0].getMessage());
}
System.debug(good + ' ' + texts.size() + ' ' + new List<String>(texts)[0].substringBefore('\\n'));`;
    const thrown = await execute(org, insertOf(0, 118));
    expect(thrown.debug[0]).to.match(/^0 1 Picky: execution of BeforeInsert/);
    const refused = await execute(org, insertOf(118, 318));
    expect(refused.debug[0]).to.equal('199 1 nor this one');
  });

  it('reads 50,000 rows, and not one more', async () => {
    const insertOf = (rows: number): string =>
      `List<Task> all = new List<Task>(); for (Integer i = 0; i < ${rows}; i++) all.add(new Task(Subject = 'many')); insert all;`;
    for (let i = 0; i < 5; i++) expect(await failure(insertOf(10_000))).to.equal('nothing');
    const read = `Integer rows = 0;
for (List<Task> some : [SELECT Id FROM Task WHERE Subject = 'many']) rows += some.size();
System.debug(rows + ' ' + Limits.getQueryRows());`;
    const allowed = await execute(org, read);
    expect([allowed.exceptionMessage, ...allowed.debug]).to.deep.equal([null, '50000 50000']);
    await execute(org, insertOf(1));
    expect(await failure(read)).to.equal('System.LimitException: Too many query rows: 50001');
    expect(await failure("List<Task> all = [SELECT Id FROM Task WHERE Subject = 'many'];")).to.equal(
      'System.LimitException: Too many query rows: 50001'
    );
  });

  it('lets a class of the org shadow one of the platform', async () => {
    const reply = await execute(org, "System.debug(Database.insert_('x') + ' ' + (Database.count() > 1));");
    expect(reply.debug).to.deep.equal(['own x true']);
  });

  it('refuses what cannot compile and stays as it was', async () => {
    const problems = async (files: ProjectFiles): Promise<string> =>
      deployFiles(org, files).then(
        () => 'nothing',
        (error: Error) => error.message
      );
    expect(await problems({ 'classes/A.cls': 'public class A { void x( { } }' })).to.match(/Unexpected token|Missing/);
    expect(await problems({ 'classes/A.cls': "public class A { Integer x = 'text'; }" })).to.contain(
      'Illegal assignment from String to Integer'
    );
    expect(
      await problems({
        'classes/A.cls': 'public virtual class A extends B { }',
        'classes/B.cls': 'public virtual class B extends A { }'
      })
    ).to.contain('Circular definition');
    expect(
      await problems({ 'classes/A.cls': 'public class A { Id x = DataWeave.Script.createScript(null); }' })
    ).to.contain('not supported by the local org: DataWeave.Script');
  });

  it('refuses the character U+0000 and mends half a surrogate pair', async () => {
    const reply = await execute(
      org,
      `String nul = String.fromCharArray(new List<Integer>{ 97, 0, 98 });
try { insert new Account(Name = nul); } catch (DmlException e) { System.debug(e.getDmlMessage(0)); }
System.debug([SELECT COUNT() FROM Account WHERE Name = :nul]);
Account half = new Account(Name = 'half ' + String.fromCharArray(new List<Integer>{ 55357 }) + '.');
insert half;
System.debug([SELECT Name FROM Account WHERE Id = :half.Id].Name.charAt(5));`
    );
    expect(reply.exceptionMessage).to.equal(null);
    expect(reply.debug).to.deep.equal(['Name: data value contains the character U+0000', '0', '65533']);
  });
});
