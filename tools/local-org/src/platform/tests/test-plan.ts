import type { RuntimeClass } from '../../apex/runtime/transaction.js';

export interface TestClassPlan {
  readonly className: string;
  readonly setupSlots: readonly string[];
  /** `seeAllData`: the method reads and writes the org's own rows, not the test copy. */
  readonly methods: readonly { readonly name: string; readonly slot: string; readonly seeAllData: boolean }[];
}

const has = (annotations: RuntimeClass['annotations'], name: string): boolean =>
  annotations.some((annotation) => annotation.name.toLowerCase() === name);

/**
 * The class's true holds for all its methods, whatever they say.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_testing_seealldata_using.htm
 */
const seesAllData = (annotations: RuntimeClass['annotations']): boolean =>
  annotations.some(({ name, values }) => name.toLowerCase() === 'istest' && values.seealldata === true);

/** @returns null when the class holds no tests. Names ignore case; absent `only` means all methods. */
export function planTestClass(type: RuntimeClass, only: readonly string[] | null = null): TestClassPlan | null {
  if (type.kind !== 'class') return null;
  const wanted = only?.map((name) => name.toLowerCase()) ?? null;
  const methods = type.methods.filter(
    (method) => method.isTest && method.isStatic && (wanted === null || wanted.includes(method.name.toLowerCase()))
  );
  if (methods.length === 0) return null;
  const setups = type.methods.filter((method) => method.isStatic && has(method.annotations, 'testsetup'));
  return {
    className: type.type.name,
    setupSlots: setups.map((method) => method.slot),
    methods: methods.map((method) => ({
      name: method.name,
      slot: method.slot,
      seeAllData: seesAllData(type.annotations) || seesAllData(method.annotations)
    }))
  };
}
