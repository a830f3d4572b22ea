import { parentPort, workerData } from 'node:worker_threads';
import { failureOf } from '../platform/failure.js';
import type { HandlerTable, OperationHandler } from '../platform/handlers.js';
import { NO_EFFECTS, type SlotMessage, type SlotReply } from '../platform/operation.js';
import { Slot, SlotContext, type SlotSetup } from '../platform/slot.js';
import { loadStandardLibrary } from '../stdlib/index.js';
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
