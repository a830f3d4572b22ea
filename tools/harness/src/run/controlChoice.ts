import type { Verdict } from '../checkers/finding.js';
import { NEGATIVE_CONTROLS, controlNamed } from '../controls/catalogue.js';
import type { NegativeControl } from '../controls/control.js';
import type { ControlResult } from '../report/results.js';
import { hasProfile, loadProfile, type Sizes } from './profile.js';

interface Asked {
  /** Names; true: all of them; false: none; absent: those of the profile. */
  readonly negativeControls?: boolean | readonly string[];
  readonly scenarios?: readonly string[];
}

/**
 * The controls of a run.
 *
 * @param ofProfile names of those that a run includes unasked
 * @throws UsageError for a name that there is not
 */
export function chooseControls(
  { negativeControls: asked, scenarios }: Asked,
  ofProfile: readonly string[]
): NegativeControl[] {
  if (asked === true) return [...NEGATIVE_CONTROLS];
  if (Array.isArray(asked)) return asked.map(controlNamed);
  // A run that asks for single scenarios is somebody looking for something; it stays short.
  return asked === false || scenarios !== undefined ? [] : ofProfile.map(controlNamed);
}

/** A mistake shows in a small scenario as well as in a large one, so controls run with the sizes of the smoke profile. */
export function controlSizes(projectRoot: string, profile: string): Readonly<Record<string, Sizes>> {
  const small = hasProfile(projectRoot, 'smoke') ? 'smoke' : profile;
  return loadProfile(projectRoot, small).scenarios;
}

/** A control that the scenario accepts is worse than one that could not be run. */
export function verdictOfControl({ caughtBy, verdict }: Pick<ControlResult, 'caughtBy' | 'verdict'>): Verdict {
  if (caughtBy !== null) return 'valid';
  return verdict === 'valid' ? 'invalid' : 'unknown';
}
