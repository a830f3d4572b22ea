import { expect } from 'chai';
import type { ClassDeclaration, Expression, MethodDeclaration, Statement } from '../../../src/apex/ast/nodes.js';
import { parseUnit } from '../../../src/apex/parser/parse.js';

function classOf(source: string): ClassDeclaration {
  const { unit, problems } = parseUnit(source, 'class', 'Test.cls');
  expect(problems).to.equal(undefined);
  return unit?.type as ClassDeclaration;
}

function statementsOf(source: string): readonly Statement[] {
  const { unit, problems } = parseUnit(source, 'anonymous', 'anonymous');
  expect(problems).to.equal(undefined);
  return unit?.body.statements ?? [];
}

function expressionOf(source: string): Expression {
  const [statement] = statementsOf(`x = ${source};`);
  if (statement?.kind !== 'expression-statement' || statement.expression.kind !== 'assign')
    throw new Error('no assignment');
  return statement.expression.value;
}

/** An expression with parentheses everywhere, to show how it was read. */
function shape(node: Expression): string {
  switch (node.kind) {
    case 'name':
      return node.name;
    case 'literal':
      return node.value;
    case 'binary':
      return `(${shape(node.left)}${node.operator}${shape(node.right)})`;
    case 'unary':
      return `${node.operator}${shape(node.operand)}`;
    case 'cast':
      return `cast<${node.type.name.join('.')}>(${shape(node.operand)})`;
    case 'ternary':
      return `(${shape(node.condition)}?${shape(node.then)}:${shape(node.otherwise)})`;
    case 'call':
      return `${node.target ? shape(node.target) + (node.safe ? '?.' : '.') : ''}${node.name}(${node.args.map(shape).join()})`;
    case 'field-access':
      return `${shape(node.target)}${node.safe ? '?.' : '.'}${node.name}`;
    default:
      return node.kind;
  }
}

const NAME_RULE =
  "Apex identifiers must start with an ASCII letter (a-z or A-Z) followed by any number of ASCII letters (a-z or A-Z), digits (0 - 9), '$', '_'.";

