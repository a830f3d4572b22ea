import type { OrgSchema } from '../../schema/definitions.js';
import type { RowAuthor } from '../../schema/org/rows.js';
import { componentKey, problem, type Component, type Problem } from '../model/component.js';
import { ComponentStore, type StoredComponent } from '../store/component-store.js';
import type { DeployEnvironment, DeployRequest } from './types.js';

/** A component that a deploy brings, and what the org has under its name. */
export interface Incoming {
  readonly component: Component;
  readonly digest: string;
  readonly stored: StoredComponent | null;
}

export const isChanged = ({ stored, digest }: Incoming): boolean => stored === null || stored.digest !== digest;

/** The state of one deploy while it runs. */
export class DeployContext {
  readonly store: ComponentStore;
  readonly author: RowAuthor;
  readonly problems: Problem[] = [];
  /** What compiled Apex needs that the local org has not; see DeployOptions.defersMissing. */
  deferred: readonly Problem[] = [];
  /** By componentKey. */
  readonly incoming = new Map<string, Incoming>();
  /** Components that go away, by componentKey. */
  readonly removed = new Map<string, StoredComponent>();
  /** The database refused something: its transaction is broken, so not even a part of the deploy can be kept. */
  broken = false;
  /** What the destructive manifests name; id null: the org has no such component. */
  readonly deletions: {
    readonly type: string;
    readonly fullName: string;
    readonly fileName: string;
    readonly id: string | null;
  }[] = [];
  /** Ids of incoming components, given by the stage that knows their row. */
  readonly ids = new Map<string, string>();
  readonly stored: Map<string, StoredComponent>;

  constructor(
    readonly request: DeployRequest,
    readonly environment: DeployEnvironment
  ) {
    this.store = new ComponentStore(environment.db);
    this.author = { userId: environment.userId, now: environment.now() };
    this.stored = this.store.index();
  }

  get before(): OrgSchema {
    return this.environment.schema;
  }

  /** The component will be there when the deploy is done. Names ignore case. */
  has(type: string, fullName: string): boolean {
    const key = componentKey(type, fullName);
    return this.incoming.has(key) || (this.stored.has(key) && !this.removed.has(key));
  }

  /** Id of a component that will be there; null when there is none or its stage has not run. */
  idOf(type: string, fullName: string): string | null {
    const key = componentKey(type, fullName);
    if (this.removed.has(key) && !this.incoming.has(key)) return null;
    return this.ids.get(key) ?? this.stored.get(key)?.id ?? null;
  }

  fail(component: Component, messages: readonly string[]): void {
    for (const message of messages) this.problems.push(problem(component, message));
  }

  ofType(type: string): Incoming[] {
    return [...this.incoming.values()].filter(({ component }) => component.type === type);
  }

  /** Those that differ from what the org has: the others change nothing. */
  changedOfType(type: string): Incoming[] {
    return this.ofType(type).filter(isChanged);
  }

  /** The deploy adds, changes or deletes a component of a type that the test accepts. */
  changes(accepts: (type: string) => boolean = () => true): boolean {
    for (const entry of this.incoming.values()) if (accepts(entry.component.type) && isChanged(entry)) return true;
    for (const { type } of this.removed.values()) if (accepts(type)) return true;
    return false;
  }

  hasErrors(): boolean {
    return this.problems.some(({ severity }) => severity === 'Error');
  }

  failedKeys(): Set<string> {
    return new Set(
      this.problems
        .filter(({ severity }) => severity === 'Error')
        .map(({ type, fullName }) => componentKey(type, fullName))
    );
  }

  /** With rollbackOnError off, what failed is left out and the rest goes on. @returns whether something was left out now. */
  dropFailed(): boolean {
    const before = this.incoming.size;
    for (const key of this.failedKeys()) this.incoming.delete(key);
    return this.incoming.size < before;
  }
}
