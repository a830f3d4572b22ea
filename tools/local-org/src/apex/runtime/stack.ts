import type { ApexFrame } from './exception.js';

/**
 * Reads V8's stack traces. Emitted code stands in scripts named `apex:Class.Foo`, `apex:Trigger.Bar` and
 * `apex:AnonymousBlock`, on the lines of the Apex source; its functions are named by `functionName`
 * (apex/emitter/functions.ts). Frames of the local org itself are left out.
 */

export const SCRIPT_PREFIX = 'apex:';

/** Frames that V8 keeps of a stack: enough for what a reader wants to see and to find the sharing mode of a caller. */
export const STACK_FRAMES = 100;

const FRAME =
  /^\s*at .*?(?:[\w$]+\.)?(?:new )?([\w$]+\$\$[\w$]+\$\$[\w$]*)(?: \[as [^\]]*\])? \((apex:[^)]*):(\d+):\d+\)$/;

export interface EmittedFrame {
  /** Key of the class in which the function is written: `outer.inner`; of a trigger or anonymous block its name. */
  readonly typeKey: string;
  readonly typeName: string;
  /** Declared name; `$init`, `$clinit`, `$body` for what has none. */
  readonly method: string;
  readonly script: string;
  readonly line: number;
}

const shifts = new Map<string, readonly (readonly [from: number, shift: number])[]>();

/** The linker tells how the lines of a script lie (see LineWriter). */
export function registerScript(script: string, lineShifts: readonly (readonly [number, number])[]): void {
  if (lineShifts.length > 0) shifts.set(script, lineShifts);
  else shifts.delete(script);
}

function apexLine(script: string, line: number): number {
  let shift = 0;
  for (const [from, by] of shifts.get(script) ?? []) if (line >= from) shift = by;
  return line - shift;
}

/** @returns null for a frame that is not Apex. */
export function parseFrame(text: string): EmittedFrame | null {
  const match = FRAME.exec(text);
  if (!match) return null;
  const [, name = '', script = '', line = '0'] = match;
  const end = name.indexOf('$$');
  const rest = name.slice(end + 2);
  const typeName = name.slice(0, end).replaceAll('$', '.');
  return {
    typeKey: typeName.toLowerCase(),
    typeName,
    method: rest.slice(0, rest.indexOf('$$')),
    script,
    line: apexLine(script, Number(line))
  };
}

/** Frames of emitted code in the stack of an error, innermost first. */
export function* emittedFrames(error: Error): Generator<EmittedFrame> {
  for (const text of (error.stack ?? '').split('\n')) {
    const frame = parseFrame(text);
    if (frame) yield frame;
  }
}

/** What Apex shows of a stack: up to the body of the trigger or anonymous block that the code runs in. */
export function apexFrames(error: Error): readonly ApexFrame[] {
  const frames: ApexFrame[] = [];
  for (const frame of emittedFrames(error)) {
    frames.push({ name: frameName(frame), line: frame.line, column: 1 });
    if (frame.method === '$body') break;
  }
  return frames;
}

const SPECIAL: Readonly<Record<string, string>> = { $init: '<init>', $clinit: '<clinit>' };

function frameName({ typeName, method, script }: EmittedFrame): string {
  const unit = script.slice(SCRIPT_PREFIX.length);
  if (method === '$body') return unit;
  const shown = SPECIAL[method] ?? method;
  return unit.startsWith('Class.') ? `Class.${typeName}.${shown}` : `${unit}.${shown}`;
}

/** Whether an error was thrown by a line of emitted code itself, not by what it called. */
export function isThrownByEmittedCode(error: Error): boolean {
  const [, top = ''] = (error.stack ?? '')
    .slice((error.stack ?? '').indexOf(error.message) + error.message.length)
    .split('\n');
  return top.includes(`(${SCRIPT_PREFIX}`) || top.includes(`at ${SCRIPT_PREFIX}`);
}
