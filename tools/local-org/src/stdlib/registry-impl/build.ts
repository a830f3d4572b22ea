import type { ObjectDefinition } from '../../schema/definitions.js';
import type { ApexType } from '../../values/type.js';
import { PRIMITIVES, platformType, SOBJECT, OBJECT, listOf, setOf, mapOf, typeParameter } from '../../values/type.js';
import type { Implementation, PlatformTypeDefinition } from '../define.js';
import type { PlatformMember, PlatformRegistry, PlatformTypeInfo } from '../registry.js';
import { knownMember, knownNamespace, knownType } from './known.js';
import { IMPLICIT_NAMESPACES, TypeNames } from './names.js';
import type { TypeText } from './signature.js';
import { readMethod, readParameters, readProperty, readType } from './signature.js';
import { bareKey } from './substitute.js';

export interface RegistrySources {
  readonly definitions: Iterable<PlatformTypeDefinition>;
  /** Statics that the platform gives to an object of the org (`My_Setting__c.getInstance()`); null for objects without. */
  readonly objectStatics?: (object: ObjectDefinition) => PlatformTypeDefinition | null;
  /** Finds an object of the org for `member('My_Setting__c#getInstance()')` at run time. */
  readonly findObject?: (name: string) => ObjectDefinition | null;
}

interface Draft {
  readonly definition: PlatformTypeDefinition;
  readonly namespace: string;
  readonly name: string;
  readonly parameters: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function draftOf(definition: PlatformTypeDefinition): Draft {
  const { name: qualified, args } = readType(definition.name);
  const dot = qualified.indexOf('.');
  return {
    definition,
    namespace: dot < 0 ? '' : qualified.slice(0, dot),
    name: dot < 0 ? qualified : qualified.slice(dot + 1),
    parameters: args.map((arg) => arg.name)
  };
}

/**
 * Reads all definitions and builds the registry.
 *
 * @throws Error that lists every signature that cannot be read and every type that two files define.
 */
export function buildRegistry(sources: RegistrySources): PlatformRegistry {
  return new Registry(sources);
}

class Registry implements PlatformRegistry {
  private readonly names = new TypeNames();
  private readonly types = new Map<string, PlatformTypeInfo>();
  private readonly namespaces = new Set<string>();
  private readonly members = new Map<string, PlatformMember>();
  private readonly objects = new WeakMap<ObjectDefinition, { readonly info: PlatformTypeInfo | null }>();

  constructor(private readonly sources: RegistrySources) {
    const problems: string[] = [];
    const drafts = [...sources.definitions].map(draftOf);
    for (const draft of drafts) {
      if (this.names.has(`${draft.namespace}.${draft.name}`))
        problems.push(`${draft.definition.name} is defined twice`);
      this.names.declare(draft.namespace, draft.name);
      this.namespaces.add(draft.namespace.toLowerCase());
    }
    for (const draft of drafts) {
      const info = this.read(draft, problems);
      this.types.set(`${draft.namespace}.${draft.name}`.toLowerCase(), info);
    }
    if (problems.length > 0) throw new Error(`standard library definitions:\n  ${problems.join('\n  ')}`);
  }

  type(name: string): PlatformTypeInfo | null {
    const key = name.toLowerCase();
    if (key.includes('.')) return this.types.get(key) ?? null;
    for (const namespace of IMPLICIT_NAMESPACES) {
      const found = this.types.get(`${namespace.toLowerCase()}.${key}`);
      if (found) return found;
    }
    return null;
  }

  of(type: ApexType): PlatformTypeInfo | null {
    switch (type.kind) {
      case 'primitive':
      case 'object':
      case 'sobject':
        return this.types.get(`system.${type.kind === 'primitive' ? type.key : type.kind}`) ?? null;
      case 'list':
      case 'set':
      case 'map':
        return this.types.get(`system.${type.kind}`) ?? null;
      case 'platform':
        return this.types.get(bareKey(type)) ?? null;
      case 'void':
      case 'null':
      case 'user':
      case 'parameter':
        return null;
    }
  }

  all(): Iterable<PlatformTypeInfo> {
    return this.types.values();
  }

  namespace(name: string): boolean {
    return this.namespaces.has(name.toLowerCase()) || knownNamespace(name);
  }

  member(id: string): PlatformMember | null {
    const found = this.members.get(id);
    if (found) return found;
    const object = this.sources.findObject?.(id.slice(0, id.indexOf('#')));
    if (!object || !this.ofObject(object)) return null;
    return this.members.get(id) ?? null;
  }

  ofObject(object: ObjectDefinition): PlatformTypeInfo | null {
    const cached = this.objects.get(object);
    if (cached) return cached.info;
    const definition = this.sources.objectStatics?.(object) ?? null;
    const problems: string[] = [];
    const info = definition ? this.read(draftOf(definition), problems) : null;
    if (problems.length > 0) throw new Error(`statics of ${object.name}:\n  ${problems.join('\n  ')}`);
    this.objects.set(object, { info });
    return info;
  }

