import { platformType } from '../../values/type.js';
import type { Position } from '../ast/nodes.js';
import type {
  BoundBlock,
  BoundConstructor,
  BoundField,
  BoundLocal,
  BoundMethod,
  BoundProperty,
  BoundStatement,
  BoundType
} from '../bound/nodes.js';
import { getterName, setterName, staticVariable } from './fields.js';
import { functionName, staticFunction } from './functions.js';
import { TICK } from './loops.js';
import { nonNullLocals } from './nullness.js';
import { classVariable, FunctionScope, type UnitScope } from './scope.js';
import { statements } from './statements.js';
import { hasDynamicQuery } from './visible-variables.js';
import { walk } from './walk.js';

const EXCEPTION = platformType('System', 'Exception');

/** A function to be emitted, at its place in the source. */
export interface Piece {
  /** null: it has no line of its own and stands in front of all others. */
  readonly pos: Position | null;
  readonly emit: () => void;
}

interface Body {
  readonly block: BoundBlock | null;
  readonly parameters: readonly BoundLocal[];
  readonly isStatic: boolean;
  /** JavaScript that runs before the statements. */
  readonly before?: string;
}

/** `function name(parameters){…}`. */
function functionText(unit: UnitScope, owner: BoundType | null, name: string, body: Body): void {
  const { writer } = unit;
  const { block, isStatic, parameters } = body;
  const keepsEnded = hasDynamicQuery(block);
  const scope = new FunctionScope(unit, owner, nonNullLocals(block), isStatic, parameters, keepsEnded);
  writer.write(`function ${name}(${names(parameters)}){`);
  const temporaries = writer.reserve();
  if (block && hasCalls(block)) writer.write(TICK);
  if (body.before) writer.write(body.before);
  if (block) statements(block, scope);
  writer.write('}');
  writer.fill(temporaries, scope.temporaryDeclarations());
}

const names = (parameters: readonly BoundLocal[]): string => parameters.map(({ jsName }) => jsName).join(',');

/** Only functions that call others can recurse without a loop. */
function hasCalls(block: BoundBlock): boolean {
  let found = false;
  walk(block, (node) => {
    if (node.kind === 'call' || node.kind === 'new' || node.kind === 'constructor-call') found = true;
    return !found;
  });
  return found;
}

/**
 * The JavaScript class of a type: fields only, so that every instance has the same shape; methods follow as pieces.
 * @param superclass expression for the JavaScript class it extends; empty when there is none.
 */
export function classText(unit: UnitScope, type: BoundType, superclass: string): string {
  const name = classVariable(type.type);
  if (type.kind === 'enum') {
    const values = JSON.stringify(type.enumValues);
    return `const ${name}=$.enumObject(${unit.typeConstant(type.type)},${values});`;
  }
  if (type.kind === 'interface') return `class ${name}{}`;
  const fields = instanceFields(type).map((field) => `this.${field.jsName}=null;`);
  const ofPlatform = type.isException && type.superclass?.kind !== 'user';
  const argument = ofPlatform ? unit.typeConstant(type.superclass ?? EXCEPTION) : '';
  const [heritage, call] = superclass ? [` extends ${superclass}`, `super(${argument});`] : ['', ''];
  return `class ${name}${heritage}{constructor(){${call}${fields.join('')}}${initializeMethod(type, superclass)}}`;
}

/** Fields and backing fields of automatic properties. */
export const instanceFields = (type: BoundType): readonly BoundField[] => [
  ...type.fields.filter((field) => !field.isStatic),
  ...type.properties.filter((property) => !property.isStatic)
];

export const staticFields = (type: BoundType): readonly BoundField[] => [
  ...type.fields.filter((field) => field.isStatic),
  ...type.properties.filter((property) => property.isStatic)
];

/** All functions of a type. Instance methods become properties of the prototype, static ones functions of the unit. */
export function typePieces(unit: UnitScope, type: BoundType): readonly Piece[] {
  if (type.kind !== 'class') return [];
  return [
    ...type.methods.filter((method) => method.body !== null).map((method) => methodPiece(unit, type, method)),
    { pos: null, emit: () => bridges(unit, type) },
    ...type.constructors.map((constructor) => constructorPiece(unit, type, constructor)),
    ...type.properties.flatMap((property) => accessorPieces(unit, type, property)),
    ...initializerPieces(unit, type)
  ];
}