describe('parseUnit', () => {
  describe('expressions', () => {
    const cases: readonly [source: string, shape: string][] = [
      ['a + b * c - d', '((a+(b*c))-d)'],
      ['a ?? b ?? c', '((a??b)??c)'],
      ['a >= b && c <= d || !e', '(((a>=b)&&(c<=d))||!e)'],
      ['a >>> b << c', '((a>>>b)<<c)'],
      ['a <> b', '(a<>b)'],
      ['a ? b : c ? d : e', '(a?b:(c?d:e))'],
      ['a?.b.c(d)?.e', 'a?.b.c(d)?.e'],
      ['(Integer) -a', 'cast<Integer>(-a)'],
      ['(a) - b * c', '(a-(b*c))'],
      ['f(a) - b', '(f(a)-b)'],
      ['x * (a.b) + c', '((x*a.b)+c)'],
      ['(Outer.Inner) a.b()', 'cast<Outer.Inner>(a.b())']
    ];
    for (const [source, expected] of cases) {
      it(`reads ${source} as ${expected}`, () => expect(shape(expressionOf(source))).to.equal(expected));
    }

    it('takes a call behind a number where Salesforce does', () => {
      for (const text of ['1234 .format()', '1234L.format()', '1.5.format()'])
        expect(expressionOf(text).kind).to.equal('call');
    });

    it('tells number literals apart', () => {
      const kinds = ['1', '1L', '1.5', '1.5d'].map((text) => expressionOf(text));
      expect(kinds.map((node) => node.kind === 'literal' && [node.type, node.value])).to.deep.equal([
        ['Integer', '1'],
        ['Long', '1'],
        ['Decimal', '1.5'],
        ['Double', '1.5']
      ]);
    });

    it('unescapes strings', () => {
      const node = expressionOf(String.raw`'it\'s \u0041\n\\n "q"'`);
      expect(node).to.include({ kind: 'literal', value: 'it\'s A\n\\n "q"' });
    });

    it('drops the line break behind the opening quotes of a multi-line string', () => {
      expect(expressionOf("'''\none\n  'two'\n'''")).to.include({ value: "one\n  'two'\n" });
    });

    it('reads named arguments as fields', () => {
      const node = expressionOf("new Account(Name = 'x', Site = null)");
      expect(node.kind === 'new' && node.fields?.map((field) => field.name)).to.deep.equal(['Name', 'Site']);
    });

    it('reads T[] as List<T>', () => {
      const [statement] = statementsOf('Map<String, Account[]>[] x;');
      expect(statement?.kind === 'local' && JSON.stringify(statement.type, ['name', 'args'])).to.equal(
        JSON.stringify({
          name: ['List'],
          args: [
            {
              name: ['Map'],
              args: [
                { name: ['String'], args: [] },
                { name: ['List'], args: [{ name: ['Account'], args: [] }] }
              ]
            }
          ]
        })
      );
    });
  });

  it('takes binds and comments out of a query', () => {
    const node = expressionOf(
      '[SELECT Id /* all */ FROM Account // those\nWHERE Name = :a.b(c) AND Id IN :ids LIMIT : n]'
    );
    if (node.kind !== 'soql') throw new Error(node.kind);
    expect(node.text).to.match(/^SELECT Id\s+FROM Account\s+WHERE Name = :tmpVar1 AND Id IN :tmpVar2 LIMIT :tmpVar3$/);
    expect(node.binds.map(shape)).to.deep.equal(['a.b(c)', 'ids', 'n']);
  });

  it('reads a class with every kind of member', () => {
    const node = classOf(`@IsTest(SeeAllData=true)
public with sharing virtual class A extends B.C implements D, E<String> {
  static final Integer X = 1, Y;
  static { X = 2; }
  { Y = 3; }
  public String name { get; private set { name = value; } }
  public A(final Integer a) { this(); }
  global override String toString() { return 'x'; }
  abstract void f();
  enum Color { RED, GREEN }
  interface I extends J { void g(); }
  class Inner {}
}`);
    expect(node.modifiers).to.deep.equal(['public', 'with sharing', 'virtual']);
    expect(node.annotations[0]?.values).to.deep.equal({ seealldata: true });
    expect(node.members.map((member) => member.kind)).to.deep.equal([
      'field',
      'field',
      'initializer',
      'initializer',
      'property',
      'constructor',
      'method',
      'method',
      'enum',
      'interface',
      'class'
    ]);
    expect(node.superclass?.name).to.deep.equal(['B', 'C']);
    expect(node.interfaces[1]?.args[0]?.name).to.deep.equal(['String']);
    const method = node.members[6] as MethodDeclaration;
    expect([method.pos.line, method.pos.column, method.endPos.line]).to.deep.equal([8, 26, 8]);
  });

  it('keeps variables of a trigger body as statements, and its methods as members', () => {
    const { unit } = parseUnit(
      'trigger T on Account (before insert, after undelete) { Integer i = 0; static void f() {} f(); }',
      'trigger',
      'T.trigger'
    );
    expect(unit?.events).to.deep.equal(['before insert', 'after undelete']);
    expect(unit?.body.statements.map((statement) => statement.kind)).to.deep.equal(['local', 'expression-statement']);
    expect(unit?.members.map((member) => member.kind)).to.deep.equal(['method']);
  });

  it('counts offsets in UTF-16 units', () => {
    const [, second] = statementsOf("x = '😀'; y = 1;");
    expect(second?.pos).to.deep.equal({ line: 1, column: 10, offset: 10 });
  });

  it('reads switch clauses', () => {
    const [node] = statementsOf(
      "switch on x { when 1, -2 {} when 'a' {} when A.B, C {} when Account a {} when null {} when else {} }"
    );
    expect(node?.kind === 'switch' && node.cases.map((clause) => clause.kind)).to.deep.equal([
      'when-values',
      'when-values',
      'when-values',
      'when-type',
      'when-values',
      'when-else'
    ]);
  });

  describe('syntax errors', () => {
    const cases: readonly [source: string, message: string, line: number, column: number][] = [
      ['x = 1 }', "Unexpected token '}'.", 1, 7],
      ['void f() {\n  return 1\n}', "Missing ';' at '}'", 3, 1],
      ['f(1;', "Missing ')' at ';'", 1, 4],
      ['if (x { }', "Missing ')' at '{'", 1, 7],
      ['x = 1;;', "Extra ';', at '<EOF>'.", 1, 7],
      ['for (;;) {', "Expecting '}' but was: '<EOF>'", 1, 11],
      ['a b c;', "Unexpected token 'c'.", 1, 5],
      [
        "x = 'a\\q';",
        String.raw`Illegal string literal: Invalid string literal 'a\q'. Illegal character sequence '\q' in string literal.`,
        1,
        5
      ],
      ['Integer _x;', `Invalid identifier '_x'. ${NAME_RULE}`, 1, 9],
      ['Integer \u{1F600};', `Invalid identifier '\u{1F600}'. ${NAME_RULE}`, 1, 9],
      ["x = 'abc\n';", 'Line breaks not allowed in string literals', 1, 5],
      ['1234.format();', "Unrecognized symbol 'f', which is not a valid Apex identifier.", 1, 6]
    ];
    for (const [source, message, line, column] of cases) {
      it(`reports ${JSON.stringify(source)}`, () => {
        expect(parseUnit(source, 'anonymous', 'anonymous').problems).to.deep.equal([{ message, line, column }]);
      });
    }
  });
});
