import { randomUUID } from 'node:crypto';
import type { ObjectDefinition } from '../schema/definitions.js';
import { DatetimeValue } from '../values/datetime.js';
import { PlatformError } from '../values/platform-error.js';
import type { SObjectRecord } from '../values/record.js';
import type { DmlContext, DmlOptions, DmlRowResult } from './context.js';
import { checkUserRights } from './checks/rights.js';
import { DmlRow } from './row.js';
import type { Chunk } from './save/chunk.js';
import { checkRequired, isStored, takeColumns } from './save/columns.js';
import { newRecord } from './save/defaults.js';

export interface PreparedEvents {
  /** One result an event; success means that it is accepted for delivery. */
  readonly results: readonly DmlRowResult[];
  /** Accepted events as subscribers see them, in order, each with EventUuid, CreatedDate and CreatedById. */
  readonly accepted: readonly SObjectRecord[];
}

/**
 * Checks events as EventBus.publish does and makes the records that are delivered: values in their saved form, system
 * fields filled in. Counts a DML statement for events published after commit, a publish for immediate ones.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_class_System_eventbus.htm
 *
 * @throws PlatformError System.UnexpectedException for an sObject that is no event; System.LimitException.
 */
export function prepareEvents(
  context: DmlContext,
  events: readonly SObjectRecord[],
  options: DmlOptions
): PreparedEvents {
  const rows = events.map((event, index) => new DmlRow(index, event));
  const groups = new Map<ObjectDefinition, DmlRow[]>();
  for (const row of rows) {
    const object = context.schema.object(row.record.objectName);
    if (object?.kind !== 'platform-event') {
      throw new PlatformError('System.UnexpectedException', `${row.record.objectName} is not a platform event`);
    }
    const group = groups.get(object);
    if (group) group.push(row);
    else groups.set(object, [row]);
  }
  for (const [object, group] of groups) prepareGroup({ object, rows: group, context, options, internal: false });
  return {
    results: rows.map((row) => ({
      id: row.failed ? null : row.id,
      success: !row.failed,
      created: !row.failed,
      errors: row.failed ? row.errors : [enqueued(row)]
    })),
    accepted: rows.filter((row) => !row.failed).map((row) => row.work)
  };
}

/** Tells the UUID under which an accepted event is delivered. */
const enqueued = (row: DmlRow): DmlRowResult['errors'][number] => ({
  statusCode: 'OPERATION_ENQUEUED',
  message: String(row.work.fields.get('eventuuid')),
  fields: []
});

function prepareGroup(chunk: Chunk): void {
  const { context, object } = chunk;
  context.limits.consume(object.publishBehavior === 'PublishImmediately' ? 'publishImmediate' : 'dmlStatements');
  checkUserRights(context, 'insert', object, chunk.rows, chunk.options);
  const stored = Object.values(object.fields).filter((field) => isStored(chunk, field) && field.type !== 'id');
  for (const row of chunk.rows) {
    row.work = newRecord(chunk, row);
    takeColumns(
      chunk,
      row,
      stored.map((field) => field.name.toLowerCase())
    );
    checkRequired(row, stored);
    if (row.failed) continue;
    row.id = context.newId(object.keyPrefix);
    const { fields } = row.work;
    // SObjectType.newSObject(null, true) gives an event its UUID beforehand.
    fields.set('eventuuid', row.record.fields.get('eventuuid') ?? randomUUID());
    fields.set('createddate', new DatetimeValue(context.now()));
    fields.set('createdbyid', context.user.id);
  }
}
