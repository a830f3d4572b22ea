import { typeToJson } from '../runtime/type-codec.js';
import type { PlatformMember } from '../../stdlib/registry.js';
import type { ApexType } from '../../values/type.js';
import type { BoundAccess, BoundLocal, BoundType, BoundUnit } from '../bound/nodes.js';
import { LineWriter } from './writer.js';

/** Full name of the top-level type, in lower case: statics and initialisation belong to it. */
export const topLevelKey = (type: ApexType): string => type.key.split('.')[0] ?? type.key;

/** JavaScript variable that holds the class of a type of this unit. */
export const classVariable = (type: ApexType): string => `C$${type.name.replaceAll('.', '$')}`;

/** What one compiled unit shares: its text and the constants that its functions use. */
export class UnitScope {
  readonly writer = new LineWriter();
  readonly executable: ReadonlySet<number>;
  private readonly constants = new Map<string, { readonly name: string; readonly value: string }>();
  private readonly own: ReadonlyMap<string, BoundType>;

  constructor(
    readonly unit: BoundUnit,
    /** Whether to count the executions of each line. */
    readonly coverage: boolean
  ) {
    this.executable = new Set(unit.executableLines);
    this.own = new Map(unit.types.map((type) => [type.type.key, type]));
  }

  /** The declaration, when the type belongs to this unit. */
  ownType(type: ApexType): BoundType | null {
    return this.own.get(type.key) ?? null;
  }

  typeConstant(type: ApexType): string {
    return this.constant('T', `type(${JSON.stringify(typeToJson(type))})`);
  }

  /** The function that implements a member of the standard library. */
  memberConstant(member: PlatformMember): string {
    return this.constant('m', `member(${JSON.stringify(member.id)})`);
  }

  setterConstant(member: PlatformMember): string {
    return this.constant('m', `setter(${JSON.stringify(member.id)})`);
  }

  decimalConstant(text: string): string {
    return this.constant('d', `decimal(${JSON.stringify(text)})`);
  }

  enumConstant(owner: ApexType, name: string): string {
    return this.constant('E', `platformEnumValue(${JSON.stringify(typeToJson(owner))},${JSON.stringify(name)})`);
  }

  enumListConstant(owner: ApexType): string {
    return this.constant('E', `platformEnumValues(${JSON.stringify(typeToJson(owner))})`);
  }

  /** The link to the unit of a type; `s` of it are the statics, null until it is initialised. */
  unitLink(type: ApexType): string {
    return this.constant('r', `unit(${JSON.stringify(topLevelKey(type))})`);
  }

  /** Function that gives the access options of queries and DML in a class. */
  accessConstant(owner: ApexType | null, access: BoundAccess): string {
    const key = owner?.key ?? null;
    return this.constant('a', `access(${JSON.stringify(key)},${JSON.stringify(access.mode)})`);
  }

  /** Expression for the statics (and classes) of a unit, initialised if need be. */
  statics(type: ApexType): string {
    if (this.isOwnUnit(type)) return '$L.s';
    const link = this.unitLink(type);
    return `(${link}.s??${link}.i())`;
  }

  isOwnUnit(type: ApexType): boolean {
    return (
      this.ownType(type) !== null || (this.unit.kind === 'class' && topLevelKey(type) === this.unit.name.toLowerCase())
    );
  }

  /** Expression for the JavaScript class of a type of the org. */
  classOf(type: ApexType): string {
    return this.ownType(type) ? classVariable(type) : `${this.statics(type)}.${classVariable(type)}`;
  }

  /** Declarations of all constants, for the head of the unit. */
  constantDeclarations(): string {
    return [...this.constants.values()].map(({ name, value }) => `const ${name}=$.${value};`).join('');
  }

  private constant(prefix: string, value: string): string {
    const known = this.constants.get(value);
    if (known) return known.name;
    const name = `$${prefix}${this.constants.size}`;
    this.constants.set(value, { name, value });
    return name;
  }
}

/** What emitting one function needs. */
export class FunctionScope {
  private temporaries = 0;
  private labels = 0;
  private readonly declared = new Set<BoundLocal>();
  /** Parameters and local variables that can be named at the place being emitted, outer ones first. */
  readonly visible: BoundLocal[] = [];
  /** Variables of blocks that have ended, when dynamic queries of the function may name them. */
  readonly ended: BoundLocal[] = [];
  /** Depth of System.runAs blocks, whose bodies are functions of their own, and of the loops inside the innermost. */
  readonly runAs: { loops: number; leaves: Set<'return' | 'break' | 'continue'> }[] = [];
  /** What `return;` gives back: a constructor returns the object to whoever makes it. */
  emptyReturn: 'this' | '' = '';

  constructor(
    readonly unit: UnitScope,
    /** The class in which the function is written; null for triggers and anonymous blocks. */
    readonly owner: BoundType | null,
    /** JavaScript names of locals that never hold null. */
    readonly nonNull: ReadonlySet<string>,
    readonly isStatic: boolean,
    parameters: readonly BoundLocal[] = [],
    /** Whether the variables of a block outlive it. */
    readonly keepsEnded = false
  ) {
    this.visible.push(...parameters);
  }

  /** Runs `body`; the locals that it declares are not visible afterwards. */
  block(body: () => void): void {
    const outer = this.visible.length;
    body();
    const gone = this.visible.splice(outer);
    if (this.keepsEnded) this.ended.push(...gone.filter((local) => this.declared.has(local)));
  }

  /** JavaScript keyword that declares a local variable of a statement. */
  declare(local: BoundLocal): 'let' | 'var' {
    this.visible.push(local);
    if (!this.keepsEnded) return 'let';
    this.declared.add(local);
    return 'var';
  }

  /** The class in which the function is written, after the class around that. */
  enclosingTypes(): readonly BoundType[] {
    if (!this.owner) return this.unit.unit.types.slice(0, 1);
    const outer = this.unit.unit.types[0];
    return outer && outer !== this.owner ? [outer, this.owner] : [this.owner];
  }

  get writer(): LineWriter {
    return this.unit.writer;
  }

  /** A variable of the function, to be declared at its head. */
  temporary(): string {
    this.temporaries += 1;
    return `$t${this.temporaries}`;
  }

  /** A fresh name for a variable that is declared where it is used. */
  fresh(prefix: string): string {
    this.labels += 1;
    return `$${prefix}${this.labels}`;
  }

  temporaryDeclarations(): string {
    if (this.temporaries === 0) return '';
    return `let ${Array.from({ length: this.temporaries }, (_, index) => `$t${index + 1}`).join(',')};`;
  }
}
