import type { FieldDefinition, ObjectDefinition } from '../definitions.js';
import { hasColumn } from './columns.js';
import { derivedName, sqlName, uniqueIndexName } from './names.js';

/** Combinations of standard columns that may exist once only among live rows. */
const UNIQUE_TOGETHER: Readonly<Record<string, readonly (readonly string[])[]>> = {
  permissionset: [['namespaceprefix', 'name']],
  permissionsetassignment: [['assigneeid', 'permissionsetid']],
  permissionsetgroupcomponent: [['permissionsetgroupid', 'permissionsetid']],
  objectpermissions: [['parentid', 'sobjecttype']],
  fieldpermissions: [['parentid', 'field']],
  setupentityaccess: [['parentid', 'setupentityid']],
  groupmember: [['groupid', 'userorgroupid']],
  permissionsetlicenseassign: [['assigneeid', 'permissionsetlicenseid']],
  sourcemember: [['membertype', 'membername']],
  pricebookentry: [['pricebook2id', 'product2id']],
  campaignmember: [
    ['campaignid', 'contactid'],
    ['campaignid', 'leadid']
  ],
  contentdocumentlink: [['contentdocumentid', 'linkedentityid']]
};

/** Fields of custom settings and custom metadata that identify a row. */
const KEY_OF_KIND: Partial<Record<ObjectDefinition['kind'], string>> = {
  'hierarchy-setting': 'setupownerid',
  'list-setting': 'name',
  'custom-metadata': 'developername'
};

const MAINTAINED_BY_PLATFORM = new Set(['createdbyid', 'lastmodifiedbyid']);

/** Index statements by index name: what two versions of an object differ in is found by comparing these. */
export function indexStatements(object: ObjectDefinition): Map<string, string> {
  const statements = new Map<string, string>();
  const table = sqlName(object.name);
  const unique = (name: string, columns: readonly string[]): void => {
    statements.set(
      name,
      `CREATE UNIQUE INDEX "${name}" ON ${table} (${columns.map(sqlName).join(', ')}) WHERE NOT isdeleted`
    );
  };
  for (const field of Object.values(object.fields)) {
    if (!hasColumn(field) || field.type === 'id') continue;
    const column = field.name.toLowerCase();
    if (field.unique || KEY_OF_KIND[object.kind] === column) unique(uniqueIndexName(object.name, column), [column]);
    else if (needsIndex(field)) {
      const name = derivedName('i', object.name, column);
      statements.set(name, `CREATE INDEX "${name}" ON ${table} (${sqlName(column)})`);
    }
  }
  for (const columns of UNIQUE_TOGETHER[object.name.toLowerCase()] ?? []) {
    unique(derivedName('u', object.name, ...columns), columns);
  }
  return statements;
}

function needsIndex(field: FieldDefinition): boolean {
  if (field.type === 'reference') {
    if (MAINTAINED_BY_PLATFORM.has(field.name.toLowerCase())) return false;
    return field.custom || field.childRelationshipName !== null || field.name === 'OwnerId';
  }
  return field.externalId || (field.idLookup && field.type !== 'id');
}
