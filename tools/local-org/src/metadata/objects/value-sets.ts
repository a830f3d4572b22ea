import type { PicklistValue } from '../../schema/definitions.js';
import type { DeployContext } from '../deploy/context.js';
import { problem } from '../model/component.js';
import { childOf, childrenOf, flagOf, textOf, type XmlElement } from '../xml/element.js';
import { checkElements } from './elements.js';
import { readValues } from './field.js';
import type { SchemaEditor } from './schema-editor.js';

/**
 * Standard value sets and the standard fields that use them.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/standardvalueset_names.htm
 */
const STANDARD_SETS: Readonly<Record<string, readonly string[]>> = {
  AccountContactMultiRoles: ['AccountContactRelation.Roles'],
  AccountContactRole: ['AccountContactRole.Role'],
  AccountOwnership: ['Account.Ownership'],
  AccountRating: ['Account.Rating'],
  AccountType: ['Account.Type'],
  AddressCountryCode: [],
  AddressStateCode: [],
  AssetStatus: ['Asset.Status'],
  CampaignMemberStatus: ['CampaignMember.Status'],
  CampaignStatus: ['Campaign.Status'],
  CampaignType: ['Campaign.Type'],
  CaseOrigin: ['Case.Origin'],
  CasePriority: ['Case.Priority'],
  CaseReason: ['Case.Reason'],
  CaseStatus: ['Case.Status'],
  CaseType: ['Case.Type'],
  ContactRole: ['OpportunityContactRole.Role'],
  ContractStatus: ['Contract.Status'],
  EventSubject: ['Event.Subject'],
  EventType: ['Event.Type'],
  Industry: ['Account.Industry', 'Lead.Industry'],
  LeadSource: ['Lead.LeadSource', 'Contact.LeadSource', 'Opportunity.LeadSource', 'Account.AccountSource'],
  LeadStatus: ['Lead.Status'],
  OpportunityStage: ['Opportunity.StageName'],
  OpportunityType: ['Opportunity.Type'],
  OrderStatus: ['Order.Status'],
  OrderType: ['Order.Type'],
  Product2Family: ['Product2.Family'],
  QuickTextCategory: ['QuickText.Category'],
  QuoteStatus: ['Quote.Status'],
  Salutation: ['Contact.Salutation', 'Lead.Salutation', 'Individual.Salutation'],
  SolutionStatus: ['Solution.Status'],
  TaskPriority: ['Task.Priority'],
  TaskStatus: ['Task.Status'],
  TaskSubject: ['Task.Subject'],
  TaskType: ['Task.Type'],
  WorkOrderPriority: ['WorkOrder.Priority'],
  WorkOrderStatus: ['WorkOrder.Status']
};

/** Values of these sets carry a meaning (closed, won, converted) that the local org knows of its own values only. */
const WITH_MEANING = new Set([
  'CaseStatus',
  'ContractStatus',
  'LeadStatus',
  'OpportunityStage',
  'TaskPriority',
  'TaskStatus'
]);

/** Gives fields the values of the global and standard value sets that the deploy brings or that they name. */
export function applyValueSets(context: DeployContext, editor: SchemaEditor): void {
  const deployed = new Map<string, readonly PicklistValue[]>();
  for (const { component } of context.changedOfType('GlobalValueSet')) {
    if (!component.xml) continue;
    context.fail(
      component,
      checkElements(component.xml, {
        type: 'GlobalValueSet',
        used: ['fullName', 'customValue', 'masterLabel', 'sorted'],
        cosmetic: ['description']
      })
    );
    deployed.set(component.fullName.toLowerCase(), globalValues(component.xml));
  }
  const known = (name: string): readonly PicklistValue[] | null => {
    const fresh = deployed.get(name.toLowerCase());
    if (fresh) return fresh;
    const standard = STANDARD_SETS[name]?.[0];
    if (standard) {
      const [object = '', field = ''] = standard.split('.');
      return editor.field(object, field)?.picklist ?? null;
    }
    const xml = context.has('GlobalValueSet', name) ? context.store.xml('GlobalValueSet', name) : null;
    return xml && globalValues(xml);
  };
  standardSets(context, editor);
  for (const { component } of context.changedOfType('CustomField')) {
    const name = setNameOf(component.xml);
    if (name === null) continue;
    const values = known(name);
    const [object = '', field = ''] = component.fullName.split('.');
    if (values) editor.setPicklist(object, field, values);
    else context.fail(component, [`Could not resolve global value set ${name}`]);
  }
  // Fields of earlier deploys follow a set that changed.
  if (deployed.size === 0) return;
  for (const [fullName, xml] of context.store.xmlOfType('CustomField')) {
    const name = setNameOf(xml);
    const values = name === null ? null : deployed.get(name.toLowerCase());
    const [object = '', field = ''] = fullName.split('.');
    if (values && context.has('CustomField', fullName)) editor.setPicklist(object, field, values);
  }
}

const setNameOf = (xml: XmlElement | null): string | null => {
  const set = xml && childOf(xml, 'valueSet');
  return set ? textOf(set, 'valueSetName') : null;
};

const globalValues = (xml: XmlElement): PicklistValue[] =>
  readValues(childrenOf(xml, 'customValue'), flagOf(xml, 'sorted'));

function standardSets(context: DeployContext, editor: SchemaEditor): void {
  for (const { component } of context.changedOfType('StandardValueSet')) {
    if (!component.xml) continue;
    const fields = STANDARD_SETS[component.fullName];
    if (!fields) {
      context.fail(component, [`not supported by the local org: the standard value set ${component.fullName}`]);
      continue;
    }
    context.fail(
      component,
      checkElements(component.xml, {
        type: 'StandardValueSet',
        used: ['fullName', 'standardValue', 'sorted', 'groupingStringEnum'],
        cosmetic: []
      })
    );
    if (WITH_MEANING.has(component.fullName)) {
      const text = `${component.fullName}: values are taken over, what they mean (closed, won, converted) is not`;
      context.problems.push(problem(component, `not supported by the local org: ${text}`, undefined, 'Warning'));
    }
    const values = readValues(childrenOf(component.xml, 'standardValue'), flagOf(component.xml, 'sorted'));
    for (const place of fields) {
      const [object = '', field = ''] = place.split('.');
      editor.setPicklist(object, field, values);
    }
  }
}
