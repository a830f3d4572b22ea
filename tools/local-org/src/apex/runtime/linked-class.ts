import { PlatformError } from '../../values/platform-error.js';
import { userType, type ApexType } from '../../values/type.js';
import type { MethodMeta, TypeMeta } from './compiled.js';
import { superTypes } from './instances.js';
import type { JsClass, LinkedCode, UnitLink } from './link.js';
import type { RuntimeClass } from './transaction.js';
import { typeFromJson } from './type-codec.js';

type Constructed = Record<string, (...args: unknown[]) => object>;

/** A class, interface or enum of the org at run time. */
export class LinkedClass implements RuntimeClass {
  readonly type: ApexType;
  private ownFields: RuntimeClass['fields'] | null = null;
  private ownMethods: RuntimeClass['methods'] | null = null;

  constructor(
    private readonly code: LinkedCode,
    private readonly link: UnitLink,
    readonly meta: TypeMeta
  ) {
    this.type = userType(meta.name);
  }

  get kind(): RuntimeClass['kind'] {
    return this.meta.kind;
  }

  get isGlobal(): boolean {
    return this.meta.isGlobal ?? true;
  }

  get isAbstract(): boolean {
    return this.meta.isAbstract;
  }

  get sharing(): RuntimeClass['sharing'] {
    return this.meta.sharing;
  }

  get apiVersion(): number {
    return this.link.unit.apiVersion;
  }

  get superclass(): ApexType | null {
    return this.meta.superclass === null ? null : typeFromJson(this.meta.superclass);
  }

  get interfaces(): readonly ApexType[] {
    return this.meta.interfaces.map(typeFromJson);
  }

  get annotations(): RuntimeClass['annotations'] {
    return this.meta.annotations;
  }

  get enumValues(): readonly unknown[] {
    if (this.meta.kind !== 'enum') return [];
    return (this.code.jsClass(this.type.key) as { readonly $values: readonly unknown[] }).$values;
  }

  get fields(): RuntimeClass['fields'] {
    this.ownFields ??= [
      ...(this.parent()?.fields ?? []).filter(({ jsName }) => !this.meta.fields.some((own) => own.jsName === jsName)),
      ...this.meta.fields.map((field) => ({ ...field, type: typeFromJson(field.type) }))
    ];
    return this.ownFields;
  }

  get methods(): RuntimeClass['methods'] {
    this.ownMethods ??= this.meta.methods.map((method) => ({
      name: method.name,
      slot: method.slot,
      isStatic: method.isStatic,
      isTest: method.isTest,
      parameters: method.parameters.map(({ name, type }) => ({ name, type: typeFromJson(type) })),
      returnType: typeFromJson(method.returnType),
      annotations: method.annotations
    }));
    return this.ownMethods;
  }

  /** Methods of the class and of those it extends; what is overridden appears once, by the lowest class. */
  allMethods(): readonly MethodMeta[] {
    const own = this.meta.methods;
    const inherited = this.parent()?.allMethods() ?? [];
    return [...own, ...inherited.filter(({ slot }) => !own.some((method) => method.slot === slot))];
  }

  /** The class of the org that this one extends. */
  parent(): LinkedClass | null {
    const { superclass } = this;
    return superclass?.kind === 'user' ? this.code.classOf(superclass.key) : null;
  }

  initialize(): void {
    this.link.i();
  }

  newInstance(): object {
    if (this.meta.kind !== 'class' || this.meta.isAbstract) {
      throw new PlatformError('System.TypeException', `Type cannot be constructed: ${this.type.name}`);
    }
    const instance = (this.allocate() as Constructed)['$fields']?.() as Constructed;
    const constructor = this.meta.constructors.find(({ parameters }) => parameters.length === 0);
    if (constructor) return instance[constructor.slot]?.() ?? instance;
    if (this.meta.isException) return instance['$exception']?.() ?? instance;
    throw new PlatformError(
      'System.TypeException',
      `Class ${this.type.name} must declare a public or global parameterless constructor.`
    );
  }

  allocate(): object {
    this.link.i();
    return new (this.code.jsClass(this.type.key) as JsClass)();
  }

  /**
   * An instance for `createStub`; of an interface, too. It shows the platform's name for stub classes, and takes part in
   * text, equality and collections as itself, not through its provider.
   */
  allocateStub(): object {
    if (this.meta.kind === 'enum') {
      throw new PlatformError('System.TypeException', `Type cannot be stubbed: ${this.type.name}`);
    }
    const instance = this.meta.kind === 'class' ? this.allocate() : {};
    const type = userType(`${this.type.name}__sfdc_ApexStub`);
    const description: object = Object.create(this, { type: { value: type } }) as object;
    return Object.defineProperties(instance, {
      $class: { value: description },
      $types: { value: superTypes(this.type) },
      tostring$0: { value: undefined },
      equals$1: { value: undefined },
      hashcode$0: { value: undefined }
    });
  }

  /** What a stub answers for: instance methods that are not private, those of all interfaces included. */
  stubbedMethods(): readonly MethodMeta[] {
    const methods = new Map<string, MethodMeta>();
    const interfaces = this.interfaces.map((type) => this.code.classOf(type.key)?.meta.methods ?? []);
    for (const method of [...this.allMethods(), ...interfaces.flat()]) {
      if (!method.isStatic && method.access !== 'private' && !methods.has(method.slot))
        methods.set(method.slot, method);
    }
    return [...methods.values()];
  }

  call(slot: string, args: readonly unknown[]): unknown {
    const statics = this.link.i();
    const method = statics[slot];
    if (typeof method !== 'function') throw new Error(`${this.type.name} has no static method in slot ${slot}`);
    return (method as (...values: unknown[]) => unknown)(...args);
  }
}
