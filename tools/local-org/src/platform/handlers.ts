import type { SlotContext } from './slot.js';

/** Runs one kind of operation in a slot; what it returns travels to the main thread as a plain value. */
export type OperationHandler<P = never, R = unknown> = (context: SlotContext, payload: P) => R;

export type HandlerTable = Readonly<Record<string, OperationHandler>>;
