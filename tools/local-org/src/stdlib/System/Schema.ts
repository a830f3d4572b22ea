import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList, FoldedMap } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType, STRING } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { SOBJECT_TYPE, SObjectDescribe } from '../support/describe.js';
import { apexReference } from '../support/reference.js';
import { sobjectTypeToken } from '../support/tokens.js';

const describes = new WeakMap<object, FoldedMap>();

/** All objects by lower-case name; made once for a version of the org's schema. */
function globalDescribe(): FoldedMap {
  const { schema } = currentTransaction();
  let all = describes.get(schema);
  if (!all) {
    all = new FoldedMap(
      STRING,
      SOBJECT_TYPE,
      [...schema.objects()].map((object) => [object.name, sobjectTypeToken(object.name)])
    );
    describes.set(schema, all);
  }
  return all.copy() as FoldedMap;
}

function describeSObjects(names: ApexList | null): ApexList {
  const described = required(names).items.map((name) => {
    const object = currentTransaction().schema.object(required(name as string | null));
    if (!object) {
      throw new PlatformError('System.InvalidParameterValueException', `Invalid value for parameter types: ${name}`);
    }
    return new SObjectDescribe(object);
  });
  return new ApexList(platformType('Schema', 'DescribeSObjectResult'), described);
}

export default definePlatformType({
  name: 'System.Schema',
  source: apexReference('apex_methods_system_schema'),
  statics: {
    'Map<String, Schema.SObjectType> getGlobalDescribe()': globalDescribe,
    'List<Schema.DescribeSObjectResult> describeSObjects(List<String>)': describeSObjects,
    'List<Schema.DescribeSObjectResult> describeSObjects(List<String>, Object)': describeSObjects
  }
});
