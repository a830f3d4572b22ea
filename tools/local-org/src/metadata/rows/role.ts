import { textOf } from '../xml/element.js';
import type { RowHandler } from './handler.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_role.htm */
export const role: RowHandler = {
  type: 'Role',
  elements: {
    type: 'Role',
    used: ['fullName', 'name', 'parentRole', 'caseAccessLevel', 'contactAccessLevel', 'opportunityAccessLevel'],
    cosmetic: ['description', 'mayForecastManagerShare']
  },
  validate: ({ xml }, context) => {
    const parent = xml && textOf(xml, 'parentRole');
    return parent && !context.has('Role', parent) ? [`In field: parentRole - no Role named ${parent} found`] : [];
  },
  apply: ({ component: { fullName, xml }, stored }, rows) => {
    const access = (name: string): string => (xml && textOf(xml, name)) ?? 'Edit';
    const parent = xml && textOf(xml, 'parentRole');
    const id = rows.put('UserRole', stored?.id ?? null, {
      Name: (xml && textOf(xml, 'name')) ?? fullName,
      DeveloperName: fullName,
      // Roles of one deploy come in any order: a parent that is not written yet gets its id when it is.
      ParentRoleId: parent ? rows.find('UserRole', { DeveloperName: parent }) : null,
      RollupDescription: xml && textOf(xml, 'description'),
      CaseAccessForAccountOwner: access('caseAccessLevel'),
      ContactAccessForAccountOwner: access('contactAccessLevel'),
      OpportunityAccessForAccountOwner: access('opportunityAccessLevel')
    });
    for (const type of ['Role', 'RoleAndSubordinates']) {
      const group = rows.find('Group', { Type: type, DeveloperName: fullName });
      rows.put('Group', group, { Name: fullName, DeveloperName: fullName, Type: type, RelatedId: id });
    }
    for (const other of rows.context.ofType('Role')) {
      const name = other.component.xml && textOf(other.component.xml, 'parentRole');
      const child =
        name?.toLowerCase() === fullName.toLowerCase()
          ? rows.find('UserRole', { DeveloperName: other.component.fullName })
          : null;
      if (child !== null) rows.put('UserRole', child, { ParentRoleId: id });
    }
    return id;
  },
  remove: (stored, rows) => {
    rows.delete('Group', 'RelatedId', stored.id);
    rows.delete('UserRole', 'Id', stored.id);
  }
};
