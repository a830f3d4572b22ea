import { expect } from 'chai';
import { Checker } from './support.js';

describe('names in Apex', () => {
  let checker: Checker;

  before(async () => {
    checker = await Checker.open();
  });

  const statements = (title: string, text: string, ...messages: string[]): void => {
    it(title, () => expect(checker.statements(text)).to.deep.equal(messages));
  };

  describe('variables', () => {
    statements('unknown', 'Integer a = missing;', 'Variable does not exist: missing');
    statements('in any case', 'Integer aB = 1; Integer c = AB + 1;');
    statements('twice', 'Integer a; String A;', 'Duplicate variable: A');
    statements('twice in a nested block', 'Integer a; if (a == 1) { String a; }', 'Duplicate variable: a');
    statements('again after a block', 'if (true) { Integer a; } String a;');
    statements('not in their own initialiser', 'Integer a = a;', 'Variable does not exist: a');
    statements('outside their block', '{ Integer a; } a = 1;', 'Variable does not exist: a');
    statements('reserved', 'Integer bigdecimal;', 'Identifier name is reserved: bigdecimal');
    statements(
      'reserved though the grammar lets it through',
      'Integer trigger;',
      'Identifier name is reserved: trigger'
    );
    statements('not reserved', 'Integer after, group, order, count, any, set;');
    statements(
      'only the first unknown part is reported',
      'Integer a = missing.b.c;',
      'Variable does not exist: missing'
    );

    it('are reported at their name, lines and columns from 1', () => {
      expect(
        checker.problems('public class A {\n  void f() {\n    Integer a = 1 +\n      missing;\n  }\n}')
      ).to.deep.equal(['4:7 Variable does not exist: missing']);
    });
  });

  describe('types', () => {
    statements('unknown', 'Missing a;', 'Invalid type: Missing');
    statements('unknown argument', 'List<Missing> a;', 'Invalid type: Missing');
    statements('unknown inner type', 'Subject.Inner a;', 'Invalid type: Subject.Inner');
    statements(
      'with too many arguments',
      'Map<Id> a;',
      'Invalid type argument count for Map<Object,Object>: expected 2 but found 1'
    );
    statements('without arguments', 'List a;', 'No type arguments provided for a parameterized type: List');
    statements(
      'qualified by namespace',
      'System.String a; Schema.Account b; Database.SaveResult c; Schema.SObjectType d;'
    );
    statements(
      'known but not here',
      'ConnectApi.FeedElement a;',
      'not supported by the local org: ConnectApi.FeedElement'
    );

    it('of the org hide those of the platform', () => {
      const own = 'public class Http { public Integer own() { return 1; } }';
      expect(checker.problems(own, 'public class A { Integer f() { return new Http().own(); } }')).to.deep.equal([]);
    });

    it('of the org hide objects, in collections too', () => {
      const own = 'public class Contact { public Integer own; }';
      const use = `public class A { void f(List<Contact> l, List<Schema.Contact> s) {
        Integer n = l[0].own; String t = s[0].LastName; l = s; } }`;
      expect(checker.problems(own, use)).to.deep.equal(['2:57 Illegal assignment from List<Contact> to List<Contact>']);
    });

    it('private inner types stay inside their outer class', () => {
      const outer = 'public class Outer { private class Inner { } }';
      expect(checker.problems(outer, 'public class A { Outer.Inner f; }')).to.deep.equal([
        '1:18 Type is not visible: Outer.Inner'
      ]);
    });
  });

  describe('variables named like types', () => {
    it('win, unless only the type has the member', () => {
      const source = `public class A {
        public enum Kind { ONE, TWO }
        private Kind kind;
        static Kind first() { return Kind.ONE; }
        void f(Account account) {
          kind = Kind.TWO;
          String name = account.Name;
          Schema.SObjectType type = Account.SObjectType;
          List<Kind> kinds = Kind.values();
        }
      }`;
      expect(checker.problems(source)).to.deep.equal([]);
    });
  });

  describe('static and instance', () => {
    const members =
      'public class M { public Integer f; public static Integer s; public void m() {} public static void n() {} }';

    it('instance members need an instance', () => {
      expect(checker.problems(members, 'public class A { void g() { Integer a = M.f; M.m(); } }')).to.deep.equal([
        '1:43 Non static field cannot be referenced from a static context: f from the type M',
        '1:48 Non static method cannot be referenced from a static context: void M.m()'
      ]);
    });

    it('static members are reached through the type', () => {
      expect(checker.problems(members, 'public class A { void g(M x) { Integer a = x.s; x.n(); } }')).to.deep.equal([
        '1:46 Static field cannot be referenced from a non static context: s from the type M',
        '1:51 Static method cannot be referenced from a non static context: void M.n()'
      ]);
    });

    it('this and super do not exist in static code', () => {
      const source = 'public class A { static void f() { Object a = this; super.toString(); } }';
      expect(checker.problems(source)).to.deep.equal([
        '1:47 This cannot be referenced in a static context',
        '1:53 Super cannot be referenced in a static context'
      ]);
    });
  });

  describe('visibility', () => {
    const owner = `public virtual class Owner {
      private Integer hidden; protected Integer inherited; @TestVisible private Integer forTests;
      private void hide() {} protected void inherit() {} @TestVisible private static void tested() {}
    }`;

    it('private and protected members', () => {
      expect(
        checker.problems(owner, 'public class A { void f(Owner o) { o.hidden = 1; o.inherited = 1; o.hide(); } }')
      ).to.deep.equal([
        '1:38 Variable is not visible: Owner.hidden',
        '1:52 Variable is not visible: Owner.inherited',
        '1:69 Method is not visible: void Owner.hide()'
      ]);
    });

    it('protected members in subclasses', () => {
      expect(
        checker.problems(owner, 'public class A extends Owner { void f() { inherited = 1; inherit(); } }')
      ).to.deep.equal([]);
    });

    it('@TestVisible members in test classes alone', () => {
      const use = 'class A { static void f(Owner o) { o.forTests = 1; Owner.tested(); } }';
      expect(checker.problems(owner, `@IsTest private ${use}`)).to.deep.equal([]);
      expect(checker.problems(owner, `public ${use}`)).to.have.length(2);
    });
  });

  describe('records', () => {
    statements('fields', "Account a = new Account(Name = 'x'); String n = a.Name; a.AnnualRevenue = 1.5;");
    statements('unknown field', 'Account a; a.Missing__c = 1;', 'Variable does not exist: Missing__c');
    statements(
      'unknown field at construction',
      'Account a = new Account(Missing__c = 1);',
      'Field does not exist: Missing__c on Account'
    );
    statements(
      'fields twice',
      "Account a = new Account(Name = 'x', name = 'y');",
      'Duplicate field initialization: name'
    );
    statements(
      'parents and children',
      'Parcel__c p; String n = p.Account__r.Name; List<Parcel__c> l = p.Account__r.Parcels__r;'
    );
    statements('polymorphic parents', 'Task t; String n = t.What.Name; String type = t.Owner.Type;');
    statements(
      'generic records have only the id',
      'SObject s; Id i = s.Id; Object n = s.Name;',
      'Variable does not exist: Name'
    );
    statements(
      'formulas are read-only',
      "Parcel__c p; p.Label__c = 'x';",
      'Field is not writeable: Parcel__c.Label__c'
    );
    statements(
      'tokens',
      'Schema.SObjectField f = Parcel__c.Weight__c; Schema.SObjectType t = Schema.Parcel__c.SObjectType;'
    );
    statements(
      'describes',
      'Schema.DescribeFieldResult d = Schema.SObjectType.Account.fields.Name; String n = SObjectType.Account.getName();'
    );
    statements(
      'tokens by fields',
      'List<Schema.SObjectField> f = new List<Schema.SObjectField>{ Account.SObjectType.fields.Name };'
    );
    statements(
      'errors on fields',
      "Account a; a.Name.addError('x'); a.addError('y'); a.ParentId.addError('z', false);"
    );
  });

  describe('words of the language', () => {
    statements('labels', 'String a = System.Label.greeting + Label.Greeting;');
    statements('unknown label', 'String a = Label.Missing;', 'External string does not exist: Missing');
    statements(
      'trigger variables are generic in classes',
      'List<SObject> a = Trigger.new; Boolean b = Trigger.isInsert;'
    );
    statements('pages', 'Object p = Page.Missing;', 'Page Missing does not exist');
  });
});
