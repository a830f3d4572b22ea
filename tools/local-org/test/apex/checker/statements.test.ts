import { expect } from 'chai';
import { Checker } from './support.js';

describe('statements in Apex', () => {
  let checker: Checker;

  before(async () => {
    checker = await Checker.open();
  });

  const statements = (title: string, text: string, ...messages: string[]): void => {
    it(title, () => expect(checker.statements(text)).to.deep.equal(messages));
  };

  const method = (title: string, body: string, ...messages: string[]): void => {
    it(title, () =>
      expect(
        checker.check([`public class Subject { Integer f(Integer a) { ${body} } }`]).problems.map((it) => it.message)
      ).to.deep.equal(messages)
    );
  };

  describe('ways out', () => {
    method('return is missing', 'a = 1;', 'Missing return statement required return type: Integer');
    method('in one branch', 'if (a == 1) return 1;', 'Missing return statement required return type: Integer');
    method('in no branch', 'if (a == 1) return 1; else throw new DmlException();');
    method('after an endless loop', 'while (true) { a++; }');
    method(
      'after an endless loop that breaks',
      'while (true) { break; }',
      'Missing return statement required return type: Integer'
    );
    method('a complete switch', 'switch on a { when 1 { return 1; } when else { return 2; } }');
    method(
      'an open switch',
      'switch on a { when 1 { return 1; } }',
      'Missing return statement required return type: Integer'
    );
    method('try and catch', 'try { return 1; } catch (Exception e) { return 2; }');
    method(
      'try that falls through',
      'try { a = 1; } catch (Exception e) { return 2; }',
      'Missing return statement required return type: Integer'
    );
    method('finally returns', 'try { a = 1; } finally { return 2; }');
    method('unreachable', 'return 1; a = 2;', 'Unreachable statement');
    method(
      'unreachable after branches',
      'if (a == 1) { return 1; } else { return 2; } a = 3;',
      'Unreachable statement'
    );
    method('without a value', 'return;', 'Missing return statement required return type: Integer');
    method('of another type', "return 'a';", 'Illegal conversion from String to Integer');
    statements('with a value', 'return 1;', 'Void method must not return a value');
    statements('break outside a loop', 'break;', 'Break statement must be in loop');
    statements('continue outside a loop', 'continue;', 'Continue statement must be in loop');
    statements('throw something else', "throw 'a';", 'Throw expression must be of type exception: String');
    statements('expressions that do nothing', 'Integer a = 1; a + 1;', 'Expression cannot be a statement.');
  });

  describe('loops', () => {
    statements(
      'over lists, sets and queries',
      `for (Integer i : new List<Integer>()) { i++; } for (String s : new Set<String>()) {}
      for (Account a : [SELECT Id FROM Account]) {} for (List<Account> l : [SELECT Id FROM Account]) {}`
    );
    statements('over anything else', 'for (Integer i : 1) {}', 'Loop must iterate over collection: Integer');
    statements(
      'with another variable',
      'for (Integer i : new List<String>()) {}',
      'Invalid loop variable type expected String was Integer'
    );
    statements(
      'with records of any type',
      'List<SObject> l; for (Account a : l) {} for (SObject s : new List<Account>()) {}'
    );
    statements('with several variables', 'for (Integer i = 0, n = 3; i < n; i++) {} for (;;) { break; }');
    statements('reuse their variable', 'for (Integer i = 0; i < 1; i++) {} for (Integer i = 0; i < 1; i++) {}');
  });

  describe('switch', () => {
    statements('on values', "String s; switch on s { when 'a', 'b' {} when null {} when else {} }");
    statements(
      'on records',
      'SObject s; switch on s { when Account a { a.Name = null; } when null {} when Contact c {} }'
    );
    statements('on enums, unqualified', 'LoggingLevel l; switch on l { when ERROR, WARN {} when null {} }');
    statements(
      'on enums, qualified',
      'LoggingLevel l; switch on l { when LoggingLevel.ERROR {} }',
      "Enum value used in 'when expression' should be unqualified"
    );
    statements(
      'on something else',
      'Decimal d; switch on d { when 1 {} }',
      'Decimal is not a valid switch expression type'
    );
    statements(
      'twice the same',
      'Integer i; switch on i { when 1 {} when 1 {} }',
      '1 occurs as more than one when branch for this switch statement'
    );
    statements(
      'another type',
      "Integer i; switch on i { when 'a' {} }",
      "String value in 'when expression' cannot be implicitly converted to the Integer type in switch expression"
    );
    statements(
      'a variable',
      'Integer i, j; switch on i { when j {} }',
      "'when expression' must be a literal, a constant literal field or enum value"
    );
  });

  describe('try', () => {
    statements(
      'catches exceptions',
      'try { Integer a; } catch (DmlException e) { String s = e.getDmlMessage(0); } catch (Exception e) {} finally {}'
    );
    statements(
      'catches nothing else',
      'try { } catch (Account a) {}',
      'Catch block variable must be of type exception: Account'
    );
    statements(
      'catches once',
      'try { } catch (Exception e) {} catch (DmlException d) {}',
      'Exception type already caught: DmlException'
    );
  });

  describe('DML', () => {
    statements(
      'takes records',
      'Account a; insert a; update new List<Account>{ a }; delete [SELECT Id FROM Account]; undelete as user a;'
    );
    statements('takes nothing else', 'insert 1;', 'DML requires SObject or SObject list type: Integer');
    statements('upserts by external ids', 'Parcel__c p; upsert p Key__c; upsert p Parcel__c.Fields.Key__c;');
    statements(
      'not by other fields',
      'Parcel__c p; upsert p Weight__c;',
      'Invalid field for upsert, must be an External Id custom or standard indexed field: Weight__c'
    );
    statements(
      'cannot update events',
      'Parcel_Moved__e e; update e;',
      'DML operation Update not allowed on Parcel_Moved__e'
    );
    statements('merges', 'Account a, b; merge a b; merge a new List<Account>{ b };');
    statements(
      'merges records of one object',
      'Account a; Contact c; merge a c;',
      'Invalid type for duplicate records'
    );
    statements('runAs takes a user', 'User u; System.runAs(u) { insert new Account(); }');
    statements(
      'runAs takes nothing else',
      'Account a; System.runAs(a) { }',
      "runAs requires a single argument of type 'User' or 'Version'"
    );
  });
});
