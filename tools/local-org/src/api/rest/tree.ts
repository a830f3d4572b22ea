import { ApiError } from '../../platform/api-error.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import type { SObjectRecord } from '../../values/record.js';
import { recordFromJson, type JsonRow } from './json-codec.js';
import { AS_USER } from './query-operation.js';
import { objectOf, type RestReply } from './row-action.js';
import { unwritable } from './writable.js';

/** Source: api_rest, resources_composite_sobject_tree. */
const MAX_RECORDS = 200;
const MAX_DEPTH = 5;

interface TreeNode {
  readonly referenceId: string;
  readonly object: ObjectDefinition;
  readonly record: SObjectRecord;
  /** Index among the nodes of the level above, and the field that refers to it. */
  readonly parent: { readonly node: TreeNode; readonly field: string } | null;
}

interface TreeResult {
  readonly referenceId: string;
  readonly id?: string;
  readonly errors?: readonly unknown[];
}

class Refused extends Error {
  constructor(readonly results: readonly TreeResult[]) {
    super('a record of the tree was refused');
  }
}

/** `/composite/tree/X`: parents with their children, all or none of them. */
export function treeOperation(context: SlotContext, payload: { object: string; body: JsonRow }): RestReply {
  try {
    return context.transaction({}, (tx) => {
      const levels = readLevels(tx, payload);
      return { status: 201, body: { hasErrors: false, results: levels.flatMap((level) => insertLevel(tx, level)) } };
    });
  } catch (error) {
    if (error instanceof Refused) return { status: 400, body: { hasErrors: true, results: error.results } };
    throw error;
  }
}

function readLevels(tx: SlotTransaction, { object, body }: { object: string; body: JsonRow }): TreeNode[][] {
  const levels: TreeNode[][] = [];
  const seen = new Set<string>();
  let count = 0;
  const read = (rows: unknown, depth: number, type: ObjectDefinition, parent: TreeNode['parent']): void => {
    if (!Array.isArray(rows)) throw new ApiError(400, 'REQUIRED_FIELD_MISSING', 'the body has no list "records"');
    if (depth >= MAX_DEPTH) throw new ApiError(400, 'LIMIT_EXCEEDED', `a tree has ${MAX_DEPTH} levels at most`);
    for (const row of rows as JsonRow[]) {
      if (++count > MAX_RECORDS) throw new ApiError(400, 'LIMIT_EXCEEDED', `a tree has ${MAX_RECORDS} records at most`);
      const { fields, children } = splitRow(row, type, tx);
      const referenceId = (row.attributes as { referenceId?: unknown } | undefined)?.referenceId;
      if (typeof referenceId !== 'string' || seen.has(referenceId)) {
        throw new ApiError(
          400,
          'INVALID_INPUT',
          'Include a referenceId that is unique in the request in the attributes of each record.'
        );
      }
      seen.add(referenceId);
      const record = recordFromJson(fields, type, tx.schema);
      const error = unwritable(tx, record, type, 'create');
      if (error) throw new Refused([{ referenceId, errors: [error] }]);
      const node = { referenceId, object: type, record, parent };
      (levels[depth] ??= []).push(node);
      for (const child of children) {
        const childType = objectOf(tx, child.object);
        read(child.records, depth + 1, childType, { node, field: child.field });
      }
    }
  };
  read(body.records, 0, objectOf(tx, object), null);
  return levels;
}

/** Members that name a child relationship hold further records. */
function splitRow(
  row: JsonRow,
  object: ObjectDefinition,
  tx: SlotTransaction
): { fields: JsonRow; children: { object: string; field: string; records: unknown }[] } {
  const relationships = tx.schema.childRelationships(object.name);
  const fields: JsonRow = {};
  const children: { object: string; field: string; records: unknown }[] = [];
  for (const [name, value] of Object.entries(row)) {
    const relationship = relationships.find((candidate) => candidate.name?.toLowerCase() === name.toLowerCase());
    if (!relationship || !(value as { records?: unknown } | null)?.records) fields[name] = value;
    else {
      const { childObject, field } = relationship;
      children.push({ object: childObject, field, records: (value as { records: unknown }).records });
    }
  }
  return { fields, children };
}

/** Records of one level and object together: triggers run once for them. */
function insertLevel(tx: SlotTransaction, level: readonly TreeNode[]): TreeResult[] {
  const results = new Map<TreeNode, TreeResult>();
  for (const object of new Set(level.map((node) => node.object))) {
    const nodes = level.filter((node) => node.object === object);
    for (const { record, parent } of nodes) {
      if (parent) record.fields.set(parent.field.toLowerCase(), parent.node.record.id);
    }
    const saved = tx.dml(
      'insert',
      nodes.map(({ record }) => record),
      {
        allOrNone: false,
        access: AS_USER,
        externalIdField: null
      }
    );
    saved.forEach(({ success, id, errors }, index) => {
      const node = nodes[index] as TreeNode;
      const { referenceId } = node;
      results.set(node, success ? { referenceId, id: id as string } : { referenceId, errors });
    });
  }
  const all = level.map((node) => results.get(node) as TreeResult);
  const refused = all.filter(({ errors }) => errors);
  if (refused.length > 0) throw new Refused(refused);
  return all;
}
