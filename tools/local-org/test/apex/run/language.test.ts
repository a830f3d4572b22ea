import { expect } from 'chai';
import type { ApexList } from '../../../src/values/collections.js';
import { SObjectRecord } from '../../../src/values/record.js';
import { TestOrg } from '../support/org.js';

/** Source of the rules: docs/reference of the platform as cited in apex/emitter and apex/runtime. */
describe('the language', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.open();
  });

  describe('control flow', () => {
    const cases: readonly [title: string, type: string, statements: string, expected: unknown][] = [
      ['for', 'Integer', 'Integer s = 0; for (Integer i = 0, j = 10; i < j; i++, j--) { s += j; } return s;', 40],
      ['while and break', 'Integer', 'Integer i = 0; while (true) { if (++i == 5) break; } return i;', 5],
      [
        'do while and continue',
        'Integer',
        'Integer i = 0; Integer n = 0; do { i++; if (i == 2) continue; n += i; } while (i < 4); return n;',
        8
      ],
      [
        'for each over a list',
        'String',
        "String s = ''; for (String x : new List<String>{'a', 'b'}) { s += x; } return s;",
        'ab'
      ],
      [
        'for each over a set',
        'Integer',
        'Integer s = 0; for (Integer x : new Set<Integer>{1, 2, 2, 3}) s += x; return s;',
        6
      ],
      [
        'for each over keys',
        'String',
        "String s = ''; Map<String, Integer> m = new Map<String, Integer>{'a' => 1, 'b' => 2}; for (String k : m.keySet()) { s += k + m.get(k); } return s;",
        'a1b2'
      ],
      [
        'nested loops with break',
        'Integer',
        'Integer n = 0; for (Integer i = 0; i < 3; i++) { for (Integer j = 0; j < 3; j++) { if (j == 1) break; n++; } } return n;',
        3
      ],
      [
        'switch on integers',
        'String',
        "switch on 2 { when 1 { return 'one'; } when 2, 3 { return 'two or three'; } when else { return 'else'; } }",
        'two or three'
      ],
      [
        'switch on text with case',
        'String',
        "String s = 'A'; switch on s { when 'a' { return 'lower'; } when 'A' { return 'upper'; } when else { return 'else'; } }",
        'upper'
      ],
      [
        'switch on null',
        'String',
        "String s = null; switch on s { when null { return 'null'; } when else { return 'else'; } }",
        'null'
      ],
      [
        'break of a loop inside switch',
        'Integer',
        'Integer n = 0; for (Integer i = 0; i < 9; i++) { switch on i { when 3 { break; } when else { n++; } } } return n;',
        3
      ],
      [
        'switch on sObject types',
        'String',
        "SObject o = new Contact(LastName = 'x'); switch on o { when Account a { return a.Name; } when Contact c { return c.LastName; } when else { return 'else'; } }",
        'x'
      ],
      ['ternary', 'String', "return 1 > 2 ? 'a' : 3 > 2 ? 'b' : 'c';", 'b'],
      [
        'nested blocks with a name reused',
        'Integer',
        'Integer r = 0; { Integer x = 1; r += x; } { Integer x = 2; r += x; } return r;',
        3
      ]
    ];
    for (const [title, type, statements, expected] of cases) {
      it(title, () => expect(org.evaluate(type, statements)).to.equal(expected));
    }

    it('refuses to change a list while a loop runs over it', () => {
      const body = `List<Integer> l = new List<Integer>{1, 2};
        try { for (Integer i : l) { l.add(3); } } catch (System.FinalException e) { return e.getMessage() + l.size(); } return null;`;
      expect(org.evaluate('String', body)).to.equal('Cannot modify a collection while it is being iterated.2');
    });

    it('lets a list change after a loop was left by return', () => {
      const code = org.compile(`public class A {
        static List<Integer> items = new List<Integer>{1, 2};
        static Integer first() { for (Integer i : items) { return i; } return null; }
        public static Integer run() { first(); items.add(3); return items.size(); }
      }`);
      expect(org.call(code, 'A.run')).to.equal(3);
    });
  });

  describe('safe navigation and null coalescing', () => {
    const cases: readonly [title: string, type: string, statements: string, expected: unknown][] = [
      ['skips the rest of the chain', 'String', 'String s = null; return s?.toLowerCase().substring(5);', null],
      ['goes on when there is a target', 'String', "String s = 'ABC'; return s?.toLowerCase().substring(1);", 'bc'],
      ['reads fields', 'String', 'Account a = null; return a?.Name;', null],
      [
        'evaluates the target once',
        'Integer',
        'List<Integer> l = new List<Integer>{1}; Integer x = l.remove(0)?.intValue(); return l.size();',
        0
      ],
      [
        'indexes',
        'String',
        "Map<String, List<String>> m = new Map<String, List<String>>(); return m.get('a')?.get(0)?.toUpperCase();",
        null
      ],
      ['a cast ends the chain', 'String', 'Object o = null; return ((String) o)?.trim();', null],
      ['?? takes the right side for null', 'Integer', 'Integer n = null; return n ?? 3;', 3],
      [
        '?? does not evaluate the right side otherwise',
        'Integer',
        'Integer n = 1; Integer z = 0; return n ?? 1 / z;',
        1
      ],
      ['?? over ?.', 'String', "Account a = null; return a?.Name ?? 'none';", 'none']
    ];
    for (const [title, type, statements, expected] of cases) {
      it(title, () =>
        expect(
          org.evaluate(
            type,
            statements.replace('.intValue()', '.format()').replace('Integer x = l.remove', 'String x = l.remove')
          )
        ).to.equal(expected)
      );
    }
  });

  it('runs field initialisers and blocks before all constructors, superclass first', () => {
    const code = org.compile(
      `public virtual class Base {
        public static String log = '';
        public static Integer note(String s) { log += s + ' '; return 1; }
        Integer a = note('base-field');
        { note('base-block'); }
        public Base() { this('x'); note('base-constructor'); }
        public Base(String s) { note('base-' + s); }
      }`,
      `public class Derived extends Base {
        Integer b = note('field');
        { note('block'); }
        public Derived() { super(); note('constructor'); }
        public static String run() { new Derived(); return Base.log; }
      }`
    );
    expect(org.call(code, 'Derived.run')).to.equal(
      'base-field base-block field block base-x base-constructor constructor '
    );
  });

  it('dispatches virtual, abstract, interface and super calls', () => {
    const code = org.compile(`public class Zoo {
      public interface Named { String name(); }
      public abstract class Animal implements Named {
        public abstract String sound();
        public virtual String name() { return 'animal'; }
        public String speak() { return name() + ':' + sound(); }
      }
      public virtual class Dog extends Animal {
        public override String sound() { return 'woof'; }
        public override virtual String name() { return 'dog/' + super.name(); }
      }
      public class Puppy extends Dog {
        public override String name() { return 'puppy/' + super.name(); }
      }
      public static String run() {
        List<Named> all = new List<Named>{ new Dog(), new Puppy() };
        String s = '';
        for (Named n : all) { s += ((Animal) n).speak() + ' '; }
        return s;
      }
    }`);
    expect(org.call(code, 'Zoo.run')).to.equal('dog/animal:woof puppy/dog/animal:woof ');
  });

  it('chooses overloads and private methods of the right class', () => {
    const code = org.compile(
      `public virtual class P { private String f() { return 'P'; } public String callF() { return f(); }
        public static String g(Object o) { return 'object'; } public static String g(String s) { return 'string'; } public static String g(Integer i) { return 'integer'; } }`,
      `public class Q extends P { private String f() { return 'Q'; } public static String run() { return new Q().callF() + new Q().f() + P.g('a') + P.g(1) + P.g(true); } }`
    );
    expect(org.call(code, 'Q.run')).to.equal('PQstringintegerobject');
  });

  it('has properties with and without bodies', () => {
    const code = org.compile(`public class Prop {
      public Integer automatic { get; set; }
      public Integer doubled { get { return doubled * 2; } set { doubled = value; } }
      public static Integer calls { get { if (calls == null) { calls = 0; } return calls; } private set; }
      public Integer lazy { get { calls++; return 7; } }
      public static String run() {
        Prop p = new Prop();
        p.automatic = 1; p.automatic += 2;
        p.doubled = 5; p.doubled++;
        Integer x = p.lazy + p.lazy;
        return p.automatic + ' ' + p.doubled + ' ' + x + ' ' + calls;
      }
    }`);
    expect(org.call(code, 'Prop.run')).to.equal('3 22 14 2');
  });

  it('initialises statics in textual order at first use, anew in each transaction', () => {
    const code = org.compile(
      `public class S { public static Integer a = 1; public static Integer b; static { b = a + 1; T.log.add('S'); } public static Integer c = b * 10; }`,
      `public class T { public static List<String> log = new List<String>();
        public static String run() { log.add('run'); Integer c = S.c; S.a++; return String.join(log, ',') + c + S.a; } }`
    );
    expect(org.call(code, 'T.run')).to.equal('run,S202');
    expect(org.call(code, 'T.run')).to.equal('run,S202');
  });

  it('has enums with values, ordinals and switch', () => {
    const code = org.compile(`public class E {
      public enum Season { WINTER, SPRING }
      public static String run() {
        Season s = Season.valueOf('SPRING');
        String r = s.name() + s.ordinal() + Season.values().size();
        switch on s { when WINTER { r += 'w'; } when SPRING { r += 's'; } }
        return r + (s == Season.SPRING) + s;
      }
    }`);
    expect(org.call(code, 'E.run')).to.equal('SPRING12strueSPRING');
  });

  describe('exceptions', () => {
    it('run finally, keep the cause, and are caught by their class', () => {
      const code = org.compile(`public class X {
        public virtual class BaseException extends Exception {}
        public class SpecialException extends BaseException { public Integer code; public SpecialException(Integer c) { this('code ' + c); code = c; } }
        static String log = '';
        static Integer f() { try { throw new SpecialException(7); } finally { log += 'finally '; } }
        public static String run() {
          try { f(); } catch (DmlException e) { log += 'wrong '; } catch (BaseException e) {
            log += e.getTypeName() + ' ' + e.getMessage() + ' ' + ((SpecialException) e).code + ' ';
            try { throw new BaseException('outer', e); } catch (Exception o) { log += o.getCause().getMessage(); }
          }
          return log;
        }
      }`);
      expect(org.call(code, 'X.run')).to.equal('finally X.SpecialException code 7 7 code 7');
    });

    it('know the Apex lines of their stack', () => {
      const code = org.compile(`public class Trace {
  public class Inner {
    public Integer f(String s) {
      return s
        .length();
    }
  }

  static void g() {
    new Inner().f(null);
  }

  public static String run() {
    try {
      g();
    } catch (NullPointerException e) {
      return e.getLineNumber() + '\\n' + e.getStackTraceString();
    }
    return null;
  }
}`);
      expect(org.call(code, 'Trace.run')).to.equal(
        '4\nClass.Trace.Inner.f: line 4, column 1\nClass.Trace.g: line 10, column 1\nClass.Trace.run: line 15, column 1'
      );
    });

    it('of limits and assertions pass catch and finally by', () => {
      const code = org.compile(`public class Fatal {
        public static String log = '';
        static void deep() { deep(); }
        public static void endless() { try { deep(); } catch (Exception e) { log += 'caught'; } finally { log += 'finally'; } }
        public static void asserting() { try { System.assert(false, 'no'); } catch (Exception e) { log += 'caught'; } finally { log += 'finally'; } }
        public static String read() { return log; }
      }`);
      for (const [method, message] of [
        ['endless', 'Maximum stack depth reached: 1001'],
        ['asserting', 'Assertion Failed: no']
      ] as const) {
        org.transaction(code, () => {
          const type = code.type('Fatal');
          const slot = (name: string): string => type?.methods.find((item) => item.name === name)?.slot ?? '';
          expect(() => type?.call(slot(method), []), method).to.throw();
          try {
            type?.call(slot(method), []);
          } catch (error) {
            expect(String((error as Error).message)).to.match(
              method === 'endless' ? /call stack/ : new RegExp(message)
            );
          }
          expect(type?.call(slot('read'), [])).to.equal('');
        });
      }
    });
  });

  it('uses equals and hashCode of a class for ==, sets and maps', () => {
    const code = org.compile(`public class Key {
      Integer n;
      public Key(Integer n) { this.n = n; }
      public Boolean equals(Object other) { return other instanceof Key && ((Key) other).n == n; }
      public Integer hashCode() { return n; }
      public override String toString() { return 'Key' + n; }
      public static String run() {
        Set<Key> s = new Set<Key>{ new Key(1), new Key(1), new Key(2) };
        Map<Key, String> m = new Map<Key, String>{ new Key(3) => 'three' };
        return s.size() + m.get(new Key(3)) + (new Key(4) == new Key(4)) + (new Key(4) === new Key(4)) + new Key(5);
      }
    }`);
    expect(org.call(code, 'Key.run')).to.equal('2threetruefalseKey5');
  });

  it('sorts by Comparable and iterates over Iterable', () => {
    const code = org.compile(`public class Item implements Comparable {
      public Integer n;
      public Item(Integer n) { this.n = n; }
      public Integer compareTo(Object other) { return ((Item) other).n - n; }
      public class Counter implements Iterator<Integer>, Iterable<Integer> {
        Integer at = 0;
        public Boolean hasNext() { return at < 3; }
        public Integer next() { return at++; }
        public Iterator<Integer> iterator() { return this; }
      }
      public static String run() {
        List<Item> items = new List<Item>{ new Item(1), new Item(3), new Item(2) };
        items.sort();
        String s = '';
        for (Item i : items) { s += i.n; }
        for (Integer i : new Counter()) { s += i; }
        return s;
      }
    }`);
    expect(org.call(code, 'Item.run')).to.equal('321012');
  });

  it('casts collections by their element types', () => {
    const code = org.compile(`public class Cast {
      public static String run() {
        Object o = new List<String>{'a'};
        String r = '' + (o instanceof List<String>) + (o instanceof List<Object>) + (o instanceof List<Integer>);
        List<SObject> rows = new List<SObject>{ new Account() };
        List<Account> accounts = (List<Account>) rows;
        r += accounts.size();
        try { Object l = new List<Object>(); List<String> s = (List<String>) l; } catch (System.TypeException e) { r += e.getMessage(); }
        return r;
      }
    }`);
    expect(org.call(code, 'Cast.run')).to.equal(
      'truetruefalse1Invalid conversion from runtime type List<ANY> to List<String>'
    );
  });

  it('reads and writes fields of records', () => {
    const body = `Contact c = new Contact(LastName = 'x', Account = new Account(Name = 'y'));
      c.FirstName = 'f'; c.Account.Name += 'z';
      return c.FirstName + c.LastName + c.Account.Name + c.Email + new Contact().Account?.Name + c.HasOptedOutOfEmail;`;
    expect(org.evaluate('String', body)).to.equal('fxyznullnullfalse');
  });

  it('hands queries and DML to the transaction', () => {
    org.recorded.queries.length = 0;
    org.recorded.dml.length = 0;
    const code = org.compile(`public with sharing class Data {
      public static Integer run() {
        String name = 'x';
        List<Account> found = [SELECT Id FROM Account WHERE Name = :name AND Site = :name.toUpperCase()];
        insert new Account(Name = name);
        update as user found;
        Account a = [SELECT Id FROM Account LIMIT 1] ?? new Account(Name = 'none');
        try { a = [SELECT Id FROM Account LIMIT 1]; } catch (QueryException e) { return found.size(); }
        return null;
      }
    }`);
    expect(org.call(code, 'Data.run')).to.equal(0);
    expect(org.recorded.queries[0]).to.deep.equal({
      text: 'SELECT Id FROM Account WHERE Name = :tmpVar1 AND Site = :tmpVar2',
      binds: ['x', 'X'],
      access: { mode: 'system', sharing: true }
    });
    expect(org.recorded.dml.map((call) => [call.operation, call.records.length, call.options])).to.deep.equal([
      ['insert', 1, { allOrNone: true, access: { mode: 'system', sharing: true }, externalIdField: null }],
      ['update', 0, { allOrNone: true, access: { mode: 'user', sharing: true }, externalIdField: null }]
    ]);
  });

  it('takes the sharing mode of the caller where a class has none', () => {
    org.recorded.queries.length = 0;
    const code = org.compile(
      `public class Plain { public static void q() { List<Account> a = [SELECT Id FROM Account]; } }`,
      `public inherited sharing class Inherited { public static void q() { Plain.q(); } public static void own() { List<Account> a = [SELECT Id FROM Account]; } }`,
      `public with sharing class With { public static void q() { Inherited.q(); } }`,
      `public without sharing class Without { public static void q() { Inherited.own(); } }`
    );
    for (const path of ['Plain.q', 'Inherited.own', 'With.q', 'Without.q']) org.call(code, path);
    expect(org.recorded.queries.map((query) => (query.access as { sharing: boolean }).sharing)).to.deep.equal([
      false,
      true,
      true,
      false
    ]);
  });

  it('returns, breaks and continues out of System.runAs', () => {
    const code = org.compile(`@IsTest private class RunAs {
      static Integer f() { User u = new User(Id = '005000000000001AAA'); System.runAs(u) { return 1; } }
      static Integer g() { Integer n = 0; User u = new User(Id = '005000000000001AAA');
        for (Integer i = 0; i < 5; i++) { System.runAs(u) { if (i == 1) continue; if (i == 3) break; n += i; } } return n; }
      @IsTest static void t() { System.assertEquals(1, f()); System.assertEquals(2, g()); }
    }`);
    expect(() => org.call(code, 'RunAs.t')).not.to.throw();
  });

  it('runs triggers with their context variables', async () => {
    const { runTrigger } = await import('../../../src/apex/runtime/index.js');
    const code = org.compile(`trigger T on Account (before insert, after update) {
      static Integer twice(Integer n) { return n * 2; }
      for (Account a : Trigger.new) {
        a.Site = Trigger.operationType.name() + Trigger.isBefore + Trigger.isUpdate + twice(Trigger.size) + (Trigger.oldMap == null);
      }
    }`);
    const row = new SObjectRecord('Account');
    org.transaction(code, () =>
      runTrigger(code.trigger('T'), {
        objectName: 'Account',
        when: 'before',
        action: 'insert',
        newRecords: [row],
        oldRecords: null
      })
    );
    expect(row.fields.get('site')).to.equal('BEFORE_INSERTtruefalse2true');
  });

  it('runs anonymous blocks with methods and classes', () => {
    const code = org.compile(
      `public class Sink { public static List<String> got = new List<String>(); public static String read() { return String.join(got, ','); } }`
    );
    org.recorded.log.length = 0;
    org.runAnonymous(
      code,
      `Integer x = 2;
String twice(String s) { return s + s; }
class Box { public String v; public Box(String v) { this.v = v; } }
System.debug(twice('a') + x + new Box('b').v);`
    );
    expect(org.recorded.log).to.deep.equal(['USER_DEBUG [4]|DEBUG|aa2b']);
  });

  it('counts executed lines', () => {
    const coverage = new Map<string, Uint32Array>();
    const code = org.compileCovered(
      coverage,
      `public class Cov {
  public static Integer run() {
    Integer n = 0;
    for (Integer i = 0; i < 3; i++) {
      n += i;
    }
    if (n > 100) {
      return 0;
    }
    return n;
  }
}`
    );
    org.call(code, 'Cov.run');
    const lines = coverage.get('cov');
    expect(code.unit('class', 'Cov')?.meta.executableLines.map((line) => [line, lines?.[line]])).to.deep.equal([
      [3, 1],
      [4, 1],
      [5, 3],
      [7, 1],
      [8, 0],
      [10, 1]
    ]);
  });

  it('answers lists as lists', () => {
    const list = org.evaluate('List<Integer>', 'return new List<Integer>{1, null};') as ApexList;
    expect(list.items).to.deep.equal([1, null]);
    expect((org.evaluate('List<String>', 'return new String[2];') as ApexList).items).to.deep.equal([null, null]);
  });
});
