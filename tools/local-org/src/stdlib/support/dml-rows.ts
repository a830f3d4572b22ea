import type { ApexException } from '../../apex/runtime/exception.js';
import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { platformEnumValue, type EnumValue } from '../../values/enum.js';
import { PlatformError, type DmlErrorDetail } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { required } from './arguments.js';
import { listOfStrings } from './lists.js';
import { fieldToken } from './tokens.js';

type Row = DmlErrorDetail['rows'][number];

/** Rows of a DmlException; none when Apex made it with `new`. @throws PlatformError for exceptions without rows. */
export function dmlRows(exception: ApexException): readonly Row[] {
  if (!/^system\.(dml|email)exception$/.test(exception.platformClass.key)) {
    throw new PlatformError(
      'System.TypeException',
      'DML information is only available on DmlException and EmailException'
    );
  }
  return (exception.detail as DmlErrorDetail | null | undefined)?.rows ?? [];
}

function row(exception: ApexException, index: number | null): Row {
  const found = dmlRows(exception)[required(index)];
  if (!found) throw new PlatformError('System.ListException', `List index out of bounds: ${index}`);
  return found;
}

export const dmlFieldNames = (exception: ApexException, index: number | null): ApexList =>
  listOfStrings(row(exception, index).errors[0]?.fields ?? []);

export function dmlFields(exception: ApexException, index: number | null): ApexList {
  const failed = row(exception, index);
  const object =
    failed.objectName ?? (failed.id && currentTransaction().schema.objectByKeyPrefix(failed.id.slice(0, 3))?.name);
  const tokens = object ? (failed.errors[0]?.fields ?? []).map((field) => fieldToken(object, field)) : [];
  return new ApexList(platformType('Schema', 'SObjectField'), tokens);
}

export const dmlId = (exception: ApexException, index: number | null): string | null => row(exception, index).id;
export const dmlIndex = (exception: ApexException, index: number | null): number => row(exception, index).index;
export const dmlMessage = (exception: ApexException, index: number | null): string =>
  row(exception, index).errors[0]?.message ?? '';
export const dmlStatusCode = (exception: ApexException, index: number | null): string =>
  row(exception, index).errors[0]?.statusCode ?? 'UNKNOWN_EXCEPTION';

export const statusCode = (name: string): EnumValue | null => platformEnumValue('system.statuscode', name);
