import { expect } from 'chai';
import { TestOrg } from '../apex/support/org.js';

/** The library as Apex code meets it: compiled, bound and run. */
describe('the library in Apex', () => {
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.open();
  });

  const text = (expression: string): unknown => org.evaluate('String', `return ${expression};`);
  const lines = (statements: string): unknown => org.evaluate('String', statements);

  it('chooses number overloads by type', () => {
    expect(text('String.valueOf(Math.max(1, 2)) + Math.max(1.5, 1.25) + Math.max(1L, 3L) + Math.abs(-2.50)')).to.equal(
      '21.532.50'
    );
    expect(text('String.valueOf(Math.round(2.5)) + Math.round(3.5) + Math.mod(-7, 3) + Math.ceil(1.2)')).to.equal(
      '24-12'
    );
    expect(text("String.valueOf(Decimal.valueOf('1.10').setScale(3)) + ' ' + (10.0 / 4) + ' ' + (10 / 4)")).to.equal(
      '1.100 2.5 2'
    );
    expect(
      text("Integer.valueOf('12') + Integer.valueOf(3.9) + ' ' + Double.valueOf('2') + ' ' + Long.valueOf('5')")
    ).to.equal('15 2.0 5');
  });

  it('prints dates in concatenations and by valueOf', () => {
    expect(text("'' + Date.newInstance(2024, 1, 2) + '|' + String.valueOf(Date.newInstance(2024, 1, 2))")).to.equal(
      '2024-01-02 00:00:00|2024-01-02'
    );
    expect(text("Datetime.newInstance(2024, 7, 4, 10, 0, 0).formatGmt('yyyy-MM-dd HH:mm')")).to.equal(
      '2024-07-04 17:00'
    );
  });

  it('sorts with Comparable, with a Comparator and by nature', () => {
    const code = org.compile(
      `public class Sorting {
         public class ByLength implements Comparator<String> {
           public Integer compare(String a, String b) { return a.length() - b.length(); }
         }
         public class Item implements Comparable {
           Integer rank;
           public Item(Integer rank) { this.rank = rank; }
           public Integer compareTo(Object other) { return ((Item) other).rank - rank; }
           public override String toString() { return 'i' + rank; }
         }
         public static String run() {
           List<String> names = new List<String>{ 'ccc', 'a', 'B', null };
           names.sort();
           List<String> other = new List<String>{ 'ccc', 'a', 'bb' };
           other.sort(new ByLength());
           List<Item> items = new List<Item>{ new Item(1), new Item(3), new Item(2) };
           items.sort();
           return names + ' ' + other + ' ' + items;
         }
       }`
    );
    expect(org.call(code, 'Sorting.run')).to.equal('(null, B, a, ccc) (a, bb, ccc) (i3, i2, i1)');
  });

  it('iterates over classes that are Iterable, also through String.join and addAll', () => {
    const code = org.compile(
      `public class Counting implements Iterable<Integer>, Iterator<Integer> {
         Integer at = 0;
         public Iterator<Integer> iterator() { return this; }
         public Boolean hasNext() { return at < 3; }
         public Integer next() { return at++; }
         public static String run() {
           Iterable<Integer> source = new List<Integer>{ 7 };
           Integer sum = 0;
           for (Integer value : new Counting()) { sum += value; }
           Iterator<Integer> walk = source.iterator();
           return String.join(new Counting(), ',') + ' ' + sum + ' ' + walk.next() + walk.hasNext();
         }
       }`
    );
    expect(org.call(code, 'Counting.run')).to.equal('0,1,2 3 7false');
  });

  it('takes JSON apart and puts it together, classes with properties included', () => {
    const code = org.compile(
      `public class Order {
         public enum State { OPEN, CLOSED }
         public class Line { public String sku; public Decimal price { get; set; } }
         public Integer id;
         public State state;
         public transient String secret = 'x';
         public Map<String, Decimal> totals;
         public List<Line> lines { get { return lines == null ? new List<Line>() : lines; } set; }
         public static String run() {
           String text = '{"id":1,"state":"CLOSED","lines":[{"sku":"a","price":1.50}],"totals":{"all":2.0},"other":[]}';
           Order order = (Order) JSON.deserialize(text, Order.class);
           Map<String, Object> plain = (Map<String, Object>) JSON.deserializeUntyped(JSON.serialize(order));
           return JSON.serialize(order) + ' ' + plain.get('state') + ' ' + order.state.ordinal() + ' ' + State.valueOf('open');
         }
       }`
    );
    expect(org.call(code, 'Order.run')).to.equal(
      '{"id":1,"state":"CLOSED","totals":{"all":2.0},"lines":[{"sku":"a","price":1.50}]} CLOSED 1 OPEN'
    );
  });

  it('throws what the platform throws', () => {
    const caught = (statement: string): unknown =>
      lines(
        `try { if (true) { ${statement} } return 'nothing'; } catch (Exception e) { return e.getTypeName() + ': ' + e.getMessage(); }`
      );
    expect(caught("Integer.valueOf('a');")).to.equal('System.TypeException: Invalid integer: a');
    expect(caught('new List<Integer>().get(3);')).to.equal('System.ListException: List index out of bounds: 3');
    expect(caught("Id.valueOf('x');")).to.equal('System.StringException: Invalid id: x');
    expect(caught('Decimal d = 1 / (2 - 2);')).to.equal('System.MathException: Divide by 0');
    expect(caught("JSON.deserializeUntyped('{');")).to.contain('System.JSONException: Unexpected end-of-input');
    expect(caught("throw new DmlException('mine');")).to.equal('System.DmlException: mine');
    expect(caught("throw new AuraHandledException('hidden');")).to.equal(
      'System.AuraHandledException: Script-thrown exception'
    );
    expect(caught("LoggingLevel.valueOf('LOUD');")).to.contain('System.NoSuchElementException');
  });

  it('never lets a catch block see a failed assertion', () => {
    expect(() =>
      lines("try { Assert.areEqual(1, 2, 'numbers'); } catch (Exception e) { return 'caught'; } return 'passed';")
    ).to.throw('Assertion Failed: numbers: Expected: 1, Actual: 2');
    expect(lines("System.assertEquals(5, 5.0); System.assertEquals(1L, 1); return 'ok';")).to.equal('ok');
  });

  it('passes the access mode and the options of DML calls', () => {
    lines(`Database.DMLOptions options = new Database.DMLOptions();
      options.optAllOrNone = false;
      Database.insert(new Account(Name = 'x'), options);
      Database.update(new List<Account>{ new Account(Name = 'x') }, false, AccessLevel.USER_MODE);
      return Database.upsert(new Account(Name = 'x'), Account.Name, false).isCreated() ? 'yes' : 'no';`);
    const [inserted, updated, upserted] = org.recorded.dml.slice(-3);
    expect(inserted).to.include({ operation: 'insert' });
    expect(inserted!.options).to.deep.include({ allOrNone: false, allowFieldTruncation: false });
    expect(updated!.options).to.deep.include({ allOrNone: false, access: { mode: 'user', sharing: true } });
    expect(upserted!.options).to.deep.include({ externalIdField: 'Name' });
  });

  it('describes by tokens, types and names', () => {
    expect(
      text(
        'Account.Name.getDescribe().getType().name() + Schema.SObjectType.Account.getKeyPrefix() + Account.SObjectType + Contact.AccountId'
      )
    ).to.equal('STRING001AccountAccountId');
    expect(
      text(
        "'' + Schema.getGlobalDescribe().get('ACCOUNT').newSObject().getSObjectType().getDescribe().fields.getMap().containsKey('NAME')"
      )
    ).to.equal('true');
    expect(
      text("'' + (Type.forName('List<Account>').newInstance() instanceof List<Account>) + Type.forName('No')")
    ).to.equal('truenull');
  });

  it('finds with regular expressions', () => {
    expect(
      lines(`Matcher m = Pattern.compile('(?i)([a-z]+)-(\\\\d+)').matcher('AB-12 cd-3');
        String found = '';
        while (m.find()) { found += m.group(1) + m.group(2) + m.start() + ';'; }
        return found + 'a1b22'.replaceAll('[0-9]+', '#') + 'x,y,,'.split(',').size();`)
    ).to.equal('AB120;cd36;a#b#2');
  });

  it('copies instances of classes by clone', () => {
    const code = org.compile(
      `public class Copied {
         public List<Integer> values = new List<Integer>();
         public Integer count = 1;
         public static String run() {
           Copied first = new Copied();
           Copied second = (Copied) first.clone();
           second.count = 2;
           second.values.add(5);
           return first.count + ' ' + first.values;
         }
       }`
    );
    expect(org.call(code, 'Copied.run')).to.equal('1 (5)');
  });
});
