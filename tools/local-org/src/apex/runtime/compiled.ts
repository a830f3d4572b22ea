import type { Sharing } from '../bound/nodes.js';
import type { TriggerEvent } from '../ast/nodes.js';
import type { TypeJson } from './type-codec.js';

/** What is kept of a compiled unit: plain JSON, so that it can be stored and sent to other threads. */
export interface CompiledUnit {
  readonly kind: 'class' | 'trigger' | 'anonymous';
  readonly name: string;
  readonly apiVersion: number;
  /** See `emitUnit`. */
  readonly js: string;
  readonly jsWithCoverage: string | null;
  readonly meta: UnitMeta;
}

export interface UnitMeta {
  readonly types: readonly TypeMeta[];
  readonly trigger: { readonly object: string; readonly events: readonly TriggerEvent[] } | null;
  /** See BoundUnit. */
  readonly dependencies: readonly string[];
  readonly executableLines: readonly number[];
  readonly lineShifts: readonly (readonly [from: number, shift: number])[];
}

export interface AnnotationMeta {
  readonly name: string;
  readonly values: Readonly<Record<string, string | boolean | number>>;
}

export interface TypeMeta {
  /** Full name: `Outer.Inner`. */
  readonly name: string;
  readonly kind: 'class' | 'interface' | 'enum';
  readonly isAbstract: boolean;
  readonly isException: boolean;
  readonly isTest: boolean;
  /** Absent in what an older local org compiled. */
  readonly isGlobal?: boolean;
  readonly sharing: Sharing;
  readonly superclass: TypeJson | null;
  readonly interfaces: readonly TypeJson[];
  readonly enumValues: readonly string[];
  /** Own instance fields and properties in order. */
  readonly fields: readonly {
    readonly name: string;
    readonly jsName: string;
    readonly type: TypeJson;
    readonly isTransient: boolean;
    readonly isAuraEnabled: boolean;
    readonly hasAccessors: boolean;
  }[];
  readonly methods: readonly MethodMeta[];
  readonly constructors: readonly {
    readonly slot: string;
    readonly parameters: readonly TypeJson[];
    readonly access: string;
  }[];
  readonly annotations: readonly AnnotationMeta[];
}

export interface MethodMeta {
  readonly name: string;
  readonly slot: string;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly isTest: boolean;
  readonly access: string;
  readonly parameters: readonly { readonly name: string; readonly type: TypeJson }[];
  readonly returnType: TypeJson;
  readonly annotations: readonly AnnotationMeta[];
  /** Lines of the declaration, from 1. */
  readonly line: number;
  readonly endLine: number;
}
