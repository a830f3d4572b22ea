import type { ApexException } from '../../apex/runtime/exception.js';
import { ApexMap, ApexSet } from '../../values/collections.js';
import { setOf, STRING } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { plainException } from '../support/exceptions.js';

/** Detail of a QueryException that user mode raised: fields that the user may not read, by object. */
export interface InaccessibleFields {
  readonly inaccessibleFields: Readonly<Record<string, readonly string[]>>;
}

export default definePlatformType({
  ...plainException('System', 'QueryException'),
  methods: {
    'Map<String, Set<String>> getInaccessibleFields()': (self: ApexException) => {
      const detail = self.detail as InaccessibleFields | null | undefined;
      const fields = new ApexMap(STRING, setOf(STRING));
      for (const [object, names] of Object.entries(detail?.inaccessibleFields ?? {})) {
        fields.put(object, new ApexSet(STRING, names));
      }
      return fields;
    }
  }
});
