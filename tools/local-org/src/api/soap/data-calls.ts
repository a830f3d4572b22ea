import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import type { ConvertedLead, LeadConversion } from '../../dml/index.js';
import { ApiError } from '../../platform/api-error.js';
import { toId18 } from '../../schema/ids.js';
import type { OrgGateway, Session } from '../host.js';
import { listOf, textIn, toXml } from '../metadata/soap-body.js';
import { QueryCursors } from '../rest/query-cursors.js';
import type { CollectionRequest } from '../rest/collections.js';
import type { JsonRow } from '../rest/json-codec.js';
import type { QueryAnswer, QueryRequest } from '../rest/query-operation.js';
import type { SoapRequest } from './envelope.js';
import { queryResultXml, recordXml } from './record-xml.js';

type Body = SoapRequest['body'];
type Row = Readonly<Record<string, unknown>>;

interface Call {
  readonly soap: SoapRequest;
  readonly session: Session;
  /** `v68.0`. */
  readonly version: string;
}

interface SaveResult {
  readonly id?: string;
  readonly success: boolean;
  readonly created?: boolean;
  readonly errors: readonly { statusCode: string; message: string; fields: readonly string[] }[];
}

/**
 * Calls of the partner SOAP API that read and write rows. They do what the REST API does, in the form of XML.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_list.htm
 */
export class SoapDataCalls {
  private readonly cursors = new QueryCursors();
  private readonly calls: Readonly<Record<string, (call: Call) => Promise<string>>> = {
    query: (call) => this.query(call, false),
    queryAll: (call) => this.query(call, true),
    queryMore: (call) => Promise.resolve(this.queryMore(call)),
    retrieve: (call) => this.retrieve(call),
    create: (call) => this.save(call, 'create'),
    update: (call) => this.save(call, 'update'),
    upsert: (call) => this.save(call, 'upsert'),
    delete: (call) => this.delete(call),
    undelete: (call) => this.byIds(call, 'soap-undelete'),
    emptyRecycleBin: (call) => this.byIds(call, 'soap-empty-bin'),
    merge: (call) => this.merge(call),
    convertLead: (call) => this.convertLead(call)
  };

  constructor(private readonly org: OrgGateway) {}

  /** @returns the element that answers; null: it is none of these calls. @throws ApiError, OperationError */
  async answer(call: Call): Promise<string | null> {
    const { operation } = call.soap;
    const run = Object.hasOwn(this.calls, operation) ? this.calls[operation] : undefined;
    return run ? `<${operation}Response>${await run(call)}</${operation}Response>` : null;
  }

  private async query({ soap, session, version }: Call, allRows: boolean): Promise<string> {
    const payload: QueryRequest = {
      soql: textIn(soap.body, 'queryString'),
      version,
      resource: 'query',
      allRows,
      columns: false,
      inlineBlobs: true,
      batchSize: batchSizeOf(soap.headers)
    };
    const { reply, rest } = await this.org.run<QueryAnswer>('query', payload, session.userId);
    if (!('records' in reply)) throw new ApiError(400, 'MALFORMED_QUERY', 'the query has no rows');
    const locator = rest ? this.cursors.open(rest, session.userId) : null;
    return queryResultXml(reply.records, reply.totalSize, locator);
  }

  private queryMore({ soap, session }: Call): string {
    const text = this.cursors.page(textIn(soap.body, 'queryLocator'), session.userId, '');
    const { records, totalSize, nextRecordsUrl } = JSON.parse(text) as {
      records: Row[];
      totalSize: number;
      nextRecordsUrl?: string;
    };
    return queryResultXml(records, totalSize, nextRecordsUrl?.split('/').at(-1) ?? null);
  }

  private async retrieve({ soap: { body }, session, version }: Call): Promise<string> {
    const payload = {
      object: textIn(body, 'sObjectType'),
      ids: textsOf(body.ids),
      fields: textIn(body, 'fieldList').split(','),
      version,
      inlineBlobs: true
    };
    const rows = await this.org.run<(Row | null)[]>('retrieve-collection', payload, session.userId);
    return rows.map((row) => recordXml('result', row)).join('');
  }

