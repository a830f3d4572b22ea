import { SfError, type Connection } from '@salesforce/core';

/** One event as a receiver would store it. */
export interface EventToSend {
  readonly key: string;
  readonly source: string;
  readonly type: string;
  readonly entityId: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface SentEvent {
  readonly key: string;
  /** False: an earlier delivery stored it; nothing was done. */
  readonly isNew: boolean;
  /** Salesforce id of the row in the inbox. */
  readonly id: string;
}

interface SaveError {
  readonly errorCode?: string;
  readonly message?: string;
}

/** Stores an event under its key. A key that the inbox knows is a duplicate, which is a success. */
export async function sendEvent(event: EventToSend, connection: Connection): Promise<SentEvent> {
  try {
    const saved = await connection.sobject('Inbound_Event__c').create({
      Event_Key__c: event.key,
      Source__c: event.source,
      Event_Type__c: event.type,
      Entity_Id__c: event.entityId,
      Source_Timestamp__c: event.timestamp,
      Payload__c: JSON.stringify(event.payload)
    });
    return { key: event.key, isNew: true, id: String(saved.id) };
  } catch (error) {
    const { errorCode, message } = error as SaveError;
    if (errorCode !== 'DUPLICATE_VALUE') {
      throw new SfError(
        `The org refused the event: ${errorCode ?? ''} ${message ?? ''}`.trim(),
        errorCode ?? 'EventRefused',
        ['Check that Retrysafe is deployed (`sf retrysafe deploy`) and that you have an inbound permission set.']
      );
    }
  }
  const known = await connection.query<{ Id: string }>(
    `SELECT Id FROM Inbound_Event__c WHERE Event_Key__c = '${soqlText(event.key)}'`
  );
  return { key: event.key, isNew: false, id: known.records[0]?.Id ?? '' };
}

/** Which events to replay; conditions that are left out do not count. */
export interface ReplayFilter {
  readonly status?: string;
  readonly source?: string;
  readonly eventType?: string;
  readonly entityId?: string;
  readonly errorCategory?: string;
}

export interface ReplayedEvents {
  readonly queued: number;
  readonly keys: readonly string[];
}

const SHOWN_KEYS = 200;

/**
 * Replays stored events as an operator, through the product's own class, which checks the right and writes the audit.
 *
 * @throws SfError with the product's reason
 */
export async function replayEvents(
  filter: ReplayFilter,
  reason: string,
  connection: Connection
): Promise<ReplayedEvents> {
  const own = `FROM Replay__c WHERE Kind__c = 'Event' AND Reason__c = '${soqlText(reason.trim())}' AND CreatedBy.Username = '${soqlText(connection.getUsername() ?? '')}'`;
  const count = async (): Promise<number> => (await connection.query(`SELECT Id ${own}`)).totalSize;
  const before = await count();
  const conditions = Object.entries(filter)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `filter.${name} = '${apexText(value)}';`);
  const result = await connection.tooling.executeAnonymous(
    `EventReplayFilter filter = new EventReplayFilter();\n${conditions.join('\n')}\nEventReplay.byFilter(filter, '${apexText(reason)}');`
  );
  if (!result.success) {
    const text = (result.compiled ? result.exceptionMessage : result.compileProblem) ?? 'no reason was given';
    throw new SfError(
      text.replace(/^[\w.]*Exception: /, ''),
      'ReplayRefused',
      result.compiled ? [] : ['Deploy Retrysafe to the org first: `sf retrysafe deploy`.']
    );
  }
  const queued = (await count()) - before;
  if (queued === 0) return { queued, keys: [] };
  const rows = await connection.query<{ Work_Key__c: string }>(
    `SELECT Work_Key__c ${own} ORDER BY CreatedDate DESC, Id DESC LIMIT ${Math.min(queued, SHOWN_KEYS)}`
  );
  return { queued, keys: rows.records.map((row) => row.Work_Key__c) };
}

function soqlText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}

function apexText(text: string): string {
  return soqlText(text).replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
