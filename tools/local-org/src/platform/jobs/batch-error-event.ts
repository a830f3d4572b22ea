import { randomUUID } from 'node:crypto';
import { describeUncaught } from '../../apex/runtime/errors.js';
import { isInstance } from '../../apex/runtime/instances.js';
import { serializeValue } from '../../apex/runtime/serialize.js';
import type { ApexList } from '../../values/collections.js';
import { DatetimeValue } from '../../values/datetime.js';
import { SObjectRecord } from '../../values/record.js';
import { textOf } from '../../values/text.js';
import { platformType } from '../../values/type.js';
import type { PublishedEvent } from '../events/publish.js';
import type { SlotTransaction } from '../transaction.js';
import type { BatchPhase } from './job-places.js';

const RAISES_EVENTS = platformType('Database', 'RaisesPlatformEvents');
/** Most characters of JobScope. */
const MAX_SCOPE = 40_000;
const MAX_TEXT = 5000;

/** A method of a batch class that ended with an exception. */
export interface BatchFailure {
  readonly jobId: string;
  readonly phase: BatchPhase;
  /** What `execute` was called with. */
  readonly scope: ApexList | null;
  readonly error: unknown;
}

/**
 * The event that tells of a failed method of a batch; null when its class does not raise any (apex_batch_platformevents;
 * fields: sforce_api_objects_batchapexerrorevent). Faults of the local org itself are told as System.UnexpectedException.
 */
export function batchErrorEvent(
  tx: SlotTransaction,
  instance: object,
  { jobId, phase, scope, error }: BatchFailure
): PublishedEvent | null {
  if (!isInstance(instance, RAISES_EVENTS)) return null;
  const { typeName, message, stackTrace } = describeUncaught(error);
  const items = scope === null ? null : scope.items.map(scopeText).join(',');
  const event = new SObjectRecord('BatchApexErrorEvent');
  const values = {
    asyncapexjobid: jobId,
    phase: phase.toUpperCase(),
    exceptiontype: typeName.slice(0, 255),
    message: message.slice(0, MAX_TEXT),
    stacktrace: stackTrace.slice(0, MAX_TEXT),
    requestid: tx.requestId,
    jobscope: items?.slice(0, MAX_SCOPE) ?? null,
    doesexceedjobscopemaxlength: items !== null && items.length > MAX_SCOPE,
    eventuuid: randomUUID(),
    createddate: new DatetimeValue(tx.now()),
    createdbyid: tx.user.id
  };
  for (const [name, value] of Object.entries(values)) event.fields.set(name, value);
  return { objectName: event.objectName, payload: serializeValue(event) };
}

/** Ids of records; anything else as its text. */
const scopeText = (item: unknown): string =>
  item instanceof SObjectRecord && typeof item.fields.get('id') === 'string'
    ? (item.fields.get('id') as string)
    : textOf(item);
