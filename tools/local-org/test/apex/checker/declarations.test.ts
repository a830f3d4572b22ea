import { expect } from 'chai';
import type { BoundUnit } from '../../../src/apex/bound/nodes.js';
import { Checker } from './support.js';

describe('declarations in Apex', () => {
  let checker: Checker;

  before(async () => {
    checker = await Checker.open();
  });

  /** @param cases title, then the class's source, then its problems. */
  const source = (title: string, text: string | readonly string[], ...problems: string[]): void => {
    it(title, () => expect(checker.problems(...[text].flat())).to.deep.equal(problems));
  };

  const bind = (...sources: readonly string[]): readonly BoundUnit[] => {
    const { bound, problems } = checker.check(sources);
    expect(problems).to.deep.equal([]);
    return bound;
  };

  describe('members', () => {
    source('fields twice', 'public class A { Integer f; String F; }', '1:36 Duplicate field: F');
    source('a field and a property', 'public class A { Integer f; String F { get; set; } }', '1:36 Duplicate field: F');
    source(
      'methods twice',
      'public class A { void f(String a) {} void F(String b) {} }',
      '1:43 Method already defined: F (String) from the type A'
    );
    source('overloads', 'public class A { void f(String a) {} void f(Id b) {} void f() {} }');
    source('constructors of another name', 'public class A { public B() {} }', '1:25 Invalid constructor name: B');
    source('parameters twice', 'public class A { void f(String a, String A) {} }', '1:42 Duplicate variable: A');
    source('types twice', ['public class A {}', 'public class a {}'], '1:14 Type name already in use: a');
    source('inner types twice', 'public class A { class B {} enum b { ONE } }', '1:34 Type name already in use: b');
    source(
      'inner of inner',
      'public class A { class B { class C {} } }',
      '1:34 Inner types are not allowed to have inner types'
    );
    source(
      'static in inner',
      'public class A { class B { static void f() {} } }',
      '1:40 static can only be used on methods of a top level type'
    );
    source('top level without scope', 'class A {}', '1:7 Top-level type must have public or global visibility');
    source('tests need no scope', '@IsTest class A { @IsTest static void f() {} }');
    source('two scopes', 'public class A { public private Integer f; }', '1:41 Declarations can only have one scope');
    source('unknown annotation', 'public class A { @Missing void f() {} }', '1:18 Annotation does not exist: Missing');
    source('body missing', 'public class A { void f(); }', '1:23 Method must have a body');
    source(
      'abstract with body',
      'public abstract class A { abstract void f() {} }',
      '1:41 Abstract methods cannot have a body'
    );
    source(
      'test with parameters',
      '@IsTest class A { @IsTest static void f(String a) {} }',
      '1:39 Test methods must have no arguments'
    );
    source(
      'a type that does not exist is reported once',
      'public class A { Missing f; void g() { f.h().i = f; Missing.j(); } }',
      '1:18 Invalid type: Missing',
      '1:53 Variable does not exist: Missing'
    );
  });

  describe('annotations', () => {
    source(
      'future methods are static, void and take primitives',
      'public class A { @future void f() {} @future static void g(Account a) {} @future static void h(Set<Id> s) {} }',
      '1:31 Future methods must be declared as static',
      '1:58 Future methods do not support parameter type of Account'
    );
    source(
      'REST methods are global and static',
      "@RestResource(urlMapping='/a') global class A { @HttpGet static String f() { return ''; } }",
      '1:72 HttpGet methods must be declared as global'
    );
    source(
      'REST classes are global',
      "@RestResource(urlMapping='/a') public class A { }",
      '1:45 RestResource classes must be declared as global'
    );
    source(
      'test methods are static',
      '@IsTest class A { @IsTest void f() {} @TestSetup static Integer g() { return 1; } }',
      '1:32 IsTest methods must be declared as static',
      '1:65 Test setup method must return void'
    );
  });

  describe('inheritance', () => {
    source(
      'of a final class',
      ['public class A {}', 'public class B extends A {}'],
      '1:24 Non-virtual and non-abstract type cannot be extended: A'
    );
    source('of an interface', ['public interface A {}', 'public class B extends A {}'], '1:24 Invalid class: A');
    source(
      'implementing a class',
      ['public virtual class A {}', 'public class B implements A {}'],
      '1:27 Invalid interface: A'
    );
    source(
      'of itself',
      ['public virtual class A extends B {}', 'public virtual class B extends A {}'],
      '1:22 Circular definition: A'
    );
    source('of an interface by itself', 'public interface A extends A {}', '1:18 Circular definition: A');
    source(
      'override of nothing',
      'public class A { public override void f() {} }',
      '1:39 @Override specified for non-overriding method: void A.f()'
    );
    source(
      'override without the word',
      ['public virtual class A { public virtual void f() {} }', 'public class B extends A { public void f() {} }'],
      '1:40 Method must use the override keyword: void B.f()'
    );
    source(
      'override of a final method',
      ['public virtual class A { public void f() {} }', 'public class B extends A { public override void f() {} }'],
      '1:49 Non-virtual, non-abstract methods cannot be overridden: void B.f()'
    );
    source(
      'narrower override',
      [
        'public virtual class A { public virtual void f() {} }',
        'public class B extends A { protected override void f() {} }'
      ],
      '1:52 Cannot reduce the visibility of method: void B.f()'
    );
    source(
      'another return type',
      [
        'public virtual class A { public virtual Integer f() { return 1; } }',
        "public class B extends A { public override String f() { return ''; } }"
      ],
      '1:51 Method return types clash: String B.f() vs Integer A.f() from the type B'
    );
    source(
      'abstract methods are implemented',
      ['public abstract class A { public abstract void f(); }', 'public class B extends A {}'],
      '1:14 Class B must implement the abstract method: void A.f()'
    );
    source('with or without override', [
      'public abstract class A { public abstract void f(); }',
      'public class B extends A { public void f() {} }'
    ]);
    source('private methods do not override', [
      'public virtual class A { private void f() {} }',
      'public class B extends A { private void f() {} }'
    ]);
    source(
      'toString may be replaced',
      "public class A { public override String toString() { return ''; } public Boolean equals(Object o) { return true; } public Integer hashCode() { return 1; } }"
    );
    source(
      'super without a default constructor',
      ['public virtual class A { public A(String s) {} }', 'public class B extends A {}'],
      '1:14 Constructor not defined: [A].<Constructor>()'
    );
    source(
      'constructor calls come first',
      ['public virtual class A {}', 'public class B extends A { public B() { Integer a = 1; super(); } }'],
      "1:56 Call to 'super()' must be the first statement in a constructor method"
    );
    source(
      'constructor calls cannot use the instance',
      'public class A { Integer f; public A() { this(f); } public A(Integer a) {} }',
      '1:47 Cannot reference instance variables in a constructor invocation: f'
    );
  });

  describe('interfaces', () => {
    source(
      'are implemented',
      ['public interface A { void f(String s); }', 'public class B implements A {}'],
      '1:14 Class B must implement the method: void A.f(String)'
    );
    source(
      'publicly',
      ['public interface A { void f(); }', 'public class B implements A { void f() {} }'],
      '1:14 B: Overriding implementations of global or public interface methods must be global or public: void B.f()'
    );
    source('by a superclass', [
      'public interface A { void f(); }',
      'public virtual class B { public void f() {} }',
      'public class C extends B implements A {}'
    ]);
    source('not by abstract classes', ['public interface A { void f(); }', 'public abstract class B implements A {}']);
    source('with a subtype as result', [
      'public interface A { A f(); }',
      'public class B implements A { public B f() { return this; } }'
    ]);
    source('with collections of subtypes as result', [
      'public interface A { List<SObject> f(); SObject g(); }',
      'public class B implements A { public List<Account> f() { return null; } public Account g() { return null; } }'
    ]);
    source(
      'of the platform',
      'public class B implements Comparable {}',
      '1:14 Class B must implement the method: Integer Comparable.compareTo(Object)'
    );
    source(
      'generic ones',
      `public class B implements Iterable<String>, Iterator<String>, Comparator<Account> {
      public Iterator<String> iterator() { return this; } public Boolean hasNext() { return false; } public String next() { return null; }
      public Integer compare(Account a, Account b) { return 0; }
    }`
    );
    source(
      'twice',
      'public class B implements Comparable, Comparable { public Integer compareTo(Object o) { return 0; } }',
      '1:39 Interface already implemented: Comparable'
    );
    source(
      'batches of a narrower object',
      `public class B implements Database.Batchable<SObject>, Database.Stateful {
      public Database.QueryLocator start(Database.BatchableContext c) { return Database.getQueryLocator('x'); }
      public void execute(Database.BatchableContext c, List<Account> rows) {}
      public void finish(Database.BatchableContext c) {}
    }`
    );
  });

  describe('exceptions', () => {
    source(
      'have the built-in constructors',
      `public class A { class MyException extends Exception {}
      void f() { Exception e = new MyException(); e = new MyException('a'); e = new MyException(e); e = new MyException('a', e); } }`
    );
    source(
      'and own ones, which reach them by this',
      `public class MyException extends Exception { public Integer code;
      public MyException(Integer code, String text) { this(text); this.code = code; } }`
    );
    source(
      'end in Exception',
      'public class Failure extends Exception {}',
      "1:14 Classes extending Exception must have a name ending in 'Exception': Failure"
    );
    source(
      'nothing else does',
      'public class MyException {}',
      '1:14 Exception class must extend another Exception class: MyException'
    );
  });

  describe('properties and final members', () => {
    source(
      'without a setter',
      'public class A { Integer p { get { return 1; } } void f() { p = 1; } }',
      '1:61 A value cannot be stored to p in type A'
    );
    source(
      'with a private setter',
      ['public class A { public Integer p { get; private set; } }', 'public class B { void f(A a) { a.p = 1; } }'],
      '1:34 Variable is not visible: A.p'
    );
    source(
      'getters return',
      'public class A { Integer p { get { } } }',
      '1:34 Missing return statement required return type: Integer'
    );
    source('setters have a value', 'public class A { Integer p { get; set { p = value + 1; } } }');
    source(
      'final fields are set once',
      'public class A { final Integer f = 1; static final Integer S = 2; void g() { f = 2; S = 3; } }',
      '1:78 Final members can only be assigned in their declaration, init blocks, or constructors: f',
      '1:85 Final members can only be assigned in their declaration, init blocks, or constructors: S'
    );
    source(
      'or in constructors and blocks',
      'public class A { final Integer f; static final Integer S; static { S = 1; } public A() { f = 1; } }'
    );
  });

  describe('triggers', () => {
    source(
      'know the object',
      'trigger T on Account (before insert, after update) { for (Account a : Trigger.new) { a.Name = Trigger.oldMap.get(a.Id).Name; } }'
    );
    source('need one', 'trigger T on Missing (before insert) { }', "1:9 Trigger type isn't an SObject: Missing");
    source(
      'events are inserted',
      'trigger T on Parcel_Moved__e (before insert) { }',
      '1:9 Platform Event SObjects only supports after insert: Parcel_Moved__e'
    );
    source(
      'return nothing',
      'trigger T on Account (before insert) { return 1; }',
      '1:40 Trigger bodies must not return a value'
    );
  });

  describe('symbols', () => {
    it('of earlier checks are enough to compile against', async () => {
      const later = await Checker.open();
      later.keep(
        'public virtual class Base { public class Inner { public Integer n; } protected virtual Integer f(Inner i) { return i.n; } }'
      );
      expect(
        later.problems(
          'public class Sub extends Base { protected override Integer f(Inner i) { return super.f(i) + 1; } }'
        )
      ).to.deep.equal([]);
      later.keep('public virtual class Base {}');
      expect(later.problems('public class Sub extends Base { Inner i; }')).to.deep.equal(['1:33 Invalid type: Inner']);
    });

    it('members of a superclass that does not exist are not reported one by one', () => {
      const source = 'public class A extends Missing { Inner i; void f() { g(); h = 1; this.k(); } }';
      expect(checker.problems(source)).to.deep.equal(['1:24 Invalid type: Missing']);
    });

    it('a class that uses a broken part of another says so, and other users do not', () => {
      const broken = 'public class Broken { public static Missing f; public static Integer g; }';
      const { problems, bound } = checker.check([
        broken,
        'public class User1 { Object o = Broken.f; }',
        'public class User2 { Object o = Broken.g; }'
      ]);
      expect(problems.map((problem) => problem.message)).to.deep.equal([
        'Invalid type: Missing',
        'Dependent class is invalid and needs recompilation:\n Class Broken'
      ]);
      expect(bound.map((unit) => unit.name)).to.deep.equal(['User2']);
    });
  });

  describe('the bound tree', () => {
    it('gives overrides the slot of what they override and private methods one of their own', () => {
      const [base, sub] = bind(
        'public virtual class Base { public virtual void f(String s) {} private void g() {} }',
        'public class Sub extends Base { public override void f(String t) {} private void g() {} }'
      );
      const slots = (unit: BoundUnit | undefined): readonly string[] =>
        unit?.types.flatMap((type) => type.methods.map((method) => method.slot)) ?? [];
      expect(slots(base)[0]).to.equal(slots(sub)[0]);
      expect(slots(base)[1]).to.not.equal(slots(sub)[1]);
    });

    it('lets a private method replace a private virtual one', () => {
      const [base, sub] = bind(
        'public virtual class Base { private virtual void f() {} }',
        'public class Sub extends Base { private void f() {} }'
      );
      expect(sub?.types[0]?.methods[0]?.slot).to.equal(base?.types[0]?.methods[0]?.slot);
    });

    it('bridges platform interfaces, also to inherited methods, and tells two of them apart', () => {
      const units = bind(
        'public virtual class Base { public Integer compareTo(Object o) { return 0; } }',
        `public class Sub extends Base implements Comparable, Queueable, Schedulable {
          public void execute(QueueableContext c) {} public void execute(SchedulableContext c) {} }`
      );
      const bridges = new Map(units[1]?.types[0]?.bridges.map((bridge) => [bridge.alias, bridge.slot]));
      expect(bridges.get('compareto$1')).to.equal('compareto$1$object');
      expect(bridges.get('queueable$execute$1')).to.match(/queueablecontext$/);
      expect(bridges.get('schedulable$execute$1')).to.match(/schedulablecontext$/);
    });

    it('separates a field from one of the same name in a superclass', () => {
      const [base, sub] = bind(
        'public virtual class Base { private Integer n; }',
        'public class Sub extends Base { private Integer n; }'
      );
      expect(sub?.types[0]?.fields[0]?.jsName).to.not.equal(base?.types[0]?.fields[0]?.jsName);
    });

    it('runs queries and DML in user mode from API version 67 on', () => {
      const text =
        "public class A { void f() { insert new Account(); insert as system new Account(); Object o = Database.query('x'); } }";
      for (const [version, mode] of [
        [66, 'system'],
        [67, 'user']
      ] as const) {
        const [unit] = checker.check([text], version).bound;
        const modes = JSON.stringify(unit?.types[0]?.methods[0]?.body, (key, value: unknown) =>
          key === 'owner' ? undefined : value
        ).match(/"mode":"\w+"/g);
        expect(modes).to.deep.equal([`"mode":"${mode}"`, '"mode":"system"', `"mode":"${mode}"`]);
      }
    });

    it('lists what a unit depends on and which lines it executes', () => {
      checker.check([]);
      const [, unit] = bind(
        'public class Other { public class Inner { public Account a; } }',
        'public class A {\n  Integer n = 1;\n  void f(Other.Inner i) {\n    String s = i.a.Name + Label.Greeting;\n    if (s == null) {\n      return;\n    }\n  }\n}'
      );
      expect(unit?.dependencies).to.include.members(['type:other', 'label:greeting']);
      expect(unit?.executableLines).to.deep.equal([2, 4, 5, 6]);
    });

    it('takes anonymous blocks with their methods and classes', () => {
      const { bound, problems } = checker.anonymous(
        'Integer twice(Integer a) { return a * 2; } class Box { Integer n; } Box b = new Box(); b.n = twice(2);'
      );
      expect(problems).to.deep.equal([]);
      expect(bound[0]?.types.map((type) => type.type.name)).to.deep.equal(['AnonymousBlock', 'AnonymousBlock.Box']);
    });
  });
});
