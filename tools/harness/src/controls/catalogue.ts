import type { NegativeControl } from './control.js';
import { queryThenInsert } from './query-then-insert.js';

/** Every negative control. */
export const NEGATIVE_CONTROLS: readonly NegativeControl[] = [queryThenInsert];
