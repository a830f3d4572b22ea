import type { SqlValue, SyncConnection } from '../database/connection.js';
import type { FieldDefinition, OrgSchema } from '../schema/definitions.js';
import { knownOrAsked } from '../schema/answer-cache.js';
import type { ExecutionContext } from '../schema/execution.js';
import { sqlName } from '../schema/ddl/names.js';
import { DateValue } from '../values/date.js';
import { DatetimeValue } from '../values/datetime.js';
import { Decimal } from '../values/decimal.js';
import { NotSupportedError } from '../values/platform-error.js';
import { TimeValue } from '../values/time.js';
import { FormulaError } from './error.js';
import { typeOfField, type FormulaType } from './types.js';

/** Global variables that stand for a row of an object. */
const ROW_OBJECTS: Readonly<Record<string, string>> = {
  $user: 'User',
  $profile: 'Profile',
  $userrole: 'UserRole',
  $organization: 'Organization'
};

/**
 * Type of a global variable's value.
 *
 * @throws FormulaError for one that does not exist, NotSupportedError for one the local org has not.
 */
export function globalType(path: readonly string[], schema: OrgSchema): FormulaType {
  const [name = '', ...rest] = path;
  const whole = path.join('.');
  const kind = name.toLowerCase();
  const fieldType = (object: string, field: string | undefined): FormulaType => {
    const found = field === undefined ? null : schema.field(object, field);
    if (!found) throw new FormulaError(`Field ${whole} does not exist. Check spelling.`);
    return typeOfField(found);
  };
  const object = ROW_OBJECTS[kind];
  if (object !== undefined && rest.length === 1) return fieldType(object, rest[0]);
  switch (kind) {
    case '$permission':
      return 'boolean';
    case '$label':
      return 'text';
    case '$api':
      if (API_ADDRESS.test(rest[0] ?? '') || rest[0]?.toLowerCase() === 'session_id') return 'text';
      break;
    case '$system':
      if (rest[0]?.toLowerCase() === 'origindatetime') return 'datetime';
      break;
    case '$setup':
      return fieldType(rest[0] ?? '', rest[1]);
    case '$custommetadata':
      return fieldType(rest[0] ?? '', rest[2]);
    case '$recordtype':
      throw new NotSupportedError(`the global variable ${whole} in a formula`);
  }
  if (['$objecttype', '$action', '$site', '$resource', '$component', '$page', '$network'].includes(kind)) {
    throw new NotSupportedError(`the global variable ${whole} in a formula`);
  }
  throw new FormulaError(`Field ${whole} does not exist. Check spelling.`);
}

/** Address of the org where code and formulas ask for it. */
const ORG_URL = 'https://local-org.my.salesforce.com';

type GlobalSource = Pick<ExecutionContext, 'db' | 'schema' | 'answers' | 'user' | 'orgId' | 'rights'>;

/** Values of global variables for the running user. Rows are read once; make a new one when the user may have changed. */
export class GlobalValues {
  private readonly known = new Map<string, unknown>();

  constructor(private readonly source: GlobalSource) {}

  read(path: readonly string[]): unknown {
    const key = path.join('.').toLowerCase();
    if (!this.known.has(key)) this.known.set(key, this.find(path));
    return this.known.get(key);
  }

  private find([name = '', ...rest]: readonly string[]): unknown {
    const { user, rights, orgId, db } = this.source;
    switch (name.toLowerCase()) {
      case '$user':
        return this.row('User', 'id = $1', [user.id], rest[0]);
      case '$profile':
        return this.row('Profile', 'id = $1', [user.profileId], rest[0]);
      case '$userrole':
        return this.row('UserRole', 'id = (SELECT userroleid FROM "user" WHERE id = $1)', [user.id], rest[0]);
      case '$organization':
        return this.row('Organization', 'id = $1', [orgId], rest[0]);
      case '$permission':
        return rights.customPermission(rest[0] ?? '');
      case '$label':
        return label(db, rest[0] ?? '');
      case '$api':
        return apiAddress(rest[0] ?? '', orgId);
      case '$system':
        return DatetimeValue.ofUtc(1900, 1, 1);
      case '$setup':
        return this.setting(rest[0] ?? '', rest[1] ?? '');
      case '$custommetadata':
        return this.row(rest[0] ?? '', 'developername = $1', [rest[1] ?? ''], rest[2]);
      default:
        throw new NotSupportedError(`the global variable ${[name, ...rest].join('.')} in a formula`);
    }
  }

  private row(objectName: string, condition: string, parameters: readonly string[], fieldName = ''): unknown {
    const field = this.source.schema.field(objectName, fieldName);
    if (!field) throw new FormulaError(`Field ${objectName}.${fieldName} does not exist. Check spelling.`);
    const { rows } = knownOrAsked(
      this.source,
      this.source.schema.object(objectName)?.kind ?? 'standard',
      `SELECT ${sqlName(field.name)} FROM ${sqlName(objectName)} WHERE ${condition} AND NOT isdeleted`,
      parameters
    );
    return valueFromSql(field, rows[0]?.[0] ?? null);
  }

  /** Hierarchy settings: the first of user, profile and organisation that says something. */
  private setting(objectName: string, fieldName: string): unknown {
    const { user, orgId, schema } = this.source;
    const owners = [user.id, user.profileId, orgId];
    for (const owner of owners) {
      const value = this.row(objectName, 'setupownerid = $1', [owner], fieldName);
      if (value !== null && value !== false) return value;
    }
    return schema.field(objectName, fieldName)?.type === 'boolean' ? false : null;
  }
}

/** `$Api.Partner_Server_URL_260`: the SOAP address of that version. */
const API_ADDRESS = /^(partner|enterprise)_server_url_(\d{2,3})$/i;

/** A formula has no session: `$Api.Session_ID` is empty outside pages. */
function apiAddress(name: string, orgId: string): string | null {
  const [, kind, version] = API_ADDRESS.exec(name) ?? [];
  if (kind === undefined || version === undefined) return null;
  const service = kind.toLowerCase() === 'partner' ? 'u' : 'c';
  return `${ORG_URL}/services/Soap/${service}/${version.slice(0, -1)}.${version.slice(-1)}/${orgId.slice(0, 15)}`;
}

function label(db: SyncConnection, name: string): string | null {
  const [row] = db.query("SELECT xml FROM meta.component WHERE type = 'CustomLabel' AND key = lower($1)", [name]).rows;
  if (row === undefined || row[0] === null) return null;
  const xml = JSON.parse(String(row[0])) as { children: { name: string; text: string }[] };
  return xml.children.find((child) => child.name === 'value')?.text ?? null;
}

/** A column's value in the form Apex holds it. */
export function valueFromSql(field: FieldDefinition, value: SqlValue): unknown {
  if (value === null) return field.type === 'boolean' ? false : null;
  switch (field.type) {
    case 'boolean':
      return value === true || value === 't';
    case 'int':
      return Number(value);
    case 'long':
      return BigInt(String(value));
    case 'double':
    case 'currency':
    case 'percent':
      return Decimal.parse(String(value));
    case 'date':
      return DateValue.parseIso(String(value));
    case 'datetime':
      return DatetimeValue.parseIso(String(value));
    case 'time':
      return TimeValue.parseIso(String(value));
    default:
      return String(value);
  }
}