function methodPiece(unit: UnitScope, type: BoundType, method: BoundMethod): Piece {
  const name = functionName(type.type, method.name, method.slot);
  const emit = (): void => {
    if (!method.isStatic) unit.writer.write(`${classVariable(type.type)}.prototype.${method.slot}=`);
    functionText(unit, type, name, {
      block: method.body,
      parameters: method.parameters,
      isStatic: method.isStatic,
      ...(isFuture(method) ? { before: deferral(type, method) } : {})
    });
    unit.writer.write(method.isStatic ? '' : ';');
  };
  return { pos: method.pos, emit };
}

const isFuture = (method: BoundMethod): boolean =>
  method.annotations.some(({ name }) => name.toLowerCase() === 'future');

/** A call of a future method enqueues it and returns; the job itself goes on to the body. */
function deferral(type: BoundType, method: BoundMethod): string {
  const text = `${type.type.name}.${method.name}(${method.parameters.map((parameter) => parameter.type.name).join(', ')})`;
  const target = [type.type.name, method.slot, text].map((part) => JSON.stringify(part)).join(',');
  return `if($future(${target},[${names(method.parameters)}]))return;`;
}

/** Further names of methods, by which the platform and interfaces call them. Subclasses may override what they lead to. */
function bridges(unit: UnitScope, type: BoundType): void {
  const prototype = `${classVariable(type.type)}.prototype`;
  for (const { alias, slot, arity, isStatic, owner } of type.bridges) {
    const parameters = Array.from({ length: arity }, (_, index) => `a${index}`).join(',');
    const target = isStatic ? unit.statics(owner) : 'this';
    unit.writer.write(`${prototype}.${alias}=function(${parameters}){return ${target}.${slot}(${parameters});};`);
  }
}

function constructorPiece(unit: UnitScope, type: BoundType, constructor: BoundConstructor): Piece {
  const emit = (): void => {
    const { writer } = unit;
    const name = functionName(type.type, '$init', constructor.slot);
    const { parameters } = constructor;
    const keepsEnded = hasDynamicQuery(constructor.body);
    const scope = new FunctionScope(unit, type, nonNullLocals(constructor.body), false, parameters, keepsEnded);
    scope.emptyReturn = 'this';
    writer.write(`${classVariable(type.type)}.prototype.${constructor.slot}=function ${name}(${names(parameters)}){`);
    const temporaries = writer.reserve();
    if (hasCalls(constructor.body)) writer.write(TICK);
    statements(constructor.body, scope);
    writer.write('return this;};');
    writer.fill(temporaries, scope.temporaryDeclarations());
  };
  return { pos: constructor.pos, emit };
}

function accessorPieces(unit: UnitScope, type: BoundType, property: BoundProperty): readonly Piece[] {
  const prototype = `${classVariable(type.type)}.prototype`;
  const own = property.isStatic ? staticVariable(property) : `this.${property.jsName}`;
  const accessor = (kind: 'get' | 'set', block: BoundBlock | null, parameters: readonly BoundLocal[]): Piece => {
    const slot = kind === 'get' ? getterName(property) : setterName(property);
    const name = functionName(type.type, `__sfdc_${property.name}`, slot);
    const automatic = kind === 'get' ? `return ${own};` : `${own}=${names(parameters)};`;
    const emit = (): void => {
      if (!property.isStatic) unit.writer.write(`${prototype}.${slot}=`);
      functionText(unit, type, name, {
        block,
        parameters,
        isStatic: property.isStatic,
        ...(block ? {} : { before: automatic })
      });
      unit.writer.write(property.isStatic ? '' : ';');
    };
    return { pos: block?.pos ?? null, emit };
  };
  const pieces: Piece[] = [];
  if (property.getter) pieces.push(accessor('get', property.getter.body, []));
  if (property.setter) pieces.push(accessor('set', property.setter.body, [property.setter.parameter]));
  return pieces;
}

