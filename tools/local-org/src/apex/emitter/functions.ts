import type { ApexType } from '../../values/type.js';

/**
 * Name of an emitted function: `Outer$Inner$$method$$slot`. Stack traces show it, and the run time reads class and method
 * back from it (`parseFunctionName` in apex/runtime/stack.ts).
 */
export const functionName = (owner: ApexType, method: string, slot: string): string =>
  `${owner.name.replaceAll('.', '$')}$$${method}$$${slot}`;

/** A static method is a function of the unit of this name. */
export const staticFunction = functionName;
