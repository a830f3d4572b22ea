import type { PicklistValue } from '../../schema/definitions.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { fact as anyFact, factMethods, factProperties } from '../support/describe.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('Schema', 'PicklistEntry');

export class PicklistEntry extends PlatformObject {
  /** @param validFor for which values of the controlling field it may be chosen; null when there is none. Only JSON has it. */
  constructor(
    readonly entry: PicklistValue,
    readonly validFor: string | null = null
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    const { label, value, isActive, isDefault } = this.entry;
    return `Schema.PicklistEntry[getLabel=${label};getValue=${value};isActive=${isActive};isDefaultValue=${isDefault};]`;
  }
}

const fact = anyFact<PicklistEntry>;

const FACTS = [
  fact('Boolean', 'active', 'isActive', (self) => self.entry.isActive),
  fact('Boolean', 'defaultValue', 'isDefaultValue', (self) => self.entry.isDefault),
  fact('String', 'label', 'getLabel', (self) => self.entry.label),
  fact('String', 'value', 'getValue', (self) => self.entry.value)
];

export default definePlatformType({
  name: 'Schema.PicklistEntry',
  source: apexReference('apex_class_Schema_PicklistEntry'),
  properties: factProperties(FACTS),
  methods: factMethods(FACTS)
});
