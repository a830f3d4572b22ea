import { expect } from 'chai';
import { TestOrg } from '../support/org.js';

/** Apex that needs what the platform has and the local org has not, compiled for `--keep-going`. */
describe('deferred refusals', function () {
  this.timeout(120_000);
  const SOURCE = `public class Feeds implements ConnectApi.Listener {
    private ConnectApi.FeedElement last;
    private static final String NAME = ConnectApi.Names.DEFAULT_NAME;
    public static String ordinary() { return 'fine'; }
    public static String reached(Boolean wanted) {
      String answer = 'before';
      if (wanted) {
        ConnectApi.FeedElement element = ConnectApi.ChatterFeeds.postFeedElement(null, '005');
        answer = element.id;
      }
      return answer;
    }
    public Boolean isEmpty() { return last == null; }
    public static Boolean empty() { return new Feeds().isEmpty(); }
    public static String caughtHere() {
      try { return reached(true); } catch (Exception e) { return 'caught'; }
    }
    public static String handled() {
      try { return ordinary(); } catch (ConnectApi.ConnectApiException e) { return 'not here'; }
    }
    public static void take(ConnectApi.FeedElement element) { }
    public static void take(ConnectApi.FeedItem item, String text) { }
    public static String whole() {
      List<ConnectApi.FeedElement> elements = new List<ConnectApi.FeedElement>();
      for (ConnectApi.FeedElement element : elements) { take(element); }
      return 'never';
    }
  }`;
  const USER = `public class UsesFeeds { public static String run() { return Feeds.reached(false); } }`;

  it('fail the compilation unless they are deferred', async () => {
    const org = await TestOrg.open();
    expect(() => org.compile(SOURCE)).to.throw('not supported by the local org: ConnectApi.FeedElement');
  });

  it('let everything else run, and throw where they are reached', async () => {
    const org = await TestOrg.open(true);
    const code = org.compile(SOURCE.replace(/.*NAME.*\n/, ''), USER);
    expect(org.call(code, 'Feeds.ordinary')).to.equal('fine');
    expect(org.call(code, 'Feeds.reached', false)).to.equal('before');
    expect(org.call(code, 'UsesFeeds.run')).to.equal('before');
    expect(org.call(code, 'Feeds.handled')).to.equal('fine');
    expect(() => org.call(code, 'Feeds.reached', true)).to.throw(
      'not supported by the local org: ConnectApi.FeedElement'
    );
    expect(() => org.call(code, 'Feeds.whole')).to.throw('not supported by the local org: ConnectApi.FeedElement');
  });

  it('never take the unknown for null', async () => {
    const org = await TestOrg.open(true);
    const code = org.compile(SOURCE.replace(/.*NAME.*\n/, ''));
    expect(() => org.call(code, 'Feeds.empty')).to.throw('not supported by the local org: ConnectApi.FeedElement');
  });

  it('are not caught by Apex', async () => {
    const org = await TestOrg.open(true);
    const code = org.compile(SOURCE.replace(/.*NAME.*\n/, ''));
    expect(() => org.call(code, 'Feeds.caughtHere')).to.throw('not supported by the local org');
  });

  it('throw from initialisers, too', async () => {
    const org = await TestOrg.open(true);
    const code = org.compile(SOURCE);
    expect(() => org.call(code, 'Feeds.ordinary')).to.throw('not supported by the local org: ConnectApi.Names');
  });

  it('forgive no other mistake', async () => {
    const org = await TestOrg.open(true);
    expect(() => org.compile('public class A { static void f() { Nonsense.x(); ConnectApi.Y.z(); } }')).to.throw(
      'Variable does not exist: Nonsense'
    );
    expect(() => org.compile('public class A extends ConnectApi.Base { }')).to.throw('Invalid super type');
  });
});
