import { UsageError } from '../run/errors.js';
import { catchAllDuplicateValue } from './catch-all-duplicate-value.js';
import type { NegativeControl } from './control.js';
import { effectOnEverySave } from './effect-on-every-save.js';
import { escapingException } from './escaping-exception.js';
import { noFingerprintCheck } from './no-fingerprint-check.js';
import { noFolding } from './no-folding.js';
import { noLeaseEpoch } from './no-lease-epoch.js';
import { noUniqueField } from './no-unique-field.js';
import { noVersionGuard } from './no-version-guard.js';
import { queryThenInsert } from './query-then-insert.js';
import { randomKeyPerAttempt } from './random-key-per-attempt.js';

/** Every negative control. */
export const NEGATIVE_CONTROLS: readonly NegativeControl[] = [
  queryThenInsert,
  noUniqueField,
  noFingerprintCheck,
  escapingException,
  effectOnEverySave,
  noVersionGuard,
  noFolding,
  noLeaseEpoch,
  randomKeyPerAttempt,
  catchAllDuplicateValue
];

/** @throws UsageError with the names that there are */
export function controlNamed(name: string): NegativeControl {
  const control = NEGATIVE_CONTROLS.find((candidate) => candidate.name === name);
  if (control !== undefined) return control;
  throw new UsageError(`There is no negative control '${name}'.`, [
    `Use one of: ${NEGATIVE_CONTROLS.map((candidate) => candidate.name).join(', ')}.`
  ]);
}
