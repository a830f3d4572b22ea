import { setTimeout as sleep } from 'node:timers/promises';
import { apexString, runAnonymous } from '../org/anonymousApex.js';
import type { RestClient } from '../org/restClient.js';
import { HarnessError } from '../run/errors.js';

/** The events of one scenario in the inbox, as operators and the passing of time treat them. */
export class StoredEvents {
  /** @param prefix begins the keys of the events, without wildcards of SOQL */
  constructor(
    private readonly prefix: string,
    private readonly admin: RestClient
  ) {}

  /** @returns the state of each event by its key */
  async states(): Promise<Map<string, string>> {
    const rows = await this.admin.query(`SELECT Event_Key__c, Status__c FROM Inbound_Event__c WHERE ${this.#own()}`);
    return new Map(rows.map((row) => [String(row.Event_Key__c), String(row.Status__c)]));
  }

  /** Waits until so many events are in one of some states. Gives up after a time. */
  async waitFor(states: readonly string[], count: number, limitMs: number, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + limitMs;
    for (let pause = 50; Date.now() < deadline; pause = Math.min(pause * 1.5, 500)) {
      const there = [...(await this.states()).values()].filter((state) => states.includes(state)).length;
      if (there >= count) return;
      await sleep(pause, undefined, { signal });
    }
  }

  /** As after hours of waiting: of events that wait for their next attempt, all but the last attempt are used up, and that is due. */
  async useUpAttempts(): Promise<void> {
    await runAnonymous(
      this.admin,
      `List<Inbound_Event__c> rows = [SELECT Id FROM Inbound_Event__c WHERE ${this.#own()} AND Status__c = 'Retry Scheduled'];
for (Inbound_Event__c row : rows) {
  row.Attempts__c = InboundSettings.maxAttempts() - 1;
  row.Next_Attempt_At__c = System.now().addMinutes(-1);
}
Database.update(rows, AccessLevel.SYSTEM_MODE);
InboundSweeperJob.sweep();`
    );
  }

  /** An operator replays a selection. */
  async replaySelected(keys: readonly string[], reason: string): Promise<void> {
    await runAnonymous(
      this.admin,
      `Set<String> keys = new Set<String>{ ${keys.map(apexString).join(', ')} };
Map<Id, Inbound_Event__c> rows = new Map<Id, Inbound_Event__c>(
  [SELECT Id FROM Inbound_Event__c WHERE Event_Key__c IN :keys]
);
System.assertEquals(keys.size(), EventReplay.byIds(rows.keySet(), ${apexString(reason)}).queued.size());`
    );
  }

  /** An operator replays the dead letters of each of some entities, by filter. */
  async replayDeadLettersOf(entityIds: readonly string[], reason: string): Promise<void> {
    await runAnonymous(
      this.admin,
      `for (String entityId : new List<String>{ ${entityIds.map(apexString).join(', ')} }) {
  EventReplayFilter filter = new EventReplayFilter();
  filter.status = 'Dead Letter';
  filter.entityId = entityId;
  EventReplay.byFilter(filter, ${apexString(reason)});
}`
    );
  }

  /** Whether the org refuses a replay of these events without a reason. */
  async refusesWithoutReason(keys: readonly string[]): Promise<boolean> {
    try {
      await this.replaySelected(keys, ' ');
      return false;
    } catch (error) {
      if (error instanceof HarnessError && error.message.includes('Say why you replay')) return true;
      throw error;
    }
  }

  #own(): string {
    return `Event_Key__c LIKE '${this.prefix}-%'`;
  }
}
