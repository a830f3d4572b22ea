import { parentPort, workerData } from 'node:worker_threads';
import { toApexException } from '../apex/runtime/exception.js';
import { ApiError } from '../platform/api-error.js';
import type { HandlerTable, OperationHandler } from '../platform/handlers.js';
import { NO_EFFECTS, type OperationFailure, type SlotMessage, type SlotReply } from '../platform/operation.js';
import { Slot, SlotContext, type SlotSetup } from '../platform/slot.js';
import { loadStandardLibrary } from '../stdlib/index.js';
import { NotSupportedError } from '../values/platform-error.js';
import { slotHandlers } from './slot-handlers.js';

/** Entry of a slot thread: takes one operation after the other and answers each. */

export type SlotData = SlotSetup;

const data = workerData as SlotData;
const registry = await loadStandardLibrary();
const slot = new Slot(data, registry);
const handlers: HandlerTable = slotHandlers;

parentPort?.on('message', (message: SlotMessage) => parentPort?.postMessage(run(message)));
parentPort?.postMessage('ready');

function run({ id, request, state }: SlotMessage): SlotReply {
  const context = new SlotContext(slot, request.userId);
  try {
    if (state.version > 0) slot.refresh(state);
    slot.arm(state.faults, request);
    const handler = handlers[request.kind] as OperationHandler<unknown> | undefined;
    if (!handler) throw new Error(`no slot knows the operation ${request.kind}`);
    return { id, ok: true, value: handler(context, request.payload), effects: context.effects };
  } catch (error) {
    return { id, ok: false, failure: failureOf(error), effects: error instanceof Error ? context.effects : NO_EFFECTS };
  }
}

function failureOf(error: unknown): OperationFailure {
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  if (error instanceof ApiError) {
    return {
      kind: 'api',
      status: error.status,
      errorCode: error.errorCode,
      message: error.message,
      fields: error.fields,
      stack: null
    };
  }
  if (error instanceof NotSupportedError) {
    return {
      kind: 'not-supported',
      status: 400,
      errorCode: 'NOT_SUPPORTED',
      message: error.message,
      fields: [],
      stack
    };
  }
  const exception = toApexException(error);
  if (exception) {
    const detail = exception.detail as { errorCode?: string } | null | undefined;
    const query = exception.typeName() === 'System.QueryException';
    const code = detail?.errorCode ?? (query ? 'MALFORMED_QUERY' : 'UNKNOWN_EXCEPTION');
    return { kind: 'api', status: 400, errorCode: code, message: exception.getMessage(), fields: [], stack };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: 'internal',
    status: 500,
    errorCode: 'UNKNOWN_EXCEPTION',
    message: `internal error of the local org: ${message}`,
    fields: [],
    stack
  };
}
