import type { Annotation, Modifier, Position } from '../ast/nodes.js';
import type { Problems } from '../diagnostics.js';
import type { Sharing } from '../bound/nodes.js';
import type { Access, Annotations } from './symbols.js';

interface Modified {
  readonly modifiers: readonly Modifier[];
  readonly annotations: readonly Annotation[];
  readonly pos: Position;
}

const ACCESS: readonly Modifier[] = ['private', 'protected', 'public', 'global', 'webservice'];
const SHARING: readonly Modifier[] = ['with sharing', 'without sharing', 'inherited sharing'];

/** Source: Apex Developer Guide, "Annotations". In lower case. */
const ANNOTATIONS = new Set(
  `auraenabled deprecated future httpdelete httpget httppatch httppost httpput invocablemethod invocablevariable istest
  jsonaccess namespaceaccessible readonly remoteaction restresource suppresswarnings testsetup testvisible
  isscheduled expireaccess`.split(/\s+/)
);

export const has = (declared: Modified, modifier: Modifier): boolean => declared.modifiers.includes(modifier);

/** @param name in lower case. */
export const annotated = (declared: Modified, name: string): boolean =>
  declared.annotations.some((annotation) => annotation.name.toLowerCase() === name);

export function accessOf(declared: Modified, byDefault: Access): Access {
  if (has(declared, 'global') || has(declared, 'webservice')) return 'global';
  if (has(declared, 'public')) return 'public';
  if (has(declared, 'protected')) return 'protected';
  return has(declared, 'private') ? 'private' : byDefault;
}

export function sharingOf(declared: Modified): Sharing {
  if (has(declared, 'with sharing')) return 'with';
  if (has(declared, 'without sharing')) return 'without';
  return has(declared, 'inherited sharing') ? 'inherited' : 'none';
}

export const annotationsOf = (declared: Modified): Annotations =>
  declared.annotations.map(({ name, values }) => ({ name, values }));

export type Declared = 'classes' | 'interfaces' | 'enums' | 'methods' | 'constructors' | 'fields' | 'properties';

/** Modifiers that a kind of declaration may not carry. Source: Apex Developer Guide, "Access Modifiers", "Class Methods". */
const FORBIDDEN: Readonly<Record<Declared, readonly Modifier[]>> = {
  classes: ['static', 'final', 'transient', 'webservice', 'testmethod', 'override'],
  interfaces: ['static', 'final', 'transient', 'webservice', 'testmethod', 'override', 'abstract', ...SHARING],
  enums: ['static', 'final', 'transient', 'webservice', 'testmethod', 'override', 'abstract', 'virtual', ...SHARING],
  methods: ['transient', ...SHARING],
  constructors: [
    'static',
    'final',
    'abstract',
    'virtual',
    'override',
    'transient',
    'webservice',
    'testmethod',
    ...SHARING
  ],
  fields: ['abstract', 'virtual', 'override', 'testmethod', ...SHARING],
  properties: ['testmethod', ...SHARING]
};

/** Reports modifiers that stand twice, contradict each other or do not belong there, and unknown annotations. */
export function checkModifiers(declared: Modified, what: Declared, problems: Problems): void {
  const seen = new Set<Modifier>();
  for (const modifier of declared.modifiers) {
    if (seen.has(modifier)) problems.report(declared.pos, 'duplicate-modifier', modifier);
    seen.add(modifier);
    if (FORBIDDEN[what].includes(modifier)) problems.report(declared.pos, 'modifier-forbidden', modifier, what);
  }
  if (ACCESS.filter((modifier) => modifier !== 'webservice' && seen.has(modifier)).length > 1) {
    problems.report(declared.pos, 'single-scope');
  }
  for (const annotation of declared.annotations) {
    if (!ANNOTATIONS.has(annotation.name.toLowerCase())) {
      problems.report(annotation.pos, 'annotation-unknown', annotation.name);
    }
  }
}
