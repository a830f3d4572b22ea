import { sqlName } from '../schema/ddl/names.js';
import type { ObjectDefinition } from '../schema/definitions.js';
import type { AccessOptions } from '../schema/execution.js';
import { DateValue } from '../values/date.js';
import { PlatformError, type DmlErrorDetail, type RowError } from '../values/platform-error.js';
import { SObjectRecord } from '../values/record.js';
import type { DmlContext, DmlOptions } from './context.js';
import { dmlException } from './dml-exception.js';
import { executeDml } from './execute-dml.js';
import { DmlRow } from './row.js';
import { Savepoint } from './savepoint.js';
import { loadRows } from './write/load-rows.js';

/** What becomes of a lead (apex_dml_convertLead, "LeadConvert Class"). Ids of null: the records are made. */
export interface LeadConversion {
  readonly leadId: string | null;
  readonly convertedStatus: string | null;
  readonly accountId: string | null;
  readonly contactId: string | null;
  readonly opportunityId: string | null;
  readonly opportunityName: string | null;
  readonly ownerId: string | null;
  readonly doNotCreateOpportunity: boolean;
  readonly overwriteLeadSource: boolean;
}

export interface ConvertedLead {
  readonly leadId: string | null;
  readonly accountId: string | null;
  readonly contactId: string | null;
  readonly opportunityId: string | null;
  readonly success: boolean;
  readonly errors: readonly RowError[];
}

/** https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_dml_convertLead.htm */
const MOST = 100;

/** Standard fields of a lead that a new record takes over. https://help.salesforce.com/s/articleView?id=sales.lead_conversion_mapping.htm */
const TO_ACCOUNT: Readonly<Record<string, string>> = {
  company: 'name',
  street: 'billingstreet',
  city: 'billingcity',
  state: 'billingstate',
  postalcode: 'billingpostalcode',
  country: 'billingcountry',
  phone: 'phone',
  fax: 'fax',
  website: 'website',
  industry: 'industry',
  rating: 'rating',
  annualrevenue: 'annualrevenue',
  numberofemployees: 'numberofemployees',
  leadsource: 'accountsource'
};
const TO_CONTACT: Readonly<Record<string, string>> = {
  salutation: 'salutation',
  firstname: 'firstname',
  middlename: 'middlename',
  lastname: 'lastname',
  suffix: 'suffix',
  title: 'title',
  street: 'mailingstreet',
  city: 'mailingcity',
  state: 'mailingstate',
  postalcode: 'mailingpostalcode',
  country: 'mailingcountry',
  phone: 'phone',
  mobilephone: 'mobilephone',
  fax: 'fax',
  email: 'email',
  description: 'description',
  leadsource: 'leadsource',
  hasoptedoutofemail: 'hasoptedoutofemail',
  hasoptedoutoffax: 'hasoptedoutoffax',
  donotcall: 'donotcall'
};
const TO_OPPORTUNITY: Readonly<Record<string, string>> = { leadsource: 'leadsource' };

/** Why a lead cannot be converted. */
class Refused extends Error {
  constructor(
    readonly statusCode: string,
    message: string
  ) {
    super(message);
  }
}

/**
 * Makes an account, a contact and an opportunity of each lead, or hangs it on those that are there; the triggers of all
 * of them run. Custom fields are not mapped.
 *
 * @throws PlatformError System.DmlException when all must succeed and one does not.
 */
export function convertLeads(
  context: DmlContext,
  conversions: readonly LeadConversion[],
  { allOrNone, access }: Pick<DmlOptions, 'allOrNone' | 'access'>
): ConvertedLead[] {
  if (conversions.length > MOST) {
    throw new PlatformError('System.ListException', `Too many leads to convert at once; the maximum is ${MOST}`);
  }
  const whole = new Savepoint(context.db);
  const rows: DmlRow[] = [];
  const converted = conversions.map((conversion, index) => {
    const record = new SObjectRecord('Lead');
    record.fields.set('id', conversion.leadId);
    const row = new DmlRow(index, record);
    rows.push(row);
    return convertAlone(context, conversion, row, access);
  });
  if (allOrNone && rows.some((row) => row.failed)) {
    whole.rollback();
    whole.release();
    throw dmlException('convertLead', rows);
  }
  whole.release();
  return converted;
}

