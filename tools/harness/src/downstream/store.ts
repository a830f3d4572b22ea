import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Journal } from './journal.js';
import { kindOfPath, type ResourceKind } from './kinds.js';

/** What the remote has done. */
export interface Resource {
  /** Path of its kind, such as `fulfillments`. */
  readonly kind: string;
  readonly id: string;
  /** Key of the attempt that made it. */
  readonly key: string;
  /** What it is about, such as an order number. */
  readonly entity: string;
  /** The body of the request. */
  readonly content: Readonly<Record<string, unknown>>;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** One attempt as the remote saw it. */
export interface Attempt {
  /** Number in the log, from 0. */
  readonly number: number;
  /** When the request had arrived; milliseconds since 1970. */
  readonly at: number;
  readonly kind: string;
  /** Absent when the request carried none. */
  readonly key?: string;
  readonly entity: string;
  readonly correlationId?: string;
  /** `sha256:` and the hex digest of the body. */
  readonly payloadDigest: string;
  /** The how-manieth attempt of its kind with this key, from 1. */
  readonly occurrence: number;
  /** What the behaviour made of it. */
  readonly step: string;
  /** Status of the answer; absent when the connection was cut instead. */
  readonly status?: number;
  /** What was made, or existed already. */
  readonly resourceId?: string;
  /** True for the attempt that made it. */
  readonly created?: boolean;
}

interface Line {
  readonly attempt?: Attempt;
  readonly resource?: Resource;
  /** What was done with this key is gone. */
  readonly forgotten?: { readonly kind: string; readonly key: string };
}

/** What the remote has done and was asked, on disk before anybody is told. */
export class DownstreamStore {
  #resources: Resource[] = [];
  /** How many were ever made: identifiers are not given twice. */
  #made = 0;
  readonly #byKey = new Map<string, Resource[]>();
  readonly #byEntity = new Map<string, Resource[]>();
  readonly #attempts: Attempt[] = [];
  #journal!: Journal;

  private constructor() {}

  /** @param folder made when it is not there */
  static async open(folder: string): Promise<DownstreamStore> {
    await mkdir(folder, { recursive: true });
    const store = new DownstreamStore();
    store.#journal = await Journal.open(join(folder, 'downstream.jsonl'), (line) => store.#take(line as Line));
    return store;
  }

  /** Everything with the key; more than one only where keys are not honoured. */
  byKey(kind: ResourceKind, key: string): readonly Resource[] {
    return this.#byKey.get(`${kind.path} ${key}`) ?? [];
  }

  byEntity(kind: ResourceKind, entity: string): readonly Resource[] {
    return this.#byEntity.get(`${kind.path} ${entity}`) ?? [];
  }

  resources(kind?: ResourceKind): readonly Resource[] {
    return kind === undefined ? this.#resources : this.#resources.filter((resource) => resource.kind === kind.path);
  }

  attempts(from = 0): readonly Attempt[] {
    return this.#attempts.slice(from);
  }

  /** A resource that is not there yet; it exists for others as soon as it is recorded. */
  newResource(kind: ResourceKind, about: Pick<Resource, 'key' | 'entity' | 'content'>): Resource {
    const number = this.#made + 1;
    const check = createHash('sha256').update(`${kind.path} ${number} ${about.key}`).digest('hex').slice(0, 6);
    return {
      kind: kind.path,
      id: `${kind.idPrefix}-${number}-${check}`,
      ...about,
      createdAt: new Date().toISOString()
    };
  }

  /**
   * Records an attempt, and what it made, in one line: both or neither survive. Others see it at once, but everybody who
   * is told of it waits for this line or a later one.
   */
  async record(attempt: Omit<Attempt, 'number'>, resource?: Resource): Promise<void> {
    await this.#append({ attempt: { number: this.#attempts.length, ...attempt }, ...(resource ? { resource } : {}) });
  }

  /** Adds something that nobody asked this service for. */
  async plant(resource: Resource): Promise<void> {
    await this.#append({ resource });
  }

  /** Loses what was done with a key, as a remote does that is restored from an old backup. */
  async forget(kind: ResourceKind, key: string): Promise<void> {
    await this.#append({ forgotten: { kind: kind.path, key } });
  }

  async close(): Promise<void> {
    await this.#journal.close();
  }

  #append(line: Line): Promise<void> {
    this.#take(line);
    return this.#journal.append(line);
  }

  #take({ attempt, resource, forgotten }: Line): void {
    if (forgotten !== undefined) this.#forget(forgotten);
    if (attempt !== undefined) this.#attempts.push(attempt);
    if (resource === undefined) return;
    if (kindOfPath(resource.kind) === undefined) throw new Error(`There is no kind ${resource.kind}.`);
    this.#made += 1;
    this.#resources.push(resource);
    addTo(this.#byKey, `${resource.kind} ${resource.key}`, resource);
    addTo(this.#byEntity, `${resource.kind} ${resource.entity}`, resource);
  }

  #forget({ kind, key }: NonNullable<Line['forgotten']>): void {
    const isKept = (resource: Resource): boolean => resource.kind !== kind || resource.key !== key;
    this.#resources = this.#resources.filter(isKept);
    this.#byKey.delete(`${kind} ${key}`);
    for (const [name, group] of this.#byEntity) this.#byEntity.set(name, group.filter(isKept));
  }
}

function addTo(groups: Map<string, Resource[]>, name: string, resource: Resource): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [resource]);
  else group.push(resource);
}
