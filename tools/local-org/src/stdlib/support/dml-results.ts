import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import type { RowError } from '../../values/platform-error.js';
import { textOf } from '../../values/text.js';
import { platformType, type ApexType } from '../../values/type.js';
import { listOfStrings } from './lists.js';
import { statusCode } from './dml-rows.js';

const ERROR = platformType('Database', 'Error');

/** A Database.Error. */
export class DatabaseError extends PlatformObject {
  constructor(readonly error: RowError) {
    super();
  }

  override get apexType() {
    return ERROR;
  }

  get status() {
    return statusCode(this.error.statusCode);
  }

  get fields(): ApexList {
    return listOfStrings(this.error.fields);
  }

  override apexText(): string {
    const { fields, message, statusCode: code } = this.error;
    return `Database.Error[getFields=(${fields.join(', ')});getMessage=${message};getStatusCode=${code};]`;
  }
}

/** A SaveResult, UpsertResult, DeleteResult, UndeleteResult, MergeResult or EmptyRecycleBinResult. */
export class RowResult extends PlatformObject {
  private errorList: ApexList | null = null;

  constructor(
    private readonly kind: ApexType,
    readonly row: DmlRowResult,
    /** Merge only: the records that went into the master. */
    readonly mergedIds: readonly string[] = []
  ) {
    super();
  }

  override get apexType() {
    return this.kind;
  }

  /** null for a row that failed to become a record. */
  get id(): string | null {
    return this.row.id;
  }

  get errors(): ApexList {
    this.errorList ??= new ApexList(
      ERROR,
      this.row.errors.map((error) => new DatabaseError(error))
    );
    return this.errorList;
  }

  override apexText(): string {
    return `${this.kind.name}[getErrors=${textOf(this.errors)};getId=${this.id};isSuccess=${this.row.success};]`;
  }
}

export const resultType = (name: string): ApexType => platformType('Database', name);

export const resultList = (type: ApexType, rows: readonly DmlRowResult[]): ApexList =>
  new ApexList(
    type,
    rows.map((row) => new RowResult(type, row))
  );
