import { Script } from 'node:vm';
import type { AccessMode } from '../../schema/execution.js';
import type { UserInstance } from '../../values/object.js';
import type { ApexType } from '../../values/type.js';
import { userType } from '../../values/type.js';
import type { CompiledUnit, TypeMeta } from './compiled.js';
import { configureUserTypes, superTypes } from './instances.js';
import { LinkedClass } from './linked-class.js';
import { accessOf, type EffectiveSharing } from './sharing.js';
import { registerScript, SCRIPT_PREFIX, STACK_FRAMES } from './stack.js';
import { SUPPORT } from './support.js';
import type { CodeBase, RuntimeClass } from './transaction.js';
import { typeFromJson } from './type-codec.js';

export type JsClass = new () => UserInstance;

/** What the script of a unit answers. */
interface UnitExports {
  readonly Statics: new () => Record<string, unknown>;
  /** JavaScript classes (and enum objects) by key. */
  readonly classes: Readonly<Record<string, JsClass | { readonly $values: readonly unknown[] }>>;
  initialize(): void;
  readonly body: (() => void) | null;
}

type UnitScript = (support: object, link: UnitLink, counters: Uint32Array | null) => UnitExports;

/** Scripts by their text: an unchanged class is not parsed again when the org's code changes. */
const scripts = new Map<string, UnitScript>();
const SCRIPTS_KEPT = 5000;

function compile(js: string, filename: string): UnitScript {
  const key = `${filename}\n${js}`;
  const known = scripts.get(key);
  if (known) return known;
  const compiled = new Script(js, { filename }).runInThisContext() as UnitScript;
  if (scripts.size >= SCRIPTS_KEPT) scripts.delete(scripts.keys().next().value as string);
  scripts.set(key, compiled);
  return compiled;
}

const scriptName = ({ kind, name }: CompiledUnit): string => {
  if (kind === 'anonymous') return `${SCRIPT_PREFIX}AnonymousBlock`;
  return `${SCRIPT_PREFIX}${kind === 'class' ? 'Class' : 'Trigger'}.${name}`;
};

/** A unit in a code base. Emitted code reads `s`, and calls `i` when it is null. */
export class UnitLink {
  /** Statics of the running transaction; null until the class is initialised in it. */
  s: Record<string, unknown> | null = null;
  private exports: UnitExports | null = null;
  private isLoading = false;

  constructor(
    readonly code: LinkedCode,
    readonly unit: CompiledUnit,
    readonly counters: Uint32Array | null
  ) {}

  /** Runs the script, once. */
  load(): UnitExports {
    if (this.exports) return this.exports;
    if (this.isLoading) throw new Error(`${this.unit.name} extends itself`);
    this.isLoading = true;
    const { unit, counters } = this;
    const filename = scriptName(unit);
    registerScript(filename, unit.meta.lineShifts);
    const js = counters && unit.jsWithCoverage ? unit.jsWithCoverage : unit.js;
    this.exports = compile(js, filename)(this.code.supportFor(unit.kind), this, counters);
    for (const meta of unit.meta.types) {
      const made = this.exports.classes[meta.name.toLowerCase()];
      if (meta.kind === 'class') this.code.describe(meta, made as JsClass);
    }
    return this.exports;
  }

  /** First use of the class in this transaction: static initialisers run in textual order. */
  i(): Record<string, unknown> {
    if (this.s) return this.s;
    const { Statics, initialize } = this.load();
    for (const { superclass } of this.unit.meta.types) {
      if (superclass) this.code.initialize(typeFromJson(superclass), this);
    }
    this.s = new Statics();
    this.code.started(this);
    initialize();
    return this.s;
  }
}

export interface LinkOptions {
  /** Filled with the executions of each line, by unit name in lower case; null: nothing is counted. */
  readonly coverage?: Map<string, Uint32Array> | null;
  /** Texts of custom labels by name in lower case. */
  readonly labels?: ReadonlyMap<string, string>;
}

