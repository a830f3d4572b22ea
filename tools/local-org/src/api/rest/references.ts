import { ApiError } from '../../platform/api-error.js';

const REFERENCE = /@\{([^}]*)\}/g;

/**
 * Puts results of earlier subrequests in place of `@{referenceId.path}`, in texts at any depth (api_rest,
 * resources_composite_composite).
 *
 * @param results bodies by reference id.
 * @throws ApiError for a reference that leads nowhere.
 */
export function resolveReferences(value: unknown, results: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return resolveText(value, results);
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, results));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolveReferences(item, results)]));
}

function resolveText(text: string, results: ReadonlyMap<string, unknown>): unknown {
  const whole = /^@\{([^}]*)\}$/.exec(text);
  if (whole) return lookUp(whole[1] as string, results);
  return text.replace(REFERENCE, (_match, path: string) => {
    const found = lookUp(path, results);
    return typeof found === 'object' ? JSON.stringify(found) : String(found);
  });
}

function lookUp(path: string, results: ReadonlyMap<string, unknown>): unknown {
  const [id = '', ...steps] = path.split(/\.|(?=\[)/);
  let found: unknown = results.get(id);
  if (!results.has(id)) throw invalid(`No subrequest with the reference id ${id} has succeeded`, path);
  for (const step of steps) {
    const index = /^\[(\d+)\]$/.exec(step)?.[1];
    found = index === undefined ? member(found, step) : (found as unknown[] | null)?.[Number(index)];
    if (found === undefined) throw invalid(`No value for ${step}`, path);
  }
  return found;
}

/** Names of fields ignore case, as everywhere. */
function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const wanted = name.toLowerCase();
  return Object.entries(value).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

const invalid = (reason: string, path: string): ApiError =>
  new ApiError(400, 'PROCESSING_HALTED', `Invalid reference specified. ${reason} found in @{${path}}`);
