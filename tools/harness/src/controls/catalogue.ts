import type { NegativeControl } from './control.js';
import { effectOnEverySave } from './effect-on-every-save.js';
import { escapingException } from './escaping-exception.js';
import { noFingerprintCheck } from './no-fingerprint-check.js';
import { noUniqueField } from './no-unique-field.js';
import { noVersionGuard } from './no-version-guard.js';
import { queryThenInsert } from './query-then-insert.js';

/** Every negative control. */
export const NEGATIVE_CONTROLS: readonly NegativeControl[] = [
  queryThenInsert,
  noUniqueField,
  noFingerprintCheck,
  escapingException,
  effectOnEverySave,
  noVersionGuard
];
