import { superTypes } from '../../apex/runtime/instances.js';
import { OBJECT, NULL, SOBJECT, type ApexType } from '../../values/type.js';

const bare = (key: string): string => key.replace(/<.*$/, '');

/** Whether a value of type `from` may stand where `to` is declared: subclasses, interfaces, element types. */
export function isAssignable(from: ApexType, to: ApexType): boolean {
  if (from === to || to === OBJECT || from === NULL) return true;
  if (from.kind === 'sobject') return to === SOBJECT;
  if (from.kind === to.kind && (from.kind === 'list' || from.kind === 'set' || from.kind === 'map')) {
    return from.args.every((arg, index) => isAssignable(arg, to.args[index]!));
  }
  const keys = superTypes(from);
  // `Database.Batchable` written without its argument stands for all of them.
  return keys.has(to.key) || (to.args.length === 0 && [...keys].some((key) => bare(key) === to.key));
}
