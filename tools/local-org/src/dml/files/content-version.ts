import { createHash } from 'node:crypto';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { BlobValue } from '../../values/blob.js';
import { SObjectRecord } from '../../values/record.js';
import { DmlRow } from '../row.js';
import { good, type Chunk } from '../save/chunk.js';
import { readFileName } from './file-types.js';

/** Saves rows that the platform makes beside those of the statement: through the save order, triggers included. */
export type SaveRows = (chunk: Chunk) => void;

/**
 * Files: a version without document gets a document of its own, one with a document becomes its latest version.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_contentversion.htm
 */
export function prepareVersions(chunk: Chunk, insert: SaveRows): void {
  const fresh: DmlRow[] = [];
  for (const row of good(chunk)) {
    const { fields } = row.work;
    const path = fields.get('pathonclient');
    if (typeof path !== 'string' || path === '') {
      if (fields.get('contenturl')) continue;
      row.fail('REQUIRED_FIELD_MISSING', 'Required fields are missing: [PathOnClient]', ['PathOnClient']);
      continue;
    }
    const name = readFileName(path);
    const data = fields.get('versiondata');
    if (!(data instanceof BlobValue) || data.bytes.length === 0) {
      row.fail('REQUIRED_FIELD_MISSING', 'Required fields are missing: [VersionData]', ['VersionData']);
      continue;
    }
    const values: [string, unknown][] = [
      ['islatest', true],
      ['versionnumber', '1'],
      ['filetype', name.type],
      ['fileextension', name.extension],
      ['contentmodifieddate', fields.get('createddate')],
      ['contentmodifiedbyid', chunk.context.user.id],
      ['checksum', createHash('md5').update(data.bytes).digest('hex')]
    ];
    if ((fields.get('title') ?? '') === '') values.push(['title', name.title]);
    for (const [key, value] of values) fields.set(key, value);
    if ((fields.get('contentdocumentid') ?? null) === null) fresh.push(row);
  }
  number(chunk);
  makeDocuments(chunk, fresh, insert);
}

/** Versions of documents that exist already count on. */
function number(chunk: Chunk): void {
  const rows = good(chunk).filter((row) => typeof row.work.fields.get('contentdocumentid') === 'string');
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map((row) => row.work.fields.get('contentdocumentid') as string))].sort();
  chunk.context.db.query('SELECT id FROM contentdocument WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE', [
    ids
  ]);
  const known = new Map(
    chunk.context.db
      .query(
        `SELECT contentdocumentid, count(*)::integer FROM contentversion
         WHERE contentdocumentid = ANY($1::text[]) AND NOT isdeleted GROUP BY contentdocumentid`,
        [ids]
      )
      .rows.map(([id, count]) => [String(id), Number(count)])
  );
  for (const row of rows) {
    const id = row.work.fields.get('contentdocumentid') as string;
    const next = (known.get(id) ?? 0) + 1;
    known.set(id, next);
    row.work.fields.set('versionnumber', String(next));
  }
  chunk.context.db.query('UPDATE contentversion SET islatest = false WHERE contentdocumentid = ANY($1::text[])', [ids]);
}

function makeDocuments(chunk: Chunk, rows: readonly DmlRow[], insert: SaveRows): void {
  const documents = rows.map((row, index) => {
    const record = new SObjectRecord('ContentDocument');
    record.fields.set('title', row.work.fields.get('title') ?? '');
    record.fields.set('ownerid', row.work.fields.get('ownerid') ?? chunk.context.user.id);
    return new DmlRow(index, record);
  });
  saveBeside(chunk, 'ContentDocument', documents, insert);
  for (const [index, row] of rows.entries()) {
    const document = documents[index] as DmlRow;
    if (document.failed) row.errors.push(...document.errors);
    else row.work.fields.set('contentdocumentid', document.id);
  }
}

/** What follows once the versions are written: the documents show their latest one, new ones are linked. */
export function finishVersions(chunk: Chunk, insert: SaveRows): void {
  const rows = good(chunk).filter((row) => typeof row.work.fields.get('contentdocumentid') === 'string');
  if (rows.length === 0) return;
  const { context } = chunk;
  context.db.query(
    `UPDATE contentdocument d SET latestpublishedversionid = v.id, title = v.title, filetype = v.filetype,
       fileextension = v.fileextension, contentsize = v.contentsize, description = v.description,
       contentmodifieddate = v.contentmodifieddate
     FROM contentversion v WHERE v.contentdocumentid = d.id AND v.id = ANY($1::text[])`,
    [rows.map((row) => row.id)]
  );
  const links = rows.filter((row) => row.work.fields.get('versionnumber') === '1').flatMap((row) => linksOf(row));
  saveBeside(
    chunk,
    'ContentDocumentLink',
    links.map((record, index) => new DmlRow(index, record)),
    insert
  );
}

/** A file belongs to its owner, and to the record it was uploaded to. */
function linksOf(row: DmlRow): SObjectRecord[] {
  const { fields } = row.work;
  const owner = fields.get('ownerid') as string;
  const place = fields.get('firstpublishlocationid');
  const link = (entity: string, shareType: string): SObjectRecord => {
    const record = new SObjectRecord('ContentDocumentLink');
    record.fields.set('contentdocumentid', fields.get('contentdocumentid'));
    record.fields.set('linkedentityid', entity);
    record.fields.set('sharetype', shareType);
    record.fields.set('visibility', 'AllUsers');
    return record;
  };
  return [link(owner, 'I'), ...(typeof place === 'string' && place !== owner ? [link(place, 'V')] : [])];
}

function saveBeside(chunk: Chunk, objectName: string, rows: readonly DmlRow[], insert: SaveRows): void {
  if (rows.length === 0) return;
  const object = chunk.context.schema.object(objectName) as ObjectDefinition;
  const options = { ...chunk.options, allOrNone: true, externalIdField: null };
  insert({ object, rows, context: chunk.context, options, internal: true });
}

/** A delivery is a file under an address that needs no login. */
export function prepareDeliveries(chunk: Chunk): void {
  const ids = good(chunk).map((row) => row.work.fields.get('contentversionid'));
  const documents = new Map(
    chunk.context.db
      .query('SELECT id, contentdocumentid FROM contentversion WHERE id = ANY($1::text[])', [
        ids.filter((id) => typeof id === 'string')
      ])
      .rows.map(([id, document]) => [String(id), document])
  );
  for (const row of good(chunk)) {
    const { fields } = row.work;
    fields.set('contentdocumentid', documents.get(fields.get('contentversionid') as string) ?? null);
    fields.set('distributionpublicurl', `https://files.local-org.example/sfc/p/${row.id}`);
    fields.set('contentdownloadurl', `https://files.local-org.example/sfc/dist/version/download/?ids=${row.id}`);
  }
}