/** The classes and triggers of one org version, linked on first use. Lives in one thread. */
export class LinkedCode implements CodeBase {
  private readonly units = new Map<string, UnitLink>();
  private readonly triggerUnits = new Map<string, UnitLink>();
  private readonly types = new Map<string, { readonly meta: TypeMeta; readonly link: UnitLink }>();
  private readonly runtimeClasses = new Map<string, LinkedClass>();
  private readonly initialized: UnitLink[] = [];
  private readonly superTypeSets = new Map<string, ReadonlySet<string>>();

  constructor(
    units: Iterable<CompiledUnit>,
    private readonly options: LinkOptions = {}
  ) {
    for (const unit of units) this.add(unit);
  }

  label(name: string): string | null {
    return this.options.labels?.get(name.toLowerCase()) ?? null;
  }

  private add(unit: CompiledUnit): UnitLink {
    const key = unit.name.toLowerCase();
    const link = new UnitLink(this, unit, this.countersFor(unit));
    if (unit.kind === 'class') this.units.set(key, link);
    if (unit.kind === 'trigger') this.triggerUnits.set(key, link);
    for (const meta of unit.meta.types) this.types.set(meta.name.toLowerCase(), { meta, link });
    return link;
  }

  private countersFor(unit: CompiledUnit): Uint32Array | null {
    const { coverage } = this.options;
    if (!coverage || unit.jsWithCoverage === null) return null;
    const counters = new Uint32Array(Math.max(0, ...unit.meta.executableLines) + 1);
    coverage.set(unit.name.toLowerCase(), counters);
    return counters;
  }

  // ---------------------------------------------------------------- transactions

  /** To be called when a transaction enters the thread: this code base answers for it, all statics start anew. */
  enter(): void {
    Error.stackTraceLimit = Math.max(Error.stackTraceLimit, STACK_FRAMES);
    configureUserTypes((type) => this.superTypesOf(type));
    this.resetStatics();
  }

  resetStatics(): void {
    for (const link of this.initialized) link.s = null;
    this.initialized.length = 0;
  }

  /** @internal */
  started(link: UnitLink): void {
    this.initialized.push(link);
  }

  // ---------------------------------------------------------------- look-up

  type(name: string): RuntimeClass | null {
    return this.classOf(name.toLowerCase());
  }

  /** Names of all top-level classes and of all triggers. */
  names(): { readonly classes: readonly string[]; readonly triggers: readonly string[] } {
    const nameOf = (link: UnitLink): string => link.unit.name;
    return { classes: [...this.units.values()].map(nameOf), triggers: [...this.triggerUnits.values()].map(nameOf) };
  }

  unit(kind: 'class' | 'trigger', name: string): CompiledUnit | null {
    return (kind === 'class' ? this.units : this.triggerUnits).get(name.toLowerCase())?.unit ?? null;
  }

  /** Body of a trigger, to be run by `runTrigger`. @throws Error when there is no such trigger. */
  trigger(name: string): () => void {
    const link = this.triggerUnits.get(name.toLowerCase());
    if (!link) throw new Error(`no trigger ${name}`);
    return () => this.runBody(link);
  }

  /** Runs an anonymous block that was compiled against this code base. Its classes are known while it runs. */
  runAnonymous(unit: CompiledUnit): void {
    const shadowed = new Map(this.types);
    try {
      this.runBody(this.add(unit));
    } finally {
      this.types.clear();
      for (const [key, value] of shadowed) this.types.set(key, value);
      for (const meta of unit.meta.types) this.forget(meta.name.toLowerCase());
    }
  }

  private forget(key: string): void {
    this.runtimeClasses.delete(key);
    this.superTypeSets.delete(key);
  }

  private runBody(link: UnitLink): void {
    const { body } = link.load();
    link.i();
    body?.();
  }

