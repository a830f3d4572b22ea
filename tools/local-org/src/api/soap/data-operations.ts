import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import type { ConvertedLead, LeadConversion } from '../../dml/index.js';
import { ApiError } from '../../platform/api-error.js';
import type { HandlerTable } from '../../platform/handlers.js';
import { API_OPERATION } from '../../platform/logs/log-writer.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { SObjectRecord } from '../../values/record.js';
import { recordFromJson, type JsonRow } from '../rest/json-codec.js';
import { AS_USER } from '../rest/query-operation.js';
import { forEachId, objectOf, recordById } from '../rest/row-action.js';

const OPTIONS = { allOrNone: false, access: AS_USER, externalIdField: null } as const;

export interface MergeRequest {
  /** Fields of the record that stays, with its Id. */
  readonly master: JsonRow;
  readonly type: string;
  readonly duplicateIds: readonly string[];
}

/** What the SOAP API does with rows and the REST API does not. */
export const soapDataOperations: HandlerTable = {
  'soap-undelete': (context: SlotContext, { ids }: { ids: readonly string[] }): readonly DmlRowResult[] =>
    context.transaction({ operation: API_OPERATION }, (tx) =>
      forEachId(tx, ids, (records) => tx.dml('undelete', records, OPTIONS))
    ),

  'soap-empty-bin': (context: SlotContext, { ids }: { ids: readonly string[] }): readonly DmlRowResult[] =>
    context.transaction({ operation: API_OPERATION }, (tx) =>
      forEachId(tx, ids, (records) => tx.emptyRecycleBin(records))
    ),

  'soap-merge': (context: SlotContext, { type, master, duplicateIds }: MergeRequest): DmlRowResult =>
    context.transaction({ operation: API_OPERATION }, (tx) => {
      const record = recordFromJson(master, objectOf(tx, type), tx.schema);
      const [first] = tx.merge(record, recordsOf(tx, duplicateIds), OPTIONS).slice().sort(failuresFirst);
      if (!first) throw new ApiError(400, 'INVALID_OPERATION', 'there is nothing to merge');
      return first.success ? { ...first, id: record.id } : first;
    }),

  'soap-convert-leads': (
    context: SlotContext,
    { conversions, allOrNone }: { conversions: readonly LeadConversion[]; allOrNone: boolean }
  ): readonly ConvertedLead[] =>
    context.transaction({ operation: API_OPERATION }, (tx) => {
      if (!tx.rights.systemPermission('ConvertLeads')) {
        throw new ApiError(403, 'INSUFFICIENT_ACCESS', 'You need the permission to convert leads (ConvertLeads).');
      }
      return tx.convertLeads(conversions, { allOrNone, access: AS_USER });
    })
};

const failuresFirst = (a: DmlRowResult, b: DmlRowResult): number => Number(a.success) - Number(b.success);

const recordsOf = (tx: SlotTransaction, ids: readonly string[]): SObjectRecord[] => ids.map((id) => recordById(tx, id));
