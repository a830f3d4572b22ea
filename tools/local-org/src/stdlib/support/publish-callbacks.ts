import { randomUUID } from 'node:crypto';
import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import type { SObjectRecord } from '../../values/record.js';
import { platformType } from '../../values/type.js';
import { listOfStrings } from './lists.js';

/** Argument of the callbacks of EventBus.publish. */
export class PublishResult extends PlatformObject {
  constructor(
    readonly uuids: ApexList,
    private readonly success: boolean
  ) {
    super();
  }

  override get apexType() {
    return platformType('EventBus', this.success ? 'SuccessResult' : 'FailureResult');
  }

  geteventuuids$0(): ApexList {
    return this.uuids;
  }
}

interface Callback {
  onsuccess$1?(result: PublishResult): void;
  onfailure$1?(result: PublishResult): void;
}

interface Pending {
  readonly callback: Callback;
  readonly uuids: readonly string[];
}

function pending(): Pending[] {
  const { state } = currentTransaction();
  let list = state.get('publishCallbacks') as Pending[] | undefined;
  if (!list) state.set('publishCallbacks', (list = []));
  return list;
}

/** Remembers, in a test, who wants to know what became of the events: its broker tells. Gives the events their UUIDs. */
export function notifyLater(callback: object, events: readonly SObjectRecord[]): void {
  if (!currentTransaction().isTest) return;
  const uuids = events.map((event) => {
    const known = event.fields.get('eventuuid') as string | null | undefined;
    if (known) return known;
    const uuid = randomUUID();
    event.fields.set('eventuuid', uuid);
    return uuid;
  });
  pending().push({ callback, uuids });
}

export function tellCallbacks(success: boolean): void {
  for (const { callback, uuids } of pending().splice(0)) {
    const result = new PublishResult(listOfStrings(uuids), success);
    if (success) callback.onsuccess$1?.(result);
    else callback.onfailure$1?.(result);
  }
}
