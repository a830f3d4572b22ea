import { currentTransaction } from '../../apex/runtime/transaction.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { tellCallbacks } from '../support/publish-callbacks.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('EventBus', 'TestBroker');

/** Delivers the events of a test at once. */
export class TestBroker extends PlatformObject {
  override get apexType() {
    return TYPE;
  }
}

export default definePlatformType({
  name: 'EventBus.TestBroker',
  source: apexReference('apex_class_eventbus_TestBroker'),
  methods: {
    'void deliver()': () => {
      currentTransaction().tests?.deliverEvents();
      tellCallbacks(true);
    },
    'void fail()': () => tellCallbacks(false)
  }
});
