/** How messages write signatures. */
import type { ApexType } from '../../values/type.js';

export const parameterText = (parameters: readonly ApexType[]): string =>
  `(${parameters.map((type) => type.name).join(', ')})`;

interface Method {
  readonly owner: ApexType;
  readonly name: string;
  readonly parameters: readonly ApexType[];
  readonly returnType: ApexType;
}

/** `Integer Comparable.compareTo(Object)`. */
export const qualifiedSignature = (method: Method): string =>
  `${method.returnType.name} ${method.owner.name}.${method.name}${parameterText(method.parameters)}`;
