import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import type { SObjectRecord } from '../../values/record.js';
import { platformType, SOBJECT, sobjectType } from '../../values/type.js';

/** A Database.Cursor or PaginationCursor: the rows as they were when it was made. */
export class Cursor extends PlatformObject {
  constructor(
    readonly name: 'Cursor' | 'PaginationCursor',
    readonly records: readonly SObjectRecord[]
  ) {
    super();
  }

  override get apexType() {
    return platformType('Database', this.name);
  }

  /** @throws PlatformError System.FatalCursorException outside the rows. */
  fetch(position: number, count: number): ApexList {
    currentTransaction().limits.consume('fetchCallsOnApexCursor');
    if (position < 0 || count < 0 || position + count > this.records.length) {
      throw new PlatformError(
        'System.FatalCursorException',
        `Invalid position or count: ${position}, ${count} of ${this.records.length} rows`
      );
    }
    return listOf(this.records.slice(position, position + count));
  }

  page(position: number, size: number): CursorPage {
    currentTransaction().limits.consume('fetchCallsOnApexCursor');
    const records = this.records.slice(position, position + size);
    return new CursorPage(listOf(records), Math.min(position + size, this.records.length), this.records.length);
  }
}

/** A new cursor, counted with its rows as the limits have it (apex_gov_limits). */
export function countedCursor(name: 'Cursor' | 'PaginationCursor', records: readonly SObjectRecord[]): Cursor {
  const { limits } = currentTransaction();
  limits.consume('apexCursors');
  limits.consume('apexCursorRows', records.length);
  return new Cursor(name, records);
}

const listOf = (records: readonly SObjectRecord[]): ApexList =>
  new ApexList(records[0] ? sobjectType(records[0].objectName) : SOBJECT, [...records]);

/** A Database.CursorFetchResult. */
export class CursorPage extends PlatformObject {
  constructor(
    readonly records: ApexList,
    readonly nextIndex: number,
    private readonly total: number
  ) {
    super();
  }

  override get apexType() {
    return platformType('Database', 'CursorFetchResult');
  }

  get isDone(): boolean {
    return this.nextIndex >= this.total;
  }
}
