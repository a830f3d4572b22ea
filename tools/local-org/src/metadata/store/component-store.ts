import { createHash } from 'node:crypto';
import type { SqlParameter, SyncConnection } from '../../database/connection.js';
import { sqlTimestamp, type RowAuthor } from '../../schema/org/rows.js';
import { componentKey, type Component, type ComponentFile } from '../model/component.js';
import type { XmlElement } from '../xml/element.js';

/** What the org keeps of a component besides its files. */
export interface StoredComponent {
  readonly type: string;
  readonly fullName: string;
  readonly id: string;
  readonly fileName: string;
  readonly digest: string;
  readonly createdBy: string;
  /** ISO 8601, UTC. */
  readonly createdDate: string;
  readonly modifiedBy: string;
  readonly modifiedDate: string;
}

const COLUMNS = 'type, full_name, id, file_name, digest, created_by, created_date, modified_by, modified_date';

/** Content of a component, by which a deploy tells changed from unchanged. */
export function digestOf(component: Component): string {
  const hash = createHash('sha256');
  for (const file of [...component.files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(file.path).update('\0').update(file.content).update('\0');
  }
  // Parts of another component's file have no file; their XML, without formatting, is what they are.
  if (component.files.length === 0 && component.xml) hash.update(JSON.stringify(normalized(component.xml)));
  return hash.digest('hex');
}

/** Elements of different names may come in any order; those of one name keep theirs. */
const normalized = (element: XmlElement): unknown => [
  element.name,
  element.text.trim(),
  [...element.children].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(normalized)
];

/** Components in the tables of `meta`. */
export class ComponentStore {
  constructor(private readonly db: SyncConnection) {}

  /** Index of everything, by componentKey. */
  index(): Map<string, StoredComponent> {
    const { rows } = this.db.query(`SELECT ${COLUMNS} FROM meta.component`);
    return new Map(
      rows.map((row) => {
        const stored = readStored(row);
        return [componentKey(stored.type, stored.fullName), stored];
      })
    );
  }

  ofType(type: string): StoredComponent[] {
    return this.db
      .query(`SELECT ${COLUMNS} FROM meta.component WHERE type = $1 ORDER BY full_name`, [type])
      .rows.map(readStored);
  }

  find(type: string, fullName: string): StoredComponent | null {
    const [row] = this.db.query(`SELECT ${COLUMNS} FROM meta.component WHERE type = $1 AND key = $2`, [
      type,
      fullName.toLowerCase()
    ]).rows;
    return row ? readStored(row) : null;
  }

  xml(type: string, fullName: string): XmlElement | null {
    const [row] = this.db.query('SELECT xml FROM meta.component WHERE type = $1 AND key = $2', [
      type,
      fullName.toLowerCase()
    ]).rows;
    return row === undefined || row[0] === null ? null : (JSON.parse(String(row[0])) as XmlElement);
  }

  /** XML of all components of a type, by full name. */
  xmlOfType(type: string): Map<string, XmlElement> {
    const { rows } = this.db.query(
      'SELECT full_name, xml FROM meta.component WHERE type = $1 AND xml IS NOT NULL ORDER BY full_name',
      [type]
    );
    return new Map(rows.map(([name, xml]) => [String(name), JSON.parse(String(xml)) as XmlElement]));
  }

  files(type: string, fullName: string): ComponentFile[] {
    return this.db
      .query(
        "SELECT path, encode(content, 'base64') FROM meta.component_file WHERE type = $1 AND key = $2 ORDER BY path",
        [type, fullName.toLowerCase()]
      )
      .rows.map(([path, content]) => ({
        path: String(path),
        content: new Uint8Array(Buffer.from(String(content), 'base64'))
      }));
  }

  /** Source text and description of all classes or all triggers, by name. */
  sources(
    type: 'ApexClass' | 'ApexTrigger'
  ): Map<string, { readonly source: string; readonly xml: XmlElement | null }> {
    const { rows } = this.db.query(
      `SELECT c.full_name, convert_from(f.content, 'UTF8'), c.xml
         FROM meta.component c JOIN meta.component_file f ON f.type = c.type AND f.key = c.key
        WHERE c.type = $1 AND f.path NOT LIKE '%-meta.xml' ORDER BY c.full_name`,
      [type]
    );
    return new Map(
      rows.map(([name, source, xml]) => [
        String(name),
        { source: String(source), xml: xml === null ? null : (JSON.parse(String(xml ?? null)) as XmlElement) }
      ])
    );
  }

  /** Writes components, new ones and new versions. `id` as given for new ones, as kept for known ones. */
  save(
    components: readonly { readonly component: Component; readonly id: string; readonly digest: string }[],
    author: RowAuthor
  ): void {
    if (components.length === 0) return;
    const at = sqlTimestamp(author.now);
    const column = (read: (entry: (typeof components)[number]) => string | null): SqlParameter => components.map(read);
    this.db.query(
      `INSERT INTO meta.component (type, key, full_name, id, file_name, digest, xml, created_by, created_date, modified_by, modified_date)
       SELECT type, lower(full_name), full_name, id, file_name, digest, xml, $7, $8::timestamp, $7, $8::timestamp
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
              AS new (type, full_name, id, file_name, digest, xml)
       ON CONFLICT (type, key) DO UPDATE SET full_name = excluded.full_name, file_name = excluded.file_name,
         digest = excluded.digest, xml = excluded.xml, modified_by = excluded.modified_by, modified_date = excluded.modified_date`,
      [
        column(({ component }) => component.type),
        column(({ component }) => component.fullName),
        column(({ id }) => id),
        column(({ component }) => component.fileName),
        column(({ digest }) => digest),
        column(({ component }) => (component.xml ? JSON.stringify(component.xml) : null)),
        author.userId,
        at
      ]
    );
    this.saveFiles(components.map(({ component }) => component));
  }

  private saveFiles(components: readonly Component[]): void {
    const owners = components.filter((component) => component.files.length > 0);
    if (owners.length === 0) return;
    this.db.query(
      `DELETE FROM meta.component_file f USING unnest($1::text[], $2::text[]) AS old (type, key)
        WHERE f.type = old.type AND f.key = old.key`,
      [owners.map(({ type }) => type), owners.map(({ fullName }) => fullName.toLowerCase())]
    );
    const files = owners.flatMap(({ type, fullName, files: own }) =>
      own.map(({ path, content }) => ({
        type,
        key: fullName.toLowerCase(),
        path,
        content: Buffer.from(content).toString('base64')
      }))
    );
    this.db.query(
      `INSERT INTO meta.component_file (type, key, path, content)
       SELECT type, key, path, decode(content, 'base64')
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS new (type, key, path, content)`,
      [
        files.map(({ type }) => type),
        files.map(({ key }) => key),
        files.map(({ path }) => path),
        files.map(({ content }) => content)
      ]
    );
  }

  delete(components: readonly { readonly type: string; readonly fullName: string }[]): void {
    if (components.length === 0) return;
    this.db.query(
      'DELETE FROM meta.component c USING unnest($1::text[], $2::text[]) AS old (type, key) WHERE c.type = old.type AND c.key = old.key',
      [components.map(({ type }) => type), components.map(({ fullName }) => fullName.toLowerCase())]
    );
  }
}

function readStored(row: readonly unknown[]): StoredComponent {
  const [type, fullName, id, fileName, digest, createdBy, createdDate, modifiedBy, modifiedDate] = row.map(String);
  return {
    type: type as string,
    fullName: fullName as string,
    id: id as string,
    fileName: fileName as string,
    digest: digest as string,
    createdBy: createdBy as string,
    createdDate: isoOf(createdDate as string),
    modifiedBy: modifiedBy as string,
    modifiedDate: isoOf(modifiedDate as string)
  };
}

/** '2026-01-02 03:04:05.678' (UTC, as timestamp columns print) → ISO 8601 with milliseconds. */
export function isoOf(timestamp: string): string {
  return new Date(`${timestamp.replace(' ', 'T')}Z`).toISOString();
}
