/**
 * Whether control can reach the end of a statement. `no`: certainly not, so that what follows is unreachable. `loops`: an
 * endless loop, after which no return is missing, though what follows is not reported.
 */
export type Completion = 'yes' | 'no' | 'loops';

export const either = (left: Completion, right: Completion): Completion => {
  if (left === 'yes' || right === 'yes') return 'yes';
  return left === 'loops' || right === 'loops' ? 'loops' : 'no';
};
