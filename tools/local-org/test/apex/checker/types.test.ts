import { expect } from 'chai';
import { Checker } from './support.js';

describe('types of Apex expressions', () => {
  let checker: Checker;

  before(async () => {
    checker = await Checker.open();
  });

  const statements = (title: string, text: string, ...messages: string[]): void => {
    it(title, () => expect(checker.statements(text)).to.deep.equal(messages));
  };

  describe('assignment', () => {
    statements('widens numbers', 'Integer i = 1; Long l = i; Double d = l; Decimal c = d; d = 1.5;');
    statements('does not narrow numbers', 'Integer i = 1.5;', 'Illegal assignment from Decimal to Integer');
    statements('from Long', 'Long l; Integer i = l;', 'Illegal assignment from Long to Integer');
    statements('String and Id', "Id i = '001000000000000'; String s = i;");
    statements('Date and Datetime', 'Datetime t = Date.today();');
    statements('Datetime is no Date', 'Date d = Datetime.now();', 'Illegal assignment from Datetime to Date');
    statements('null to anything', 'Integer i = null; List<Account> l = null; Account a = null;');
    statements('anything to Object', "Object a = 1; a = 'x'; a = new List<Integer>(); a = new Account();");
    statements('Object to nothing else', 'Object o; String s = o;', 'Illegal assignment from Object to String');
    statements('String from a number', 'String s = 1;', 'Illegal assignment from Integer to String');
    statements('records', 'Account a; SObject s = a; Contact c = a;', 'Illegal assignment from Account to Contact');
    statements(
      'generic records need a cast',
      'SObject s; Account a = s;',
      'Illegal assignment from SObject to Account'
    );
    statements('lists of records both ways', 'List<SObject> s = new List<Account>(); List<Account> a = s;');
    statements(
      'lists of subtypes',
      'List<Object> o = new List<String>(); List<Exception> e = new List<DmlException>();'
    );
    statements(
      'lists of other numbers',
      'List<Long> l = new List<Integer>();',
      'Illegal assignment from List<Integer> to List<Long>'
    );
    statements(
      'sets are not covariant',
      'Set<Object> s = new Set<String>();',
      'Illegal assignment from Set<String> to Set<Object>'
    );
    statements(
      'maps by their values',
      'Map<Id, SObject> m = new Map<Id, Account>(); Map<String, Object> o = new Map<String, Integer>();'
    );
    statements('lists and sets are iterable', 'Iterable<String> i = new List<String>(); i = new Set<String>();');
    statements('void has no value', 'Object o = System.debug(1);', 'Illegal assignment from void to Object');
  });

  describe('casts', () => {
    statements('between numbers', 'Decimal d = 1.5; Integer i = (Integer) d; Long l = (Long) d;');
    statements('down', 'Object o; String s = (String) o; SObject r; Account a = (Account) r;');
    statements(
      'never possible',
      "Integer i = (Integer) 'x';",
      'Incompatible types since an instance of String is never an instance of Integer'
    );
    statements(
      'between unrelated records',
      'Account a; Contact c = (Contact) a;',
      'Incompatible types since an instance of Account is never an instance of Contact'
    );
    statements(
      'of collections',
      'List<Object> o; List<String> s = (List<String>) o; Map<Id, SObject> m; Map<Id, Account> a = (Map<Id, Account>) m;'
    );
    statements('instanceof', "Object o; Boolean b = o instanceof Account; b = 'x' instanceof Id;");
    statements(
      'instanceof that is never true',
      'Integer i; Boolean b = i instanceof Account;',
      'Operation instanceof is always false since an instance of Integer is never an instance of Account'
    );
  });

  describe('operators', () => {
    statements('join text with anything', "String s = 'a' + 1 + null + true + new Account(); s += 1;");
    statements('need numbers', "Integer i = 'a' * 2;", 'Arithmetic expressions must use numeric arguments');
    statements('add days to dates', 'Date d = Date.today() + 1; Datetime t = Datetime.now() - 0.5;');
    statements('dates take whole days', 'Date d = Date.today() + 1.5;', 'Date expressions must use Integer or Long');
    statements(
      'take the wider number',
      'Decimal d = 1 + 1.5; Integer i = 1 + 1.5;',
      'Illegal assignment from Decimal to Integer'
    );
    statements('compare what can be compared', "Boolean b = 1 == 1.5 || 'a' == null || 1 < 2L || 'a' < 'b';");
    statements(
      'do not compare the rest',
      "Boolean b = 1 == 'a';",
      'Comparison arguments must be compatible types: Integer, String'
    );
    statements(
      'order only what has an order',
      'Boolean b = true < false;',
      'Inequality operator not allowed for this type: Boolean'
    );
    statements('logic is Boolean', 'Boolean b = 1 && true;', 'Logical operator can only be applied to Boolean');
    statements(
      'bits are whole numbers',
      'Integer i = 1 & 2 | 3 ^ 4; Boolean b = true & false; Long l = 1L << 2; i = 1.5 & 1;',
      '& operator can only be applied to Boolean expressions or to Integer or Long expressions'
    );
    statements('negation', 'Boolean b = !1;', '! operator can only be applied to boolean expressions');
    statements('minus', "Integer i = -'a';", 'Unary negation must use a numeric argument');
    statements(
      'increment',
      "Integer i = 0; i++; --i; String s = 'a'; s++;",
      'Unary postfix increment/decrement can only be applied to numeric expressions: String'
    );
    statements(
      'compound assignment converts back',
      'Long l = 1; l += 1; Integer i = 1; i += 1.5;',
      'Illegal assignment from Decimal to Integer'
    );
    statements('literals that are too large', 'Integer i = 2147483648;', 'Illegal integer');
    // Salesforce's own parser reads the digits before the minus.
    statements('the smallest Integer cannot be written', 'Integer i = -2147483648;', 'Illegal integer');
    statements('the smallest Long cannot be written', 'Long l = -9223372036854775808L;', 'Illegal long');
    statements('one more than the smallest', 'Integer i = -2147483647; Long l = -9223372036854775807L;');
    statements('conditions are Boolean', "if ('a') { }", 'Condition expression must be of type Boolean: String');
    statements('ternary', "Decimal d = true ? 1 : 1.5; Object o = true ? 'a' : null;");
    statements(
      'ternary without a common type',
      "Object o = true ? 'a' : 1;",
      'Incompatible types in ternary operator: String, Integer'
    );
    statements(
      'coalescing',
      "String s = null ?? 'a'; Object o = 'a' ?? 1;",
      'Incompatible types in null coalescing operator: String, Integer'
    );
    statements(
      'exact equality is for references',
      'Boolean b = 1 === 1;',
      'Exact equality operator only allowed for reference types: Integer'
    );
    statements(
      'index',
      'List<Integer> l; Integer i = l[0]; l[0] = 1; i = l[1.5];',
      'List index must be of type Integer: Decimal'
    );
    statements(
      'index of something else',
      'Set<Integer> s; Integer i = s[0];',
      'Expression must be a list type: Set<Integer>'
    );
  });

  describe('queries', () => {
    statements('are lists', 'List<Account> a = [SELECT Id FROM Account]; Integer n = [SELECT Id FROM Account].size();');
    statements(
      'are one record where one is wanted',
      'Account a = [SELECT Id FROM Account LIMIT 1]; String n = [SELECT Name FROM Account LIMIT 1].Name;'
    );
    statements('count', 'Integer n = [SELECT COUNT() FROM Account];');
    statements(
      'have aggregate rows',
      "List<AggregateResult> r = [SELECT COUNT(Id) n FROM Account GROUP BY Name]; Object n = r[0].get('n');"
    );
    statements(
      'of another object',
      'Contact c = [SELECT Id FROM Account LIMIT 1];',
      'Illegal assignment from List<Account> to Contact'
    );
    statements(
      'in conditionals',
      'Account a = true ? [SELECT Id FROM Account LIMIT 1] : null; a = [SELECT Id FROM Account] ?? new Account();'
    );
    statements(
      'dynamic ones too',
      "List<Account> l = Database.query('x'); Account a = Database.query('x'); SObject s = Database.query('x');"
    );
    statements(
      'bind any expression',
      'Set<Id> ids; List<Account> a = [SELECT Id FROM Account WHERE Id IN :ids AND Name = :missing];',
      'Variable does not exist: missing'
    );
    statements('as arguments', 'Map<Id, Account> m = new Map<Id, Account>([SELECT Id FROM Account]);');

    it('have problems of their own', () => {
      const [problem] = checker.statements('List<Account> a = [SELECT Missing__c FROM Account];');
      expect(problem).to.match(/^No such column 'Missing__c' on entity 'Account'/);
    });
  });

  describe('creation', () => {
    statements(
      'collections',
      "List<String> l = new List<String>{ 'a' }; Set<Id> s = new Set<Id>{ 'a' }; Map<String, Integer> m = new Map<String, Integer>{ 'a' => 1 };"
    );
    statements(
      'wrong elements',
      "List<Integer> l = new List<Integer>{ 'a' };",
      'Initial expression is of incorrect type, expected: Integer but was: String'
    );
    statements(
      'wrong keys',
      "Map<Integer, String> m = new Map<Integer, String>{ 'a' => 'b' };",
      'Invalid key type String for Map<Integer,String>'
    );
    statements(
      'wrong sources',
      'Set<String> s = new Set<String>(1.5);',
      'Invalid initializer type Decimal found for Set<String>: expected a List or a Set of type: String'
    );
    statements('arrays', "Integer[] a = new Integer[3]; String[] s = new String[]{ 'a' };");
    statements(
      'records take names',
      "Account a = new Account('x');",
      'Type requires name=value pair construction: Account'
    );
    statements('generic records cannot be made', 'SObject s = new SObject();', 'SObject is not constructable: SObject');
    statements(
      'names are for records',
      'Exception e = new DmlException(a = 1);',
      'Invalid constructor syntax, name=value pairs can only be used for SObjects: DmlException'
    );
    statements(
      'unknown constructor',
      'DmlException e = new DmlException(1, 2);',
      'Constructor not defined: [DmlException].<Constructor>(Integer, Integer)'
    );
    statements('interfaces', 'Comparable c = new Comparable();', 'Type cannot be constructed: Comparable');

    it('abstract classes', () => {
      expect(checker.problems('public abstract class B {}', 'public class A { B b = new B(); }')).to.deep.equal([
        '1:24 Abstract classes cannot be constructed: B'
      ]);
    });
  });

  describe('methods', () => {
    statements(
      'unknown',
      "String s = 'a'.missing(1);",
      'Method does not exist or incorrect signature: void missing(Integer) from the type String'
    );
    statements(
      'wrong arguments',
      "Boolean b = 'a'.contains(1);",
      'Method does not exist or incorrect signature: void contains(Integer) from the type String'
    );
    statements('on null-safe chains', "Integer i = 'a'?.toLowerCase()?.length();");
    statements(
      'of enums',
      "LoggingLevel l = LoggingLevel.valueOf('ERROR'); String n = l.name(); List<LoggingLevel> all = LoggingLevel.values();"
    );
    statements(
      'generic ones',
      'Map<Id, Account> m; for (Id i : m.keySet()) { Account a = m.get(i); } List<Account> l = m.values();'
    );
    statements(
      'clone keeps the type',
      'Account a; Account b = a.clone(false, true); List<Account> l; List<Account> c = l.clone();'
    );
    statements(
      'safe navigation on a type',
      'String s = String?.valueOf(1);',
      'Safe navigation operator cannot be used on a type: String'
    );

    it('chooses the nearest overload', () => {
      const source = `public class A {
        static Integer f(Object o) { return 1; }
        static String f(SObject s) { return ''; }
        static Decimal f(Account a) { return 1; }
        static Long g(Long l) { return l; }
        static String g(Decimal d) { return ''; }
        void h() {
          Decimal d = f(new Account()); String s = f(new Contact()); Integer i = f('x');
          Long l = g(1); s = g(1.5);
        }
      }`;
      expect(checker.problems(source)).to.deep.equal([]);
    });

    it('reports calls that fit two overloads alike', () => {
      const source =
        'public class A { static void f(String s) {} static void f(Integer i) {} static void g() { f(null); } }';
      expect(checker.problems(source)).to.deep.equal(['1:91 Ambiguous method signature: void A.f(String)']);
    });
  });
});
