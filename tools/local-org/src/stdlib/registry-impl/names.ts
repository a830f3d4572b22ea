import type { ApexType } from '../../values/type.js';
import { languageType, platformType, sobjectType, typeParameter } from '../../values/type.js';
import type { TypeText } from './signature.js';

/** Namespaces that a bare type name is looked up in, in this order. */
export const IMPLICIT_NAMESPACES = ['System', 'Schema'] as const;

/** Turns the type texts of signatures into types. */
export class TypeNames {
  /** By lower-case qualified name: the declared spelling and the number of type parameters. */
  private readonly declared = new Map<string, { readonly namespace: string; readonly name: string }>();

  declare(namespace: string, name: string): void {
    this.declared.set(`${namespace}.${name}`.toLowerCase(), { namespace, name });
  }

  has(qualified: string): boolean {
    return this.declared.has(qualified.toLowerCase());
  }

  /**
   * @param isKnown whether the platform has a type of this qualified name, though nobody defined it here: it becomes a type
   *   without members, so that a signature may mention it.
   */
  resolve(text: TypeText, parameters: readonly string[], isKnown: (qualified: string) => boolean): ApexType {
    const args = text.args.map((arg) => this.resolve(arg, parameters, isKnown));
    const bare = text.name.replace(/^system\./i, '');
    const key = bare.toLowerCase();
    if (args.length === 0 && parameters.some((name) => name.toLowerCase() === key)) return typeParameter(text.name);
    const own = languageType(key, args);
    if (own) return own;
    const candidates = text.name.includes('.')
      ? [text.name]
      : IMPLICIT_NAMESPACES.map((space) => `${space}.${text.name}`);
    for (const candidate of candidates) {
      const found = this.declared.get(candidate.toLowerCase());
      if (found) return platformType(found.namespace, found.name, args);
    }
    for (const candidate of candidates) {
      const dot = candidate.indexOf('.');
      if (isKnown(candidate)) return platformType(candidate.slice(0, dot), candidate.slice(dot + 1), args);
    }
    // A bare name that is no platform type is an object of the org: `User`, `Group`.
    if (!text.name.includes('.') && args.length === 0) return sobjectType(text.name);
    throw new Error(`unknown type ${text.name}`);
  }
}
