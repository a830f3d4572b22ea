import type { SlotTransaction } from '../../platform/transaction.js';
import { sqlName } from '../../schema/ddl/names.js';
import type { XmlElement } from '../../metadata/xml/element.js';
import { element } from '../../metadata/xml/write.js';

/** Tables that say more of the values of a standard picklist, and the elements for it in metadata. */
const MEANINGS: Readonly<Record<string, { readonly table: string; readonly flags: Readonly<Record<string, string>> }>> =
  {
    'lead.status': { table: 'LeadStatus', flags: { converted: 'isconverted' } },
    'case.status': { table: 'CaseStatus', flags: { closed: 'isclosed' } },
    'task.status': { table: 'TaskStatus', flags: { closed: 'isclosed' } },
    'opportunity.stagename': { table: 'OpportunityStage', flags: { closed: 'isclosed', won: 'iswon' } }
  };

/** Later versions keep the values in StandardValueSet: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_standardvalueset.htm */
export const LAST_VERSION_WITH_STANDARD_VALUES = 37;

/**
 * A standard picklist field as CustomField showed it up to version 37: with its values.
 *
 * @param fullName `Lead.Status`. @returns null when there is no such field, or it is none of these.
 */
export function standardPicklist(tx: SlotTransaction, fullName: string): readonly XmlElement[] | null {
  const [object = '', name = ''] = fullName.split('.');
  const field = tx.schema.field(object, name);
  if (!field?.picklist || field.custom) return null;
  const meaning = MEANINGS[fullName.toLowerCase()];
  const flags = Object.entries(meaning?.flags ?? {});
  const rows = meaning
    ? tx.db.query(
        `SELECT masterlabel, ${flags.map(([, column]) => sqlName(column)).join(', ')} FROM ${sqlName(meaning.table)}`
      ).rows
    : [];
  const known = new Map(rows.map(([label, ...values]) => [String(label), values]));
  const values = field.picklist.map((entry) =>
    element('picklistValues', [
      element('fullName', entry.value),
      element('default', String(entry.isDefault)),
      ...flags.map(([flag], index) => element(flag, String(known.get(entry.value)?.[index] === true)))
    ])
  );
  return [element('picklist', [...values, element('sorted', 'false')])];
}
