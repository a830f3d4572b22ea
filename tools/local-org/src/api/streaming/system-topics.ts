import type { OrgGateway } from '../host.js';
import { Bayeux } from './bayeux.js';
import type { TopicNews, TopicPosition } from './operations.js';

export const LOGGING = '/systemTopic/Logging';
export const TEST_RESULT = '/systemTopic/TestResult';

/** News are looked for so often while somebody listens. Milliseconds. */
const INTERVAL = 500;

/** Topics that tell of new debug logs and of test runs that have ended. Looks for them only while somebody listens. */
export class SystemTopics {
  readonly bayeux: Bayeux;
  private timer: NodeJS.Timeout | null = null;
  private position: TopicPosition | null = null;
  private closed = false;

  constructor(private readonly org: OrgGateway) {
    this.bayeux = new Bayeux([LOGGING, TEST_RESULT], () => this.listen());
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.bayeux.close();
  }

  private listen(): void {
    const wanted = this.bayeux.isWanted(LOGGING) || this.bayeux.isWanted(TEST_RESULT);
    if (!wanted) this.position = null;
    if (!wanted || this.timer || this.closed) return;
    // What happens between the subscription and the first look is news already.
    const start = this.position ? Promise.resolve() : this.look();
    this.timer = setTimeout(() => {
      void start
        .then(() => this.look())
        .catch(() => undefined)
        .finally(() => {
          this.timer = null;
          this.listen();
        });
    }, INTERVAL).unref();
  }

  private async look(): Promise<void> {
    const { org } = this;
    const news = await org.run<TopicNews>('topic-news', { after: this.position }, org.adminUserId);
    this.position = news.position;
    const createdDate = new Date(org.clock.now()).toISOString();
    for (const { channel, id, userId } of news.items) {
      const topic = channel === 'log' ? LOGGING : TEST_RESULT;
      this.bayeux.publish(topic, userId, { event: { createdDate, type: 'created' }, sobject: { Id: id } });
    }
  }
}
