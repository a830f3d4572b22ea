/** API versions that the local org answers to; the newest is the one its sources declare. */
export const LATEST_API_VERSION = 68;
export const OLDEST_API_VERSION = 31;

/** @returns the number of a path part such as `v68.0`, or null when it names no version of ours. */
export function parseVersion(part: string): number | null {
  const version = /^v(\d+)\.0$/.exec(part)?.[1];
  const number = Number(version);
  return version && number >= OLDEST_API_VERSION && number <= LATEST_API_VERSION ? number : null;
}

export const versionList = (): { label: string; url: string; version: string }[] =>
  Array.from({ length: LATEST_API_VERSION - OLDEST_API_VERSION + 1 }, (_, index) => {
    const version = `${OLDEST_API_VERSION + index}.0`;
    return { label: `API ${version}`, url: `/services/data/v${version}`, version };
  });
