import type { Callers } from '../org/callers.js';
import type { Org } from '../org/session.js';

/** What only some orgs offer, and some scenarios cannot do without. */
export type Need =
  /** The org can be made to fail at chosen places. */
  | 'faults'
  /** The org can call a service on this machine. */
  | 'remote'
  /** There is a user beside the caller, who has no permissions. */
  | 'stranger';

const REASONS: Readonly<Record<Need, string>> = {
  faults: 'only a local org can be made to fail at will',
  remote: 'only a local org can call the remote service, which runs on this machine',
  stranger: 'only a local org gives a session to a second user'
};

/**
 * Why a scenario cannot say anything on an org.
 *
 * @returns the reasons as one clause; undefined when the org has what is needed
 */
export function reasonToSkip(
  { needs = [] }: { readonly needs?: readonly Need[] },
  org: Pick<Org, 'isLocal'>,
  callers: Pick<Callers, 'stranger'>
): string | undefined {
  const has = (need: Need): boolean => (need === 'stranger' ? callers.stranger !== undefined : org.isLocal);
  const unmet = needs.filter((need) => !has(need));
  return unmet.length === 0 ? undefined : unmet.map((need) => REASONS[need]).join('; ');
}