/**
 * `$fields()` runs the field initialisers and blocks of an instance, those of superclasses first, and answers the instance.
 * `new` calls it before any constructor: the fields of a subclass have their values when the constructor of its superclass
 * calls an overridden method (public suites rely on it; Java does otherwise).
 */
function initializeMethod(type: BoundType, superclass: string): string {
  const own = type.instanceInitializers.map((_, index) => `this.${initializerName(type, index)}();`).join('');
  if (superclass && own === '') return '';
  return `$fields(){${superclass ? 'super.$fields();' : ''}${own}return this;}`;
}

const initializerName = (type: BoundType, index: number): string =>
  `$fields_${type.type.key.replaceAll('.', '$')}_${index}`;

/** Function that runs the static ones. */
export const staticInitializerName = (type: BoundType): string => functionName(type.type, '$clinit', '0');

/**
 * Initialisers stand between methods in the source. Each run of them that no method interrupts is a function of its own,
 * so that lines stay in order; another one calls them all.
 */
function initializerPieces(unit: UnitScope, type: BoundType): readonly Piece[] {
  const prototype = `${classVariable(type.type)}.prototype`;
  const instance = type.instanceInitializers.map((node, index) => {
    const assign = `${prototype}.${initializerName(type, index)}=`;
    return initializerPiece(unit, type, node, functionName(type.type, '$init', `f${index}`), assign);
  });
  const statics = type.staticInitializers.map((node, index) =>
    initializerPiece(unit, type, node, functionName(type.type, '$clinit', `s${index}`), '')
  );
  const staticCalls = statics.map((_, index) => `${functionName(type.type, '$clinit', `s${index}`)}();`).join('');
  const all: Piece = {
    pos: null,
    emit: () => {
      if (staticCalls) unit.writer.write(`function ${staticInitializerName(type)}(){${staticCalls}}`);
    }
  };
  return [all, ...instance, ...statics];
}

function initializerPiece(unit: UnitScope, type: BoundType, node: BoundStatement, name: string, assign: string): Piece {
  const emit = (): void => {
    unit.writer.write(assign);
    const block: BoundBlock = node.kind === 'block' ? node : { kind: 'block', statements: [node], pos: node.pos };
    functionText(unit, type, name, { block, parameters: [], isStatic: assign === '' });
    unit.writer.write(assign ? ';' : '');
  };
  return { pos: node.pos, emit };
}

/**
 * Static fields as variables (`var`: a `let` would be tested for its dead zone at each use), and the class through which other units see them, the static methods and the JavaScript
 * classes. Its constructor starts a transaction's statics.
 */
export function staticsText(type: BoundType): string {
  const fields = staticFields(type);
  const variables = fields.map(staticVariable);
  const accessors = fields.map((field) => {
    const variable = staticVariable(field);
    return `get ${field.jsName}(){return ${variable};}set ${field.jsName}(v){${variable}=v;}`;
  });
  const declaration = variables.length > 0 ? `var ${variables.map((name) => `${name}=null`).join(',')};` : '';
  const reset = variables.map((name) => `${name}=null;`).join('');
  return `${declaration}class $Statics{constructor(){${reset}}${accessors.join('')}}`;
}

/** Hands the functions that other units may call to the statics' prototype. */
export function staticsMembers(type: BoundType, all: readonly BoundType[]): string {
  const members = type.methods
    .filter((method) => method.isStatic && method.body)
    .map((method) => `${method.slot}:${staticFunction(type.type, method.name, method.slot)}`);
  for (const property of type.properties.filter((item) => item.isStatic)) {
    const name = `__sfdc_${property.name}`;
    if (property.getter) members.push(`${getterName(property)}:${functionName(type.type, name, getterName(property))}`);
    if (property.setter) members.push(`${setterName(property)}:${functionName(type.type, name, setterName(property))}`);
  }
  members.push(...all.map((inner) => classVariable(inner.type)));
  return `Object.assign($Statics.prototype,{${members.join(',')}});`;
}
