import { expect } from 'chai';
import { TestOrg } from '../support/org.js';

/** Source of the expected values: Apex Developer Guide, "Rules of Conversion" and "Expression Operators". */
describe('arithmetic and comparison', function () {
  this.timeout(120_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.open();
  });

  const text = (expression: string, setup = ''): unknown =>
    org.evaluate('String', `${setup} Object result = ${expression}; return String.valueOf(result);`);

  const values: readonly [expression: string, text: string, setup?: string][] = [
    ['2147483647 + 1', '-2147483648'],
    ['-2147483647 - 1 - one', '2147483647', 'Integer one = 1;'],
    ['big * big', '1410065408', 'Integer big = 100000;'],
    ['5 / 3', '1'],
    ['-7 / 2', '-3'],
    ['7 / -2', '-3'],
    ['-8 >> 1', '-4'],
    ['-8 >>> 28', '15'],
    ['1 << 31', '-2147483648'],
    ['6 & 3', '2'],
    ['6 | 3', '7'],
    ['6 ^ 3', '5'],
    ['9223372036854775807L + 1', '-9223372036854775808'],
    ['4000000000L * 4', '16000000000'],
    ['-7L / 2', '-3'],
    ['-8L >>> 60', '15'],
    ['1L << 40', '1099511627776'],
    ['2147483647 + 1L', '2147483648'],
    ['1.10 + 2.2', '3.30'],
    ['1.5 * 1.25', '1.875'],
    ['d', '1', 'Decimal d = 5 / 3;'],
    ['d / 4', '0.25', 'Decimal d = 1;'],
    ['0.1 + 0.2', '0.3'],
    ['0.1d + 0.2d', '0.30000000000000004'],
    ['x / 2', '1.5', 'Double x = 3;'],
    ['i', '3', 'Integer i = 1; i += 2;'],
    ['i', '6', 'Integer i = 2; i *= 3;'],
    ['i', '-2', 'Integer i = 1; i = i++ - i--  - i - --i - 1 + -0 + 0 ; i = -2;'],
    ['i++ + i', '3', 'Integer i = 1;'],
    ['++i + i', '4', 'Integer i = 1;'],
    ['i-- - i', '1', 'Integer i = 1;'],
    ['l++ + l', '21', 'Long l = 10;'],
    ['d', '2.5', 'Decimal d = 1.5; d++;'],
    ['-i', '-5', 'Integer i = 5;'],
    ['~5', '-6'],
    ['1 == 1.0', 'true'],
    ['1.1 == 1.10', 'true'],
    ['2L == 2', 'true'],
    ['3 < 4L', 'true'],
    ['n < 1', 'false', 'Integer n = null;'],
    ['n > 1', 'false', 'Integer n = null;'],
    ['n == null', 'true', 'Integer n = null;'],
    ["'abc' == 'ABC'", 'true'],
    ["'ä' == 'Ä'", 'true'],
    ["'abc' != 'abd'", 'true'],
    ["'[' == '{'", 'false'],
    ["'a' < 'B'", 'true'],
    ["s < 'a'", 'true', 'String s = null;'],
    ["'a'.equals('A')", 'false'],
    ["'a' + 1 + 2", 'a12'],
    ["1 + 2 + 'a'", '3a'],
    ["'x' + s", 'xnull', 'String s = null;'],
    ['s + t', 'nullnull', 'String s = null; String t = null;'],
    ["'' + 1.50", '1.50'],
    ["'' + 10L", '10'],
    ["'' + true", 'true'],
    ["'' + 1.0d", '1.0'],
    ['s', 'ab1', "String s = 'a'; s += 'b'; s += 1;"],
    ['a === b', 'true', 'List<String> a = new List<String>(); List<String> b = a;'],
    ['a === b', 'false', 'List<String> a = new List<String>(); List<String> b = new List<String>();'],
    ['a == b', 'true', "List<String> a = new List<String>{'x'}; List<String> b = new List<String>{'x'};"],
    ['id1 == id2', 'true', "Id id1 = '001000000000001'; Id id2 = '001000000000001AAA';"],
    ['id1', '001000000000001AAA', "Id id1 = '001000000000001';"],
    ['true && !false || false', 'true'],
    ['true ^ true', 'false'],
    ['n ?? 5', '5', 'Integer n = null;'],
    ['d.addDays(1) == d + 1', 'true', 'Date d = Date.newInstance(2024, 2, 28);'],
    ['d + 2', '2024-03-01 00:00:00', 'Date d = Date.newInstance(2024, 2, 28);'],
    ['(Integer) 3.99', '3'],
    ['(Integer) o', '42', 'Object o = 42;'],
    ['(Long) o', '42', 'Object o = 42;'],
    ['o instanceof Decimal', 'true', 'Object o = 42;'],
    ['o instanceof Integer', 'false', 'Object o = 42L;'],
    ["'001000000000001' instanceof Id", 'true', '']
  ];
  for (const [expression, expected, setup] of values) {
    it(`${setup ?? ''} ${expression} is ${expected}`.trim(), () => {
      expect(text(expression, setup)).to.equal(expected);
    });
  }

  const failures: readonly [statements: string, type: string, message: string][] = [
    ['Integer z = 0; Integer x = 1 / z;', 'System.MathException', 'Divide by 0'],
    ['Long z = 0; Long x = 1 / z;', 'System.MathException', 'Divide by 0'],
    ['Decimal z = 0; Decimal x = 1 / z;', 'System.MathException', 'Divide by 0'],
    ['Integer n; Integer x = n + 1;', 'System.NullPointerException', 'Attempt to de-reference a null object'],
    ['Boolean b; if (b) { Integer i = 1; }', 'System.NullPointerException', 'Attempt to de-reference a null object'],
    ['String s; Integer x = s.length();', 'System.NullPointerException', 'Attempt to de-reference a null object'],
    ['List<String> l; Integer x = l.size();', 'System.NullPointerException', 'Attempt to de-reference a null object'],
    ['List<String> l; String x = l[0];', 'System.NullPointerException', 'Attempt to de-reference a null object'],
    ['Account a; String x = a.Name;', 'System.NullPointerException', 'Attempt to de-reference a null object'],
    ["List<String> l = new List<String>{'a'}; String x = l[1];", 'System.ListException', 'List index out of bounds: 1'],
    ["Id i = 'nonsense';", 'System.StringException', 'Invalid id: nonsense'],
    [
      "Object o = 'a'; Integer i = (Integer) o;",
      'System.TypeException',
      'Invalid conversion from runtime type String to Integer'
    ],
    [
      'Object o = new Account(); Contact c = (Contact) o;',
      'System.TypeException',
      'Invalid conversion from runtime type Account to Contact'
    ]
  ];
  for (const [statements, type, message] of failures) {
    it(`${statements} throws ${type}`, () => {
      const body = `try { ${statements} } catch (Exception e) { return e.getTypeName() + '|' + e.getMessage(); } return null;`;
      expect(org.evaluate('String', body)).to.equal(`${type}|${message}`);
    });
  }
});
