import { platformType, STRING } from '../../../values/type.js';
import { sameTypes } from '../../binder/declare-members.js';
import type { ConstructorCandidate } from '../../binder/members.js';

const EXCEPTION = platformType('System', 'Exception');

/** The constructors that every exception class has. Source: Apex Developer Guide, "Create Custom Exceptions". */
const BUILT_IN = [[], [STRING], [EXCEPTION], [STRING, EXCEPTION]] as const;

/** Those that the class has not defined itself; they have neither a symbol nor a member. */
export const exceptionConstructors = (own: readonly ConstructorCandidate[]): readonly ConstructorCandidate[] =>
  BUILT_IN.filter((parameters) => !own.some((constructor) => sameTypes(constructor.parameters, parameters))).map(
    (parameters) => ({ parameters, symbol: null, member: null })
  );
