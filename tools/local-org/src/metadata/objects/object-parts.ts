import type {
  FieldSetDefinition,
  RecordTypeDefinition,
  SharingReasonDefinition,
  ValidationRuleDefinition
} from '../../schema/definitions.js';
import { childrenOf, flagOf, textOf, type XmlElement } from '../xml/element.js';
import { checkElements } from './elements.js';

export interface Reading<T> {
  readonly value: T | null;
  readonly messages: readonly string[];
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_validationformulas.htm */
export function readValidationRule(name: string, xml: XmlElement): Reading<ValidationRuleDefinition> {
  const messages = checkElements(xml, {
    type: 'ValidationRule',
    used: ['fullName', 'active', 'errorConditionFormula', 'errorDisplayField', 'errorMessage'],
    cosmetic: ['description']
  });
  const condition = textOf(xml, 'errorConditionFormula');
  const message = textOf(xml, 'errorMessage');
  if (condition === null) messages.push('Required field is missing: errorConditionFormula');
  if (message === null) messages.push('Required field is missing: errorMessage');
  if (condition === null || message === null) return { value: null, messages };
  return {
    value: { name, active: flagOf(xml, 'active'), condition, message, displayField: textOf(xml, 'errorDisplayField') },
    messages
  };
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_recordtype.htm */
export function readRecordType(name: string, id: string, xml: XmlElement): Reading<RecordTypeDefinition> {
  const messages = checkElements(xml, {
    type: 'RecordType',
    used: ['fullName', 'active', 'label', 'businessProcess', 'picklistValues'],
    cosmetic: ['description', 'compactLayoutAssignment']
  });
  const label = textOf(xml, 'label');
  if (label === null) messages.push('Required field is missing: label');
  return { value: { id, developerName: name, label: label ?? name, active: flagOf(xml, 'active') }, messages };
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_fieldset.htm */
export function readFieldSet(name: string, xml: XmlElement): Reading<FieldSetDefinition> {
  const messages = checkElements(xml, {
    type: 'FieldSet',
    used: ['fullName', 'label', 'displayedFields', 'availableFields'],
    cosmetic: ['description']
  });
  return {
    value: {
      name,
      label: textOf(xml, 'label') ?? name,
      fields: childrenOf(xml, 'displayedFields').map((item) => ({
        path: textOf(item, 'field') ?? '',
        required: flagOf(item, 'isRequired')
      }))
    },
    messages
  };
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_sharingreason.htm */
export function readSharingReason(name: string, xml: XmlElement): Reading<SharingReasonDefinition> {
  const messages = checkElements(xml, { type: 'SharingReason', used: ['fullName', 'label'], cosmetic: [] });
  return { value: { name, label: textOf(xml, 'label') ?? name }, messages };
}
