import { expect } from 'chai';
import { parseUnit } from '../../src/apex/parser/parse.js';
import { parseQuery } from '../../src/soql/parser/parse.js';
import { parseSearch } from '../../src/soql/sosl/parse-search.js';
import { readSearch } from '../../src/soql/sosl/search-terms.js';

const N = 20_000;
const within = (open: string, inner: string, close: string, times = N): string =>
  open.repeat(times) + inner + close.repeat(times);

/** Texts for which a parser would need hours, or more stack than there is. They are refused before it runs. */
describe('texts that nest without end', function () {
  this.timeout(120_000);

  const QUERIES: Readonly<Record<string, string>> = {
    'parentheses in WHERE': `SELECT Id FROM Account WHERE ${within('(', "Name = 'x'", ')')}`,
    'parentheses that are never closed': `SELECT Id FROM Account WHERE ${'('.repeat(N)}`,
    'parentheses in HAVING': `SELECT Name FROM Account GROUP BY Name HAVING ${within('(', 'COUNT(Id) > 1', ')')}`,
    'NOT in a row': `SELECT Id FROM Account WHERE ${'NOT '.repeat(N)}Name = 'x'`,
    'NOT before parentheses': `SELECT Id FROM Account WHERE ${within('NOT (', "Name = 'x'", ')')}`,
    subqueries: `SELECT Id${within(', (SELECT Id', '', ' FROM Contacts)')} FROM Account`,
    'semi-joins': `SELECT Id FROM Account ${within('WHERE Id IN (SELECT AccountId FROM Contact ', '', ')')}`,
    functions: `SELECT ${within('FORMAT(', 'Id', ')')} FROM Account`,
    'lists of values': `SELECT Id FROM Account WHERE Name IN ${within('(', "'x'", ')')}`
  };
  for (const [title, text] of Object.entries(QUERIES)) {
    it(`refuses a query with ${title}`, () => {
      expect(() => parseQuery(text)).to.throw('the query is nested too deeply');
    });
  }

  it('takes what an application might nest', () => {
    const query = parseQuery(`SELECT Id FROM Account WHERE ${within('(', "Name = 'x' OR Name = 'y'", ')', 30)}`);
    expect(query.where).to.include({ kind: 'or' });
    const fields = Array.from({ length: 500 }, (_, i) => `F${i}__c`);
    expect(parseSearch(`FIND {xx} RETURNING Account(${fields.join()})`).returning[0]?.select).to.have.length(500);
    expect(
      parseUnit(`Integer i = ${within('(', '1', ')', 90)};`, 'anonymous', 'x').problems,
      'parentheses in Apex'
    ).to.equal(undefined);
    expect(parseUnit(`String s = 'a'${" + 'b'".repeat(1000)};`, 'anonymous', 'x').problems, 'a chain').to.equal(
      undefined
    );
    expect(parseUnit(`if (a) {} ${'else if (a < b) {}'.repeat(1000)}`, 'anonymous', 'x').problems).to.equal(undefined);
  });

  it('refuses searches', () => {
    const where = within('(', "Name = 'x'", ')');
    expect(() => parseSearch(`FIND {x} RETURNING Account(Id WHERE ${where})`)).to.throw('nested too deeply');
    expect(() => readSearch(within('(', 'acme', ')'))).to.throw('the search is nested too deeply');
    expect(() => readSearch(`${'NOT '.repeat(N)}acme`)).to.throw('the search is nested too deeply');
  });

  const APEX: Readonly<Record<string, string>> = {
    parentheses: `Integer i = ${within('(', '1', ')')};`,
    'parentheses that are never closed': `Integer i = ${'('.repeat(N)}`,
    blocks: within('{', '', '}'),
    'blocks that are never closed': '{'.repeat(N),
    statements: `${'if (true) '.repeat(N)}return;`,
    classes: within('class A {', '', '}'),
    'try blocks': within('try {', '', '} finally {}'),
    negations: `Boolean b = ${'!'.repeat(N)}true;`,
    signs: `Integer i = ${'- '.repeat(N)}1;`,
    casts: `Object o = ${'(Object) '.repeat(N)}1;`,
    'type arguments': `${within('List<', 'String', '>')} x;`,
    'type arguments of maps': `${within('Map<String, ', 'String', '>')} x;`,
    comparisons: `Boolean b = a ${'< a '.repeat(N)};`,
    sums: `Integer i = 1${' + 1'.repeat(N)};`,
    'calls of calls': `String s = 'x'${'.trim()'.repeat(N)};`,
    conditions: `Integer i = ${'true ? 1 : '.repeat(N)}1;`,
    assignments: `Integer a; ${'a = '.repeat(N)}1;`,
    indices: `Integer y = ${within('x[', '0', ']')};`,
    'lists of lists': `Object y = ${within('new List<Object>{', '1', '}')};`,
    'a query': `List<Account> y = [SELECT Id FROM Account WHERE ${within('(', "Name = 'x'", ')')}];`
  };
  for (const [title, source] of Object.entries(APEX)) {
    it(`refuses Apex with ${title}`, () => {
      const { problems } = parseUnit(source, 'anonymous', 'anonymous');
      expect(problems?.map(({ message }) => message)).to.deep.equal(['Source is nested too deeply.']);
    });
  }
});
