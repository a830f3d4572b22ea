import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseUnit, type UnitKind } from '../../../src/apex/parser/parse.js';

const FORCE_APP = fileURLToPath(new URL('../../../../../force-app', import.meta.url));

/** Sources in which a few tokens hardly tell what comes. */
const TRICKY = [
  'a < b > c;',
  'List<List<String>> x = new List<List<String>>{ new List<String>{ a } };',
  'x = a < b ? c > d : e >> f;',
  'x = a >>> b >> c << d;',
  'x = Map<String, List<Account>>.class;',
  'x = Account.class; y = Outer.Inner.class; z = String[].class; v = void.class;',
  'x = (String) y; x = (Outer.Inner) (y); x = (List<String>) [SELECT Id FROM Account]; x = (a)[0]; x = (a).b();',
  'x = (Integer) -1; x = (a) - 1; x = (a.b) + 1; x = (Set<Id>) !y; x = (Object) new A();',
  'x = (a instanceof B) && (c) instanceof D;',
  "x = new Map<String, Integer>{ 'a' => f(1, 2), 'b' => 3 }; y = new Set<String>{ f(1, 2), 'b' }; z = new A[]{ };",
  'x = new Account[3]; y = new Map<Id, Account>([SELECT Id FROM Account]); z = new A.B(c);',
  'merge a b; merge a [SELECT Id FROM Account]; upsert a Account.Key__c; insert as user a;',
  'switch on x { when 1 { } when else { } }',
  'Integer switch1 = 1; set = 3; get.put(1); when = after + before; Set<String> set = null;',
  'a?.b?[0].c(); ',
  'final Integer i = 0; @Deprecated String s;',
  'if (a) if (b) c(); else d();',
  'for (A a : b) c(); for (;;) { } for (Integer i = 0, j = 1; i < j; i++, j--) { }',
  "x = [SELECT Id, (SELECT Id FROM Contacts WHERE a = 1 AND b = 2) FROM Account WHERE (a = 1 OR b = :c) AND d IN (SELECT e FROM F WHERE g = 1 OR h = 2) AND i LIKE 'x%' WITH USER_MODE];",
  'x = [SELECT COUNT(Id) FROM Account WHERE NOT (a = 1) GROUP BY a HAVING COUNT(Id) > 1 AND MAX(b) < 3 ORDER BY a LIMIT :n];',
  "x = [SELECT Id FROM Account WHERE NOT a = 1 AND b = 2]; y = [FIND 'x' IN ALL FIELDS RETURNING Account(Id WHERE a = 1 OR b = 2)];",
  'x = y++ + ++z - --w; i = -j; b = !c || ~d == e;',
  'x = a ?? b ?? c ? d : e; x += y -= z;',
  'x = this.y; this(1); super(2); super.f(); x = this;',
  'System.runAs(u) { f(); } System.debug(1);',
  'a.b.c d = e; A.B<C>[] f; g h; i.j(k); l[m] = n; o p = new q.r();',
  'try { } catch (A.B c) { } finally { } throw a; return; while (a) b(); do { } while (c);'
];

/** The comparison that makes `predictByTokens` safe: same tree, same problems, with and without it. */
describe('prediction by tokens', function () {
  this.timeout(120_000);

  const compare = (source: string, kind: UnitKind, name: string): void => {
    const fast = parseUnit(source, kind, name);
    const slow = parseUnit(source, kind, name, { generatedPrediction: true });
    expect(JSON.stringify(fast), name).to.equal(JSON.stringify(slow));
  };

  for (const source of TRICKY) {
    it(`agrees with the generated parser on ${source.slice(0, 60)}`, () => compare(source, 'anonymous', source));
  }

  it("agrees with the generated parser on every fourth file of this project's Apex", () => {
    const files = readdirSync(FORCE_APP, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(cls|trigger)$/.test(file)
    );
    expect(files.length).to.be.greaterThan(50);
    for (const [index, file] of files.entries()) {
      if (index % 4 !== 0) continue;
      compare(readFileSync(`${FORCE_APP}/${file}`, 'utf8'), file.endsWith('.cls') ? 'class' : 'trigger', file);
    }
  });
});
