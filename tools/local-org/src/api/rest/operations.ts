import type { HandlerTable } from '../../platform/handlers.js';
import { API_OPERATION } from '../../platform/logs/log-writer.js';
import type { SlotContext } from '../../platform/slot.js';
import { remainingScratchOrgs, type HubLimits } from '../hub/operations.js';
import {
  collectionOperation,
  retrieveCollection,
  type CollectionRequest,
  type RetrieveRequest
} from './collections.js';
import { runBatchRequest, runComposite, runGraphs } from './composite.js';
import { describeBriefly, describeGlobal, describeObject } from './describe.js';
import { recordCounts } from './limits.js';
import { explainOperation, queryOperation, type QueryAnswer, type QueryRequest } from './query-operation.js';
import { recentRows } from './recent.js';
import { changedRows, type ReplicationRequest } from './replication.js';
import { objectOf, RowAction, type RestReply, type RowRequest } from './row-action.js';
import { parameterizedSearch, searchOperation, type ParameterizedSearch } from './search.js';
import { treeOperation } from './tree.js';
import type { JsonRow } from './json-codec.js';

export const restOperations: HandlerTable = {
  query: (context: SlotContext, payload: QueryRequest): QueryAnswer => queryOperation(context, payload),
  'explain-query': (context: SlotContext, payload: { soql: string }): unknown => explainOperation(context, payload),
  row: (context: SlotContext, payload: RowRequest): RestReply =>
    context.transaction({ operation: API_OPERATION }, (tx) => new RowAction(tx, payload).run()),
  collection: (context: SlotContext, payload: CollectionRequest): unknown => collectionOperation(context, payload),
  'retrieve-collection': (context: SlotContext, payload: RetrieveRequest): unknown =>
    context.transaction({}, (tx) => retrieveCollection(tx, payload)),
  composite: (context: SlotContext, { body }: { body: JsonRow }): unknown => runComposite(context, body),
  'composite-batch': (context: SlotContext, { body }: { body: JsonRow }): unknown => runBatchRequest(context, body),
  'composite-graph': (context: SlotContext, { body }: { body: JsonRow }): unknown => runGraphs(context, body),
  'composite-tree': (context: SlotContext, payload: { object: string; body: JsonRow }): RestReply =>
    treeOperation(context, payload),
  search: (context: SlotContext, payload: { sosl: string; version: string }): unknown =>
    searchOperation(context, payload),
  'parameterized-search': (context: SlotContext, payload: ParameterizedSearch): unknown =>
    parameterizedSearch(context, payload),
  'changed-rows': (context: SlotContext, payload: ReplicationRequest): unknown =>
    context.transaction({}, (tx) => changedRows(tx, payload)),
  describe: (context: SlotContext, payload: { object: string; version: string }): unknown =>
    context.transaction({}, (tx) => describeObject(tx, objectOf(tx, payload.object), payload.version)),
  'describe-briefly': (context: SlotContext, payload: { object: string; version: string }): unknown =>
    context.transaction({}, (tx) => describeBriefly(tx, objectOf(tx, payload.object), payload.version)),
  'describe-global': (context: SlotContext, payload: { version: string }): unknown =>
    context.transaction({}, (tx) => describeGlobal(tx, payload.version)),
  'recent-rows': (context: SlotContext, { version, limit }: { version: string; limit?: string }): unknown =>
    context.transaction({}, (tx) => recentRows(tx, version, null, limit)),
  // In a transaction, though it may need none: that refuses users who are active no more.
  limits: (context: SlotContext, { hub }: { hub: HubLimits | null }): unknown =>
    context.transaction({}, (tx) => ({
      ...context.slot.usage.report(),
      ...(hub ? remainingScratchOrgs(tx, hub) : {})
    })),
  'record-counts': (context: SlotContext, payload: { objects: readonly string[] | null }): unknown =>
    context.transaction({}, (tx) => recordCounts(tx, payload.objects))
};
