import type { OrgGateway } from '../host.js';
import type { Bayeux } from './bayeux.js';
import type { TopicNews, TopicPosition } from './operations.js';

export const LOGGING = '/systemTopic/Logging';
export const TEST_RESULT = '/systemTopic/TestResult';
export const SYSTEM_TOPICS: readonly string[] = [LOGGING, TEST_RESULT];

/** News are looked for so often while somebody listens. Milliseconds. */
const INTERVAL = 500;

/** Topics that tell of new debug logs and of test runs that have ended. Looks for them only while somebody listens. */
export class SystemTopics {
  private timer: NodeJS.Timeout | null = null;
  private position: TopicPosition | null = null;
  private closed = false;

  constructor(
    private readonly org: OrgGateway,
    private readonly bayeux: Bayeux
  ) {}

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  /** Looks for news as long as somebody is subscribed. */
  listen(): void {
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
      this.org.usage.note('DailyStreamingApiEvents', 1);
      this.bayeux.publish(topic, userId, { event: { createdDate, type: 'created' }, sobject: { Id: id } });
    }
  }
}
