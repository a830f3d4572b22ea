import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { Bean, beanAccessors, beanProperties } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('EventBus', 'ChangeEventHeader');

const PROPERTIES = [
  'List<String> changedFields',
  'String changeOrigin',
  'String changeType',
  'Long commitNumber',
  'Long commitTimestamp',
  'String commitUser',
  'List<String> diffFields',
  'String entityName',
  'List<String> nulledFields',
  'List<String> recordIds',
  'Integer sequenceNumber',
  'String transactionKey'
];

/** Header of a change event. The local org publishes none; code and its tests make them. */
export default definePlatformType({
  name: 'EventBus.ChangeEventHeader',
  source: apexReference('apex_class_eventbus_ChangeEventHeader'),
  constructors: { '()': () => new Bean(TYPE) },
  properties: beanProperties(PROPERTIES),
  methods: beanAccessors(PROPERTIES)
});
