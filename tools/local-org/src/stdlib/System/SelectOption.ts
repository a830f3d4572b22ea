import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { Bean, beanAccessors } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'SelectOption');

function option(value: string | null, label: string | null, disabled: boolean | null = false): Bean {
  const made = new Bean(TYPE);
  made.write('value', value);
  made.write('label', label);
  made.write('disabled', disabled);
  made.write('escapeItem', true);
  return made;
}

export default definePlatformType({
  name: 'System.SelectOption',
  source: apexReference('apex_pages_selectoption'),
  constructors: { '(String, String)': option, '(String, String, Boolean)': option },
  methods: beanAccessors(['Boolean disabled', 'Boolean escapeItem', 'String label', 'String value'])
});
