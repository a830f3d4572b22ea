import type { ApexType } from '../../values/type.js';
import type { BoundBlock, BoundType, BoundUnit } from '../bound/nodes.js';
import { functionName } from './functions.js';
import { SUPPORT_NAMES } from '../runtime/support-names.js';
import { nonNullLocals } from './nullness.js';
import { hasDynamicQuery } from './visible-variables.js';
import { classVariable, FunctionScope, UnitScope } from './scope.js';
import { statements } from './statements.js';
import { classText, staticInitializerName, staticsMembers, staticsText, typePieces, type Piece } from './types.js';
import type { LineShift } from './writer.js';
import { userType } from '../../values/type.js';

export interface EmitOptions {
  /** Counts the executions of each executable line in `$k`. */
  readonly coverage: boolean;
}

export interface EmittedUnit {
  readonly js: string;
  readonly shifts: readonly LineShift[];
}

/**
 * JavaScript of one unit: an expression, a function of the run time's support object and the link of the unit (`$L`,
 * `$k` the line counters) which defines the classes and answers `{ Statics, initialize, body }`.
 */
export function emitUnit(unit: BoundUnit, options: EmitOptions): EmittedUnit {
  const scope = new UnitScope(unit, options.coverage);
  const { writer } = scope;
  writer.write('(function($,$L,$k){"use strict";');
  const support = writer.reserve();
  const constants = writer.reserve();
  const top = unit.kind === 'class' ? topType(unit) : null;
  const holder = top ?? unit.types[0] ?? null;
  const heads = writer.reserve();
  writer.write(holder ? staticsText(holder) : 'class $Statics{}');
  const pieces = unit.types.flatMap((type) => typePieces(scope, type));
  for (const { pos, emit } of [...pieces].sort(byPlace)) {
    if (pos) writer.startAt(pos.line);
    emit();
  }
  const body = unit.trigger?.body ?? unit.body;
  if (body) entryFunction(scope, body);
  if (holder) writer.write(staticsMembers(holder, unit.types));
  const initializers = unit.types
    .filter((type) => type.kind === 'class' && type.staticInitializers.length > 0)
    .map((type) => `${staticInitializerName(type)}();`);
  const classes = unit.types
    .filter((type) => type.kind !== 'interface')
    .map((type) => `${JSON.stringify(type.type.key)}:${classVariable(type.type)}`);
  writer.write(
    `return {Statics:$Statics,classes:{${classes.join(',')}},initialize(){${initializers.join('')}},body:${body ? entryName(unit) : 'null'}};})`
  );
  // Superclasses of other units are constants too, so the heads are made before the constants are written.
  writer.fill(
    heads,
    inOrder(unit.types)
      .map((type) => classText(scope, type, superclassText(scope, type)))
      .join('')
  );
  writer.fill(constants, scope.constantDeclarations());
  writer.fill(support, supportDeclaration(writer.toString()));
  return { js: writer.toString(), shifts: writer.shifts };
}

/** Names of the run time that the text uses. */
function supportDeclaration(text: string): string {
  const words = new Set(text.match(/\$[A-Za-z]+/g));
  const used = SUPPORT_NAMES.filter((name) => words.has(`$${name}`));
  return used.length > 0 ? `const {${used.map((name) => `${name}:$${name}`).join(',')}}=$;` : '';
}

const byPlace = (a: Piece, b: Piece): number => (a.pos?.offset ?? -1) - (b.pos?.offset ?? -1);

const topType = (unit: BoundUnit): BoundType | null =>
  unit.types.find((type) => type.type.key === unit.name.toLowerCase()) ?? null;

/** Superclasses first, within the unit. */
function inOrder(types: readonly BoundType[]): readonly BoundType[] {
  const byKey = new Map(types.map((type) => [type.type.key, type]));
  const done = new Set<BoundType>();
  const add = (type: BoundType): void => {
    if (done.has(type)) return;
    const parent = type.superclass ? byKey.get(type.superclass.key) : undefined;
    if (parent) add(parent);
    done.add(type);
  };
  types.forEach(add);
  return [...done];
}

function superclassText(scope: UnitScope, type: BoundType): string {
  const parent: ApexType | null = type.superclass;
  if (parent?.kind === 'user') {
    return scope.ownType(parent) ? classVariable(parent) : `$.superclass(${JSON.stringify(parent.key)})`;
  }
  if (type.isException) return '$.ApexException';
  // Other classes of the platform that may be extended have no fields: what they do, their functions do.
  return '';
}

const entryName = (unit: BoundUnit): string => functionName(userType(unit.name), '$body', '0');

/** The body of a trigger or anonymous block. */
function entryFunction(scope: UnitScope, block: BoundBlock): void {
  const { writer, unit } = scope;
  const owner = unit.types[0] ?? null;
  const ownerClass = unit.kind === 'class' ? owner : null;
  const functionScope = new FunctionScope(scope, ownerClass, nonNullLocals(block), true, [], hasDynamicQuery(block));
  writer.startAt(block.pos.line);
  writer.write(`function ${entryName(unit)}(){`);
  const temporaries = writer.reserve();
  statements(block, functionScope);
  writer.write('}');
  writer.fill(temporaries, functionScope.temporaryDeclarations());
}