  private async save({ soap, session }: Call, action: 'create' | 'update' | 'upsert'): Promise<string> {
    const records = listOf(soap.body.sObjects).map(rowOf);
    const [first] = records;
    const isUpsert = action === 'upsert';
    const payload: CollectionRequest = {
      action,
      object: isUpsert ? String((first?.attributes as { type?: string } | undefined)?.type ?? '') : null,
      // jsforce and the WSDL spell it differently.
      externalField: isUpsert
        ? textIn(soap.body, 'externalIDFieldName') || textIn(soap.body, 'externalIdFieldName')
        : null,
      body: { allOrNone: allOrNone(soap.headers), records }
    };
    return resultsXml(await this.org.run<SaveResult[]>('collection', payload, session.userId));
  }

  private async delete({ soap, session }: Call): Promise<string> {
    const body = { allOrNone: allOrNone(soap.headers), ids: textsOf(soap.body.ids) };
    const payload: CollectionRequest = { action: 'delete', object: null, externalField: null, body };
    return resultsXml(await this.org.run<SaveResult[]>('collection', payload, session.userId));
  }

  private async byIds({ soap, session }: Call, operation: string): Promise<string> {
    const ids = textsOf(soap.body.ids);
    return resultsXml(await this.org.run<DmlRowResult[]>(operation, { ids }, session.userId));
  }

  private async merge({ soap, session }: Call): Promise<string> {
    const answers: string[] = [];
    for (const request of listOf(soap.body.mergeRequests ?? soap.body.request)) {
      const { attributes, ...master } = rowOf((request.masterRecord ?? {}) as Row);
      const duplicateIds = textsOf(request.recordToMergeIds);
      const { type } = attributes as { type: string };
      const result = await this.org.run<DmlRowResult>('soap-merge', { type, master, duplicateIds }, session.userId);
      answers.push(
        toXml('result', {
          errors: result.errors,
          id: result.id,
          mergedRecordIds: result.success ? duplicateIds : [],
          success: result.success
        })
      );
    }
    return answers.join('');
  }

  private async convertLead({ soap, session }: Call): Promise<string> {
    const conversions = listOf(soap.body.leadConverts).map(leadConversion);
    const payload = { conversions, allOrNone: allOrNone(soap.headers) };
    const converted = await this.org.run<ConvertedLead[]>('soap-convert-leads', payload, session.userId);
    return toXml('result', converted);
  }
}

/** A LeadConvert of the request; elements that are absent or nil are not set. */
function leadConversion(request: Row): LeadConversion {
  const text = (name: string): string | null => textIn(request, name) || null;
  const id = (name: string): string | null => {
    const given = text(name);
    return given === null ? null : toId18(given);
  };
  return {
    leadId: id('leadId'),
    convertedStatus: text('convertedStatus'),
    accountId: id('accountId'),
    contactId: id('contactId'),
    opportunityId: id('opportunityId'),
    opportunityName: text('opportunityName'),
    ownerId: id('ownerId'),
    doNotCreateOpportunity: text('doNotCreateOpportunity') === 'true',
    overwriteLeadSource: text('overwriteLeadSource') === 'true'
  };
}

/** A record of a request as a row of JSON: texts, and null for the fields that are to be emptied. */
function rowOf({ type, fieldsToNull, ...fields }: Row): JsonRow {
  const row: JsonRow = { attributes: { type: String(type ?? '') } };
  for (const [name, value] of Object.entries(fields)) {
    if (name.startsWith('#')) continue;
    // Two Ids come from clients that follow the WSDL to the letter.
    const single = Array.isArray(value) ? (value as unknown[])[0] : value;
    row[name] = typeof single === 'object' && single !== null ? withoutType(single as Row) : single;
  }
  for (const name of textsOf(fieldsToNull)) row[name] = null;
  return row;
}

/** A parent by its external id. */
const withoutType = ({ type: _type, ...fields }: Row): Row =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('#')));

const textsOf = (value: unknown): string[] =>
  [value ?? []].flat().flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));

const allOrNone = (headers: Body): boolean => textIn((headers.AllOrNoneHeader ?? {}) as Body, 'allOrNone') === 'true';

/** Source: api, sforce_api_header_queryoptions. */
function batchSizeOf(headers: Body): number {
  const wanted = Number(textIn((headers.QueryOptions ?? {}) as Body, 'batchSize')) || 500;
  return Math.min(2000, Math.max(200, wanted));
}

function resultsXml(results: readonly SaveResult[] | readonly DmlRowResult[]): string {
  return results
    .map(({ errors, id, success, created }) =>
      toXml('result', {
        ...(created === undefined ? {} : { created }),
        errors: errors.map(({ fields, message, statusCode }) => ({ fields, message, statusCode })),
        id: success ? id : undefined,
        success
      })
    )
    .join('');
}
