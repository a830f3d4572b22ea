import type { ApexType } from '../../values/type.js';
import type { Position } from '../ast/nodes.js';
import { isUnknown, UNKNOWN } from '../binder/unknown.js';
import type { DeclaredUnit } from '../binder/units.js';
import type { TypeScope } from '../binder/type-names.js';
import type { FieldSymbol, TypeSymbol } from '../binder/symbols.js';
import type { World } from '../binder/world.js';
import type { BoundAccess, BoundExpression, BoundLocal } from '../bound/nodes.js';
import type { Problems } from '../diagnostics.js';

/** From this API version on, queries and DML run in user mode unless they say otherwise. */
const USER_MODE_BY_DEFAULT = 67;

export const unknown = (pos: Position): BoundExpression => ({ kind: 'literal', value: null, type: UNKNOWN, pos });

export { isUnknown, UNKNOWN };

export interface LocalVariable extends BoundLocal {
  readonly isFinal: boolean;
}

/** What kind of code a body is; decides what `return` may carry and which final members it may assign. */
export interface BodyKind {
  readonly kind: 'method' | 'constructor' | 'initializer' | 'getter' | 'setter' | 'trigger' | 'anonymous';
  /** Type of the value that `return` must carry; null when none. */
  readonly returnType: ApexType | null;
  readonly isStatic: boolean;
  /** The property whose accessor this is: there its name means the backing field. */
  readonly property: FieldSymbol | null;
}

/** One unit while its bodies are checked. */
export class UnitContext {
  readonly executableLines = new Set<number>();

  constructor(
    readonly world: World,
    readonly unit: DeclaredUnit,
    /** Object of the trigger whose body is checked; null elsewhere. */
    readonly triggerObject: ApexType | null
  ) {}
}

/** One body (method, accessor, initialiser, trigger …) while it is checked. */
export class BodyContext {
  private scopes: Map<string, LocalVariable>[] = [new Map()];
  private readonly jsNames = new Map<string, number>();
  loops = 0;
  /** Set while the arguments of this(…) and super(…) are checked. */
  inConstructorCall = false;

  constructor(
    readonly unitContext: UnitContext,
    readonly owner: TypeSymbol,
    readonly body: BodyKind
  ) {}

  get world(): World {
    return this.unitContext.world;
  }

  get problems(): Problems {
    return this.unitContext.unit.problems;
  }

  get typeScope(): TypeScope {
    return {
      world: this.world,
      owner: this.owner,
      problems: this.problems,
      dependencies: this.unitContext.unit.dependencies
    };
  }

  /** Access mode of queries and DML that name none. */
  get access(): BoundAccess {
    return { mode: this.unitContext.unit.source.apiVersion >= USER_MODE_BY_DEFAULT ? 'user' : 'system' };
  }

  executable(pos: Position): void {
    this.unitContext.executableLines.add(pos.line);
  }

  /** Runs `action` with a fresh scope of local variables inside the current one. */
  inScope<T>(action: () => T): T {
    this.scopes.push(new Map());
    try {
      return action();
    } finally {
      this.scopes.pop();
    }
  }

  local(name: string): LocalVariable | null {
    const key = name.toLowerCase();
    for (let i = this.scopes.length - 1; i >= 0; i--) {
      const found = this.scopes[i]?.get(key);
      if (found) return found;
    }
    return null;
  }

  /** Declares a variable; a name that is taken in the body is reported, as Apex has no shadowing of locals. */
  declare(name: string, type: ApexType, pos: Position, isFinal = false): LocalVariable {
    if (this.local(name)) this.problems.report(pos, 'duplicate-variable', name);
    const local = this.temporary(name, type, isFinal);
    this.scopes.at(-1)?.set(name.toLowerCase(), local);
    return local;
  }

  private temporary(name: string, type: ApexType, isFinal: boolean): LocalVariable {
    const key = name.toLowerCase();
    const count = (this.jsNames.get(key) ?? 0) + 1;
    this.jsNames.set(key, count);
    return { name, jsName: count === 1 ? `_${key}` : `_${key}$${count}`, type, isFinal };
  }
}
