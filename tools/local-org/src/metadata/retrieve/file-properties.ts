import type { SyncConnection } from '../../database/connection.js';
import { childTypeByName, fileTypeByName } from '../registry/types.js';
import { ComponentStore, type StoredComponent } from '../store/component-store.js';
import { standardObjects } from '../../schema/standard/index.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_retrieveresult.htm (FileProperties) */
export interface FileProperties {
  readonly createdById: string;
  readonly createdByName: string;
  readonly createdDate: string;
  readonly fileName: string;
  readonly fullName: string;
  readonly id: string;
  readonly lastModifiedById: string;
  readonly lastModifiedByName: string;
  readonly lastModifiedDate: string;
  readonly type: string;
}

/** Describes stored components; the names of users come with them. */
export function fileProperties(
  db: SyncConnection,
  components: readonly StoredComponent[],
  prefix = ''
): FileProperties[] {
  const ids = [...new Set(components.flatMap(({ createdBy, modifiedBy }) => [createdBy, modifiedBy]))];
  const names = new Map(
    db
      .query('SELECT id, name FROM "user" WHERE id = ANY($1)', [ids])
      .rows.map(([id, name]) => [String(id), String(name)])
  );
  return components.map((component) => ({
    createdById: component.createdBy,
    createdByName: names.get(component.createdBy) ?? '',
    createdDate: component.createdDate,
    fileName: prefix + fileNameOf(component),
    fullName: component.fullName,
    id: component.id,
    lastModifiedById: component.modifiedBy,
    lastModifiedByName: names.get(component.modifiedBy) ?? '',
    lastModifiedDate: component.modifiedDate,
    type: component.type
  }));
}

function fileNameOf(component: StoredComponent): string {
  const parent = childTypeByName(component.type)?.parent;
  const name = component.fullName.split('.')[0] ?? '';
  return parent
    ? `${parent.directory}/${parent.name === 'CustomLabels' ? parent.name : name}.${parent.suffix}`
    : component.fileName;
}

/** What listMetadata answers for one type: deployed components, and for objects and profiles the standard ones too. */
export function listMetadata(db: SyncConnection, type: string): FileProperties[] {
  const stored = fileProperties(db, new ComponentStore(db).ofType(type));
  const known = new Set(stored.map(({ fullName }) => fullName.toLowerCase()));
  const missing = standardNames(db, type).filter((name) => !known.has(name.toLowerCase()));
  if (missing.length === 0) return stored;
  const [owner] = db.query(
    'SELECT u.id, u.name, to_char(u.createddate, \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\') FROM "user" u JOIN meta.org o ON o.admin_user_id = u.id'
  ).rows;
  const [id, name, date] = (owner ?? ['', '', '']).map(String) as [string, string, string];
  const file = fileTypeByName(type);
  return [
    ...stored,
    ...missing.map((fullName) => ({
      createdById: id,
      createdByName: name,
      createdDate: date,
      fileName: `${file?.directory}/${fullName}.${file?.suffix}`,
      fullName,
      id: '',
      lastModifiedById: id,
      lastModifiedByName: name,
      lastModifiedDate: date,
      type
    }))
  ];
}

function standardNames(db: SyncConnection, type: string): string[] {
  if (type === 'CustomObject') {
    return standardObjects()
      .filter(({ kind, createable }) => kind === 'standard' && createable)
      .map(({ name }) => name);
  }
  if (type === 'Profile')
    return db.query('SELECT name FROM profile WHERE NOT isdeleted').rows.map(([name]) => String(name));
  return [];
}