  knownElsewhere(typeName: string, member?: string): boolean {
    return member === undefined ? knownType(typeName) : knownMember(typeName, member);
  }

  // -------------------------------------------------------------- reading

  private resolve(text: TypeText, parameters: readonly string[]): ApexType {
    return this.names.resolve(text, parameters, knownType);
  }

  private read(draft: Draft, problems: string[]): PlatformTypeInfo {
    const { definition, parameters } = draft;
    const attempt = <T>(what: string, action: () => T): T | null => {
      try {
        return action();
      } catch (error) {
        problems.push(`${definition.name}, ${what}: ${(error as Error).message}`);
        return null;
      }
    };
    const typeNamed = (text: string): ApexType | null => attempt(text, () => this.resolve(readType(text), parameters));

    const members = new Map<string, PlatformMember[]>();
    const constructors: PlatformMember[] = [];
    const info: Mutable<PlatformTypeInfo> = {
      type: this.ownType(draft),
      namespace: draft.namespace,
      name: draft.name,
      kind: definition.kind ?? 'class',
      parameters,
      superclass: definition.extends ? typeNamed(definition.extends) : null,
      interfaces: (definition.implements ?? []).map(typeNamed).filter((type) => type !== null),
      isVirtual: definition.virtual ?? false,
      isAbstract: (definition.abstract ?? false) || definition.kind === 'interface',
      enumValues: definition.values ?? [],
      members,
      constructors
    };

    const add = (member: Omit<PlatformMember, 'id' | 'owner'>): void => {
      const owner = draft.namespace ? `${draft.namespace}.${draft.name}` : draft.name;
      const list =
        member.kind === 'property'
          ? ''
          : `(${member.parameters.map((type) => this.signatureName(type, draft)).join(',')})`;
      let id = `${owner}#${member.name}${list}`;
      if (this.members.has(id)) {
        const twin = this.members.get(id);
        if (twin?.isStatic === member.isStatic && twin.owner === info) problems.push(`${id} is defined twice`);
        if (twin?.owner === info) id = `${owner}#static ${member.name}${list}`;
      }
      const complete: PlatformMember = { ...member, id, owner: info };
      this.members.set(id, complete);
      if (member.kind === 'constructor') {
        constructors.push(complete);
        return;
      }
      const key = member.name.toLowerCase();
      const same = members.get(key);
      if (same) same.push(complete);
      else members.set(key, [complete]);
    };

    const method = (text: string, isStatic: boolean, implementation: Implementation | null): void => {
      attempt(text, () => {
        const signature = readMethod(text);
        add({
          kind: 'method',
          name: signature.name,
          isStatic,
          isAbstract: implementation === null,
          parameters: signature.parameters.map((type) => this.resolve(type, parameters)),
          returnType: this.resolve(signature.returnType, parameters),
          implementation,
          setter: null
        });
      });
    };
    const property = (text: string, isStatic: boolean, get: Implementation, set: Implementation | null): void => {
      attempt(text, () => {
        const signature = readProperty(text);
        add({
          kind: 'property',
          name: signature.name,
          isStatic,
          isAbstract: false,
          parameters: [],
          returnType: this.resolve(signature.type, parameters),
          implementation: get,
          setter: set
        });
      });
    };

    for (const [text, implementation] of Object.entries(definition.constructors ?? {})) {
      attempt(text, () =>
        add({
          kind: 'constructor',
          name: '<init>',
          isStatic: true,
          isAbstract: false,
          parameters: readParameters(text).map((type) => this.resolve(type, parameters)),
          returnType: info.type,
          implementation,
          setter: null
        })
      );
    }
    for (const [text, implementation] of Object.entries(definition.statics ?? {})) method(text, true, implementation);
    for (const [text, implementation] of Object.entries(definition.methods ?? {})) method(text, false, implementation);
    for (const text of definition.abstracts ?? []) method(text, false, null);
    for (const [text, { get, set }] of Object.entries(definition.properties ?? {}))
      property(text, false, get, set ?? null);
    for (const [text, { get, set }] of Object.entries(definition.staticProperties ?? {})) {
      property(text, true, get, set ?? null);
    }
    return info;
  }

  /** The type that the definition describes; generic ones over their own parameters. */
  private ownType(draft: Draft): ApexType {
    const args = draft.parameters.map(typeParameter);
    const [first = OBJECT, second = OBJECT] = args;
    const key = draft.name.toLowerCase();
    if (draft.namespace.toLowerCase() === 'system') {
      const primitive = PRIMITIVES.get(key);
      if (primitive) return primitive;
      if (key === 'object') return OBJECT;
      if (key === 'sobject') return SOBJECT;
      if (key === 'list') return listOf(first);
      if (key === 'set') return setOf(first);
      if (key === 'map') return mapOf(first, second);
    }
    return platformType(draft.namespace, draft.name, args);
  }

  private signatureName(type: ApexType, draft: Draft): string {
    return type.kind === 'parameter'
      ? (draft.parameters.find((name) => name.toLowerCase() === type.key) ?? type.name)
      : type.name;
  }
}
