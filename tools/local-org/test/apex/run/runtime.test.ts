import { expect } from 'chai';
import {
  createStub,
  deserializeValue,
  invokeSlot,
  serializeValue,
  type LinkedCode
} from '../../../src/apex/runtime/index.js';
import { onTick } from '../../../src/apex/runtime/interrupts.js';
import { AsyncOptions } from '../../../src/stdlib/System/AsyncOptions.js';
import { QueueableContext } from '../../../src/stdlib/support/job-contexts.js';
import { ApexList } from '../../../src/values/collections.js';
import { PlatformError } from '../../../src/values/platform-error.js';
import { OBJECT } from '../../../src/values/type.js';
import { TestOrg } from '../support/org.js';

describe('the run time', function () {
  this.timeout(30_000);
  let org: TestOrg;
  before(async () => {
    org = await TestOrg.open();
  });

  const slotOf = (code: LinkedCode, type: string, method: string): string =>
    code.type(type)?.methods.find((item) => item.name === method)?.slot ?? '';

  it('stores a job object with shared references, cycles and every kind of value', () => {
    const code = org.compile(`public class Job {
      public enum Color { RED, GREEN }
      public class Node { public Job owner; public Node next; public Integer n; public Node(Integer n) { this.n = n; } }
      public Integer i = 1; public Long l = 2; public Double d = 1.5; public Decimal m = 1.50; public String s = 'x';
      public Boolean b = true; public Date day = Date.newInstance(2024, 1, 2); public Datetime at = Datetime.newInstanceGmt(2024, 1, 2, 3, 4, 5);
      public Blob data = Blob.valueOf('abc'); public Id recordId = '001000000000001AAA'; public Color c = Color.GREEN;
      public List<Object> things = new List<Object>{ 1, 2L, 1.5d, 'text', null }; public Set<String> names = new Set<String>{ 'a' };
      public Map<String, List<Integer>> lists = new Map<String, List<Integer>>{ 'k' => new List<Integer>{ 1 } };
      public Account row = new Account(Name = 'n'); public Type type = Account.class; public Node first; public Node second;
      public transient String secret = 'secret'; public Exception failure;
      public Job() {
        first = new Node(1); first.owner = this; first.next = first; second = first;
        try { throw new DmlException('failed'); } catch (Exception e) { failure = e; }
      }
      public String text() {
        return '' + i + l + d + m + s + b + day + at.formatGmt('yyyy') + data.toString() + recordId + c + things + names + lists + row + type.getName() +
          (first === second) + (first.next === first) + (first.owner === this) + secret + failure.getMessage() + failure.getTypeName();
      }
      public static Job make() { return new Job(); }
    }`);
    org.transaction(code, () => {
      const made = code.type('Job')?.call(slotOf(code, 'Job', 'make'), []) as Record<string, () => string>;
      const copy = deserializeValue(serializeValue(made)) as Record<string, () => string>;
      const slot = slotOf(code, 'Job', 'text');
      expect(copy).not.to.equal(made);
      expect(copy[slot]?.()).to.equal(made[slot]?.().replace('secret', 'null'));
      expect(copy[slot]?.()).to.contain('(1, 2, 1.5, text, null)');
    });
  });

  it('refuses to store what cannot travel', () => {
    const code = org.compile(
      `public class Bad { public Object o = new HttpRequest(); public static Bad make() { return new Bad(); } }`
    );
    org.transaction(code, () => {
      const made = code.type('Bad')?.call(slotOf(code, 'Bad', 'make'), []);
      expect(() => serializeValue(made)).to.throw(PlatformError, 'Not Serializable: HttpRequest');
    });
  });

  it('stores what jobs are handed and enqueued with', () => {
    const code = org.compile('public class Nothing {}');
    org.transaction(code, () => {
      const context = new QueueableContext('707000000000001AAA');
      const options = Object.assign(new AsyncOptions(), { maximumDepth: 7 });
      const stored = serializeValue(new ApexList(OBJECT, [context, options]));
      const [first, second] = (deserializeValue(stored) as ApexList).items;
      expect(first).to.be.instanceOf(QueueableContext).and.deep.equal(context);
      expect(second).to.be.instanceOf(AsyncOptions).and.deep.equal(options);
    });
  });

  it('makes stubs whose methods go to the provider', () => {
    const code = org.compile(
      `public virtual class Service { public virtual Integer twice(Integer n) { return n * 2; } public String viaThis() { return 'x' + twice(1); } public static Service real() { return new Service(); } }`,
      `public class Provider implements System.StubProvider {
        public Object handleMethodCall(Object stub, String name, Type returns, List<Type> types, List<String> names, List<Object> args) {
          return name == 'twice' ? (Object) (100 + (Integer) args[0]) : (Object) (name + returns.getName() + types + names);
        }
        public static Provider make() { return new Provider(); }
      }`
    );
    org.transaction(code, () => {
      const provider = code.type('Provider')?.call(slotOf(code, 'Provider', 'make'), []) as object;
      const type = code.type('Service');
      if (!type) throw new Error('no Service');
      const stub = createStub(type, provider);
      expect(invokeSlot(stub, slotOf(code, 'Service', 'twice'), [1])).to.equal(101);
      expect(invokeSlot(stub, slotOf(code, 'Service', 'viaThis'), [])).to.equal('viaThisString()()');
      const kept = deserializeValue(serializeValue(stub)) as object;
      expect(invokeSlot(kept, slotOf(code, 'Service', 'twice'), [2])).to.equal(102);
    });
  });

  it('gives dynamic queries the variables that are visible where they are called', () => {
    org.recorded.queries.length = 0;
    const code = org.compile(`public class Dynamic {
      static String fromStatic = 's';
      String fromField = 'f';
      public String lazy { get { return 'l'; } }
      void go(String fromParameter) {
        String fromLocal = 'v';
        { String gone = 'g'; }
        if (fromLocal == null) { String never = 'n'; }
        if (fromLocal != null) { String both = 'first'; } else { String both = 'second'; }
        for (Integer i = 0; i < 2; i++) { String again; if (i == 0) { again = 'r'; } }
        List<Account> a = Database.query('SELECT Id FROM Account WHERE Name IN (:fromLocal, :FROMPARAMETER, :fromField, :fromStatic, :lazy, :gone, :never, :both, :again)');
      }
      public static void run() { new Dynamic().go('p'); }
    }`);
    org.call(code, 'Dynamic.run');
    const binds = org.recorded.queries[0]?.binds as ReadonlyMap<string, unknown>;
    const names = ['fromlocal', 'fromparameter', 'fromfield', 'fromstatic', 'lazy', 'gone', 'never', 'both', 'again'];
    expect(names.map((name) => binds.get(name))).to.deep.equal(['v', 'p', 'f', 's', 'l', 'g', null, null, null]);
  });

  it('asks every so often whether an endless loop may go on', () => {
    const code = org.compile(
      `public class Endless { public static void run() { try { while (true) { } } catch (Exception e) { } } }`
    );
    let asked = 0;
    onTick(() => {
      asked += 1;
      if (asked > 3) throw new PlatformError('System.LimitException', 'Apex CPU time limit exceeded');
    });
    try {
      expect(() => org.call(code, 'Endless.run')).to.throw('Apex CPU time limit exceeded');
    } finally {
      onTick(null);
    }
  });

  it('describes classes for reflection', () => {
    const code = org.compile(
      `@RestResource(urlMapping='/x/*') global class Rest { @HttpPost global static String post(String a, Integer b) { return a + b; } }`
    );
    const type = code.type('rest');
    expect(type?.annotations[0]).to.deep.equal({ name: 'RestResource', values: { urlmapping: '/x/*' } });
    const [method] = type?.methods ?? [];
    expect(method).to.include({ name: 'post', isStatic: true, isTest: false });
    expect(method?.parameters.map((parameter) => [parameter.name, parameter.type.name])).to.deep.equal([
      ['a', 'String'],
      ['b', 'Integer']
    ]);
    expect(org.call(code, 'Rest.post', 'x', 1)).to.equal('x1');
  });

  it('answers lists whose elements keep their identity', () => {
    const list = org.evaluate('List<Object>', 'Object o = new Account(); return new List<Object>{ o, o };') as ApexList;
    expect(list.items[0]).to.equal(list.items[1]);
  });
});
