import { currentTransaction } from '../../apex/runtime/transaction.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('EventBus', 'TriggerContext');

/** Delivery that a platform-event trigger handles; the platform layer puts it into the slot `eventTrigger` of the state. */
export class TriggerContext extends PlatformObject {
  resumeCheckpoint: string | null = null;
  /** Of the events in Trigger.new. */
  replayIds: ReadonlySet<string> = new Set();

  /** @param retries earlier runs over the same events. */
  constructor(
    readonly retries: number,
    readonly lastError: string | null
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }
}

export default definePlatformType({
  name: 'EventBus.TriggerContext',
  source: apexReference('apex_class_eventbus_TriggerContext'),
  statics: {
    'EventBus.TriggerContext currentContext()': () =>
      currentTransaction().state.get('eventTrigger') ?? new TriggerContext(0, null)
  },
  properties: {
    'String lastError': { get: (self: TriggerContext) => self.lastError },
    'Integer retries': { get: (self: TriggerContext) => self.retries }
  },
  methods: {
    'String getResumeCheckpoint()': (self: TriggerContext) => self.resumeCheckpoint,
    'void setResumeCheckpoint(String)': (self: TriggerContext, replayId: string | null) => {
      if (replayId === null || !self.replayIds.has(replayId)) {
        throw new PlatformError(
          'EventBus.InvalidReplayIdException',
          `Replay ID ${replayId} is not in the current batch`
        );
      }
      self.resumeCheckpoint = replayId;
    }
  }
});
