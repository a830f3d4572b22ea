import { currentTransaction } from '../../apex/runtime/transaction.js';
import { platformEnumValue } from '../../values/enum.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'Request');

class Request extends PlatformObject {
  override get apexType() {
    return TYPE;
  }
}

export default definePlatformType({
  name: 'System.Request',
  source: apexReference('apex_class_System_Request'),
  statics: { 'System.Request getCurrent()': () => new Request() },
  methods: {
    'System.Quiddity getQuiddity()': () => platformEnumValue('system.quiddity', currentTransaction().quiddity),
    'String getRequestId()': () => currentTransaction().requestId
  }
});