/** What a lead that fails has done is undone. */
function convertAlone(
  context: DmlContext,
  conversion: LeadConversion,
  row: DmlRow,
  access: AccessOptions
): ConvertedLead {
  const { leadId } = conversion;
  const point = new Savepoint(context.db);
  try {
    const made = new LeadConverter(context, conversion, access).convert();
    point.release();
    return { leadId, ...made, success: true, errors: [] };
  } catch (error) {
    const errors = errorsOf(error);
    if (!errors) throw error;
    point.rollback();
    point.release();
    for (const { statusCode, message, fields } of errors) row.fail(statusCode, message, fields);
    return { leadId, accountId: null, contactId: null, opportunityId: null, success: false, errors };
  }
}

function errorsOf(error: unknown): readonly RowError[] | null {
  if (error instanceof Refused) return [{ statusCode: error.statusCode, message: error.message, fields: [] }];
  if (!(error instanceof PlatformError) || error.apexType !== 'System.DmlException') return null;
  return (error.detail as DmlErrorDetail | undefined)?.rows[0]?.errors ?? null;
}

class LeadConverter {
  private readonly lead: SObjectRecord;
  private readonly ownerId: unknown;
  private readonly options: DmlOptions;

  /** @throws Refused */
  constructor(
    private readonly context: DmlContext,
    private readonly wanted: LeadConversion,
    access: AccessOptions
  ) {
    this.options = { allOrNone: true, access, externalIdField: null, byPlatform: true };
    this.lead = this.row('Lead', wanted.leadId, 'INVALID_CROSS_REFERENCE_KEY');
    if (this.lead.fields.get('isconverted') === true) {
      throw new Refused('CANNOT_UPDATE_CONVERTED_LEAD', 'cannot reference converted lead');
    }
    const { rows } = context.db.query('SELECT 1 FROM leadstatus WHERE isconverted AND masterlabel = $1', [
      wanted.convertedStatus
    ]);
    if (rows.length === 0) {
      throw new Refused('INVALID_STATUS', `invalid convertedStatus: ${wanted.convertedStatus ?? 'null'}`);
    }
    if (wanted.contactId !== null && wanted.accountId === null) {
      throw new Refused('REQUIRED_FIELD_MISSING', 'an account ID is required when a contact ID is given');
    }
    this.ownerId = wanted.ownerId ?? this.lead.fields.get('ownerid');
  }

  convert(): Pick<ConvertedLead, 'accountId' | 'contactId' | 'opportunityId'> {
    const accountId = this.account();
    const contactId = this.contact(accountId);
    const opportunityId = this.opportunity(accountId);
    const lead = new SObjectRecord('Lead');
    const values = {
      id: this.wanted.leadId,
      status: this.wanted.convertedStatus,
      isconverted: true,
      converteddate: this.today(),
      convertedaccountid: accountId,
      convertedcontactid: contactId,
      convertedopportunityid: opportunityId,
      isunreadbyowner: false
    };
    for (const [name, value] of Object.entries(values)) lead.fields.set(name, value);
    executeDml(this.context, 'update', [lead], this.options);
    this.moveChildren(contactId, opportunityId ?? accountId);
    return { accountId, contactId, opportunityId };
  }

  private account(): string {
    const { accountId } = this.wanted;
    if (accountId !== null) return this.existing('Account', accountId);
    return this.insert('Account', TO_ACCOUNT, {});
  }

  private contact(accountId: string): string {
    const { contactId, overwriteLeadSource } = this.wanted;
    if (contactId === null) return this.insert('Contact', TO_CONTACT, { accountid: accountId });
    const found = this.row('Contact', contactId, 'INVALID_CROSS_REFERENCE_KEY');
    const owned = found.fields.get('accountid');
    if (owned !== null && owned !== accountId) {
      throw new Refused('INVALID_CROSS_REFERENCE_KEY', 'the contact belongs to another account');
    }
    if (owned === null || overwriteLeadSource) {
      const changed = new SObjectRecord('Contact');
      changed.fields.set('id', contactId);
      changed.fields.set('accountid', accountId);
      if (overwriteLeadSource) changed.fields.set('leadsource', this.lead.fields.get('leadsource') ?? null);
      executeDml(this.context, 'update', [changed], this.options);
    }
    return contactId;
  }