  /** @internal */
  classOf(key: string): LinkedClass | null {
    const known = this.runtimeClasses.get(key);
    if (known) return known;
    const found = this.types.get(key);
    if (!found) return null;
    const made = new LinkedClass(this, found.link, found.meta);
    this.runtimeClasses.set(key, made);
    return made;
  }

  /** @internal JavaScript class of a type. */
  jsClass(key: string): UnitExports['classes'][string] {
    const made = this.types.get(key)?.link.load().classes[key];
    if (!made) throw new Error(`compiled Apex needs the class ${key}, which the org does not have`);
    return made;
  }

  /** @internal Initialises the unit of a superclass, unless it is the given one. */
  initialize(type: ApexType, except: UnitLink): void {
    const link = this.types.get(type.key)?.link;
    if (link && link !== except) link.i();
  }

  // ---------------------------------------------------------------- what emitted code asks for

  /** @internal */
  supportFor(kind: CompiledUnit['kind']): object {
    // Outside classes: triggers run without sharing, anonymous blocks with the rights of who runs them. Apex Developer
    // Guide, "Using the with sharing … Keywords" and "Anonymous Blocks".
    const outside = kind === 'anonymous' ? 'with' : 'without';
    return Object.assign(Object.create(SUPPORT) as object, {
      unit: (key: string): UnitLink => {
        const link = this.units.get(key) ?? this.types.get(key)?.link;
        if (!link) throw new Error(`compiled Apex needs the class ${key}, which the org does not have`);
        return link;
      },
      label: (name: string): string => {
        const text = this.label(name);
        if (text === null) throw new Error(`the org has no custom label ${name}`);
        return text;
      },
      superclass: (key: string) => this.jsClass(key),
      access: (key: string | null, mode: AccessMode) =>
        accessOf(key === null ? outside : (this.sharingOf(key) ?? 'none'), mode, (caller) => this.sharingOf(caller))
    });
  }

  /** @internal Makes instances of a class know what they are. */
  describe(meta: TypeMeta, made: JsClass): void {
    const key = meta.name.toLowerCase();
    const type = userType(meta.name);
    Object.defineProperty(made.prototype, '$class', { value: this.classOf(key) });
    Object.defineProperty(made.prototype, '$types', { value: this.superTypesOf(type) });
  }

  private superTypesOf(type: ApexType): ReadonlySet<string> | null {
    const known = this.superTypeSets.get(type.key);
    if (known) return known;
    const meta = this.types.get(type.key)?.meta;
    if (!meta) return null;
    const keys = new Set<string>([type.key]);
    this.superTypeSets.set(type.key, keys);
    for (const json of [...(meta.superclass === null ? [] : [meta.superclass]), ...meta.interfaces]) {
      const parent = typeFromJson(json);
      const inherited = parent.kind === 'user' ? this.superTypesOf(parent) : superTypes(parent);
      for (const inheritedKey of inherited ?? []) keys.add(inheritedKey);
    }
    if (meta.isException) keys.add('system.exception');
    return keys;
  }

  /**
   * The sharing mode of a class: its own keyword, else that of the class it extends. Without any, API 67.0 and later mean
   * with sharing: Apex Developer Guide, "Enforce User Mode" (apex_classes_enforce_usermode).
   */
  private sharingOf(key: string): EffectiveSharing | null {
    const found = this.types.get(key);
    if (!found) return this.triggerUnits.has(key) ? 'without' : key === 'anonymousblock' ? 'with' : null;
    const { unit } = found.link;
    if (unit.kind !== 'class') return unit.kind === 'trigger' ? 'without' : 'with';
    let isRecent = false;
    for (let at: typeof found | undefined = found; at;) {
      if (at.meta.sharing !== 'none') return isRecent && at !== found ? 'with' : at.meta.sharing;
      isRecent ||= at.link.unit.apiVersion >= 67;
      at = at.meta.superclass === null ? undefined : this.types.get(typeFromJson(at.meta.superclass).key);
    }
    return isRecent ? 'with' : 'none';
  }
}
