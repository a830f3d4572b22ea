import type { CodeBase, RuntimeClass } from '../../apex/runtime/transaction.js';

export interface RestTarget {
  readonly type: RuntimeClass;
  readonly method: RuntimeClass['methods'][number] | null;
  /** The mapping as declared, e.g. `/integration/v1/commands/*`. */
  readonly resourcePath: string;
}

interface Mapping {
  readonly pattern: string;
  readonly type: RuntimeClass;
}

const VERB_ANNOTATIONS: Readonly<Record<string, string>> = {
  GET: 'httpget',
  POST: 'httppost',
  PUT: 'httpput',
  PATCH: 'httppatch',
  DELETE: 'httpdelete'
};

const mappingsOf = new WeakMap<CodeBase, Mapping[]>();

/**
 * The class and method for a path: an exact mapping beats wildcards, then the longest pattern wins; case counts
 * (apex_rest_methods, apex_classes_annotation_rest_resource).
 *
 * @param path after `/services/apexrest`, without the query string.
 * @returns null when no class maps the path; `method` is null when the class has none for the verb.
 */
export function findRestTarget(
  code: CodeBase & { classes(): Iterable<RuntimeClass> },
  verb: string,
  path: string
): RestTarget | null {
  let mappings = mappingsOf.get(code);
  if (!mappings) mappingsOf.set(code, (mappings = readMappings(code.classes())));
  const found = mappings.find(({ pattern }) => matches(pattern, path));
  if (!found) return null;
  const annotation = VERB_ANNOTATIONS[verb];
  const method = found.type.methods.find((candidate) =>
    candidate.annotations.some(({ name }) => name.toLowerCase() === annotation)
  );
  return { type: found.type, method: method ?? null, resourcePath: found.pattern };
}

function readMappings(classes: Iterable<RuntimeClass>): Mapping[] {
  const mappings: Mapping[] = [];
  for (const type of classes) {
    const annotation = type.annotations.find(({ name }) => name.toLowerCase() === 'restresource');
    const pattern = annotation?.values.urlmapping;
    if (typeof pattern === 'string') mappings.push({ pattern, type });
  }
  const isExact = (pattern: string): number => (pattern.includes('*') ? 1 : 0);
  return mappings.sort((a, b) => isExact(a.pattern) - isExact(b.pattern) || b.pattern.length - a.pattern.length);
}

function matches(pattern: string, path: string): boolean {
  if (!pattern.includes('*')) return path === pattern || path === `${pattern}/`;
  const expression = pattern
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${expression}$`).test(path);
}