  private opportunity(accountId: string): string | null {
    const { doNotCreateOpportunity, opportunityId, opportunityName } = this.wanted;
    if (opportunityId !== null) return this.existing('Opportunity', opportunityId);
    if (doNotCreateOpportunity) return null;
    const stages = this.object('Opportunity').fields['stagename']?.picklist?.filter((value) => value.isActive) ?? [];
    const stage = stages.find((value) => value.isDefault) ?? stages[0];
    return this.insert('Opportunity', TO_OPPORTUNITY, {
      // The name that the platform gives: the company and a dash.
      name: opportunityName ?? `${String(this.lead.fields.get('company'))}-`,
      accountid: accountId,
      stagename: stage?.value ?? null,
      closedate: this.endOfQuarter()
    });
  }

  private insert(objectName: string, mapping: Readonly<Record<string, string>>, more: Record<string, unknown>): string {
    const { fields } = this.object(objectName);
    const record = new SObjectRecord(objectName);
    for (const [from, to] of Object.entries(mapping)) {
      const value = this.lead.fields.get(from) ?? null;
      if (value !== null && Object.hasOwn(fields, to)) record.fields.set(to, value);
    }
    for (const [name, value] of Object.entries({ ...more, ownerid: this.ownerOf() })) record.fields.set(name, value);
    executeDml(this.context, 'insert', [record], this.options);
    return record.id as string;
  }

  /** A queue owns leads, but neither accounts nor contacts. */
  private ownerOf(): unknown {
    if (String(this.ownerId).startsWith('005')) return this.ownerId;
    throw new Refused('INVALID_CROSS_REFERENCE_KEY', 'a lead of a queue needs an ownerId of a user');
  }

  /** Activities and campaigns of the lead become the contact's. */
  private moveChildren(contactId: string, whatId: string): void {
    const { db } = this.context;
    const { leadId } = this.wanted;
    for (const name of ['Task', 'Event']) {
      const table = sqlName(name);
      db.query(`UPDATE ${table} SET whoid = $2, whatid = COALESCE(whatid, $3) WHERE whoid = $1 AND NOT isdeleted`, [
        leadId,
        contactId,
        whatId
      ]);
    }
    db.query(
      `UPDATE campaignmember m SET contactid = $2 WHERE leadid = $1 AND NOT isdeleted AND NOT EXISTS (
         SELECT 1 FROM campaignmember o WHERE o.campaignid = m.campaignid AND o.contactid = $2 AND NOT o.isdeleted)`,
      [leadId, contactId]
    );
  }

  private existing(objectName: string, id: string): string {
    return this.row(objectName, id, 'INVALID_CROSS_REFERENCE_KEY').fields.get('id') as string;
  }

  /** @throws Refused when there is no such row. */
  private row(objectName: string, id: string | null, statusCode: string): SObjectRecord {
    const found = id === null ? undefined : loadRows(this.context, this.object(objectName), [id]).get(id);
    if (!found) throw new Refused(statusCode, `invalid ${objectName.toLowerCase()} ID: ${id ?? 'null'}`);
    if (found.deleted) throw new Refused('ENTITY_IS_DELETED', 'entity is deleted');
    found.record.fields.set('id', id);
    return found.record;
  }

  private object(name: string): ObjectDefinition {
    const object = this.context.schema.object(name);
    if (!object) throw new Error(`the schema has no ${name}`);
    return object;
  }

  private today(): DateValue {
    const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: this.context.user.timeZone })
      .format(this.context.now())
      .split('-')
      .map(Number) as [number, number, number];
    return DateValue.of(year, month, day);
  }

  private endOfQuarter(): DateValue {
    const { year, month } = this.today();
    const last = Math.ceil(month / 3) * 3;
    return DateValue.of(year, last, new Date(Date.UTC(year, last, 0)).getUTCDate());
  }
}
