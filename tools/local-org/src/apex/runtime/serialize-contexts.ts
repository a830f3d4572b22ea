import { AsyncOptions } from '../../stdlib/System/AsyncOptions.js';
import { DuplicateSignature } from '../../stdlib/System/QueueableDuplicateSignature.js';
import {
  BatchableContext,
  FinalizerContext,
  QueueableContext,
  SchedulableContext
} from '../../stdlib/support/job-contexts.js';
import type { ApexException } from './exception.js';

/** What jobs are handed and enqueued with: jobs keep it in their fields, and are enqueued with it. */
interface ContextForm<T extends object> {
  readonly is: (value: object) => value is T;
  /** Values that make it anew, in the order of `make`. */
  readonly parts: (value: T) => readonly unknown[];
  readonly make: (parts: readonly unknown[]) => T;
}

const form = <T extends object>(of: ContextForm<T>): ContextForm<object> => of as unknown as ContextForm<object>;

const FORMS: Readonly<Record<string, ContextForm<object>>> = {
  queueable: form({
    is: (value) => value instanceof QueueableContext,
    parts: (value) => [value.getjobid$0()],
    make: ([jobId]) => new QueueableContext(jobId as string)
  }),
  schedulable: form({
    is: (value) => value instanceof SchedulableContext,
    parts: (value) => [value.gettriggerid$0()],
    make: ([triggerId]) => new SchedulableContext(triggerId as string)
  }),
  batchable: form({
    is: (value) => value instanceof BatchableContext,
    parts: (value) => [value.getjobid$0(), value.getchildjobid$0()],
    make: ([jobId, childJobId]) => new BatchableContext(jobId as string, childJobId as string | null)
  }),
  finalizer: form({
    is: (value) => value instanceof FinalizerContext,
    parts: (value) => [value.getasyncapexjobid$0(), value.getrequestid$0(), value.getexception$0()],
    make: ([jobId, requestId, exception]) =>
      new FinalizerContext(jobId as string, requestId as string, exception as ApexException | null)
  }),
  signature: form({
    is: (value) => value instanceof DuplicateSignature,
    parts: (value) => [value.text],
    make: ([text]) => new DuplicateSignature(text as string)
  }),
  options: form({
    is: (value) => value instanceof AsyncOptions,
    parts: (value) => [value.duplicateSignature, value.maximumDepth, value.minimumDelay],
    make: ([signature, maximumDepth, minimumDelay]) =>
      Object.assign(new AsyncOptions(), {
        duplicateSignature: signature as DuplicateSignature | null,
        maximumDepth: maximumDepth as number | null,
        minimumDelay: minimumDelay as number | null
      })
  })
};

/** null for what is no such value. */
export function contextParts(value: object): { readonly name: string; readonly parts: readonly unknown[] } | null {
  for (const [name, of] of Object.entries(FORMS)) if (of.is(value)) return { name, parts: of.parts(value) };
  return null;
}

/** @param name from `contextParts`. */
export function contextFrom(name: string, parts: readonly unknown[]): object {
  const of = FORMS[name];
  if (!of) throw new Error(`unknown context ${name} in a stored value`);
  return of.make(parts);
}
