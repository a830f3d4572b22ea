import { NotSupportedError } from '../../values/platform-error.js';
import { good, type Chunk } from '../save/chunk.js';

export const hasRules = (chunk: Chunk): boolean => chunk.object.validationRules.some((rule) => rule.active);

/** Step 4 of the save order. */
export function checkRules(chunk: Chunk): void {
  const rule = chunk.object.validationRules.find((candidate) => candidate.active);
  if (rule && good(chunk).length > 0)
    throw new NotSupportedError(`the validation rule ${chunk.object.name}.${rule.name}`);
}
