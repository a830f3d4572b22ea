import { childOf, childrenOf, flagOf, textOf, type XmlElement } from '../xml/element.js';
import type { RowHandler } from './handler.js';
import type { RowWriter } from './row-writer.js';

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_group.htm */
export const publicGroup: RowHandler = {
  type: 'Group',
  elements: { type: 'Group', used: ['fullName', 'name', 'doesIncludeBosses'], cosmetic: ['description'] },
  apply: ({ component: { fullName, xml }, stored }, rows) =>
    rows.put('Group', stored?.id ?? null, {
      Name: (xml && textOf(xml, 'name')) ?? fullName,
      DeveloperName: fullName,
      Type: 'Regular',
      DoesIncludeBosses: xml !== null && flagOf(xml, 'doesIncludeBosses')
    }),
  remove: removeGroup
};

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_queue.htm */
export const queue: RowHandler = {
  type: 'Queue',
  elements: {
    type: 'Queue',
    used: ['fullName', 'name', 'email', 'doesSendEmailToMembers', 'queueSobject', 'queueMembers'],
    cosmetic: ['description', 'queueRoutingConfig']
  },
  validate: ({ xml }, context, schema) => {
    if (!xml) return [];
    const members = childOf(xml, 'queueMembers');
    return [
      ...objectsOf(xml)
        .filter((name) => !schema.object(name))
        .map((name) => `In field: sobjectType - no CustomObject named ${name} found`),
      ...namesIn(members, 'publicGroups', 'publicGroup')
        .filter((name) => !context.has('Group', name))
        .map((name) => `In field: publicGroup - no Group named ${name} found`),
      ...[...namesIn(members, 'roles', 'role'), ...namesIn(members, 'roleAndSubordinates', 'roleAndSubordinate')]
        .filter((name) => !context.has('Role', name))
        .map((name) => `In field: role - no Role named ${name} found`)
    ];
  },
  apply: ({ component: { fullName, xml }, stored }, rows) => {
    const id = rows.put('Group', stored?.id ?? null, {
      Name: (xml && textOf(xml, 'name')) ?? fullName,
      DeveloperName: fullName,
      Type: 'Queue',
      Email: xml && textOf(xml, 'email'),
      DoesSendEmailToMembers: xml !== null && flagOf(xml, 'doesSendEmailToMembers')
    });
    rows.delete('QueueSobject', 'QueueId', id);
    if (!xml) return id;
    for (const name of objectsOf(xml)) {
      rows.insert('QueueSobject', { QueueId: id, SobjectType: rows.schema.object(name)?.name ?? name });
    }
    addMembers(id, childOf(xml, 'queueMembers'), rows);
    return id;
  },
  remove: removeGroup
};

function removeGroup(stored: { readonly id: string }, rows: RowWriter): void {
  rows.delete('GroupMember', 'GroupId', stored.id);
  rows.delete('GroupMember', 'UserOrGroupId', stored.id);
  rows.delete('QueueSobject', 'QueueId', stored.id);
  rows.delete('Group', 'Id', stored.id);
}

const objectsOf = (xml: XmlElement): string[] =>
  childrenOf(xml, 'queueSobject').map((item) => textOf(item, 'sobjectType') ?? '');

const namesIn = (members: XmlElement | null, list: string, name: string): string[] =>
  childrenOf((members && childOf(members, list)) ?? { name: '', attributes: {}, children: [], text: '' }, name).map(
    ({ text }) => text
  );

/** Members the file names are added; users whom an administrator put in stay. */
function addMembers(queueId: string, members: XmlElement | null, rows: RowWriter): void {
  const ids = [
    ...namesIn(members, 'publicGroups', 'publicGroup').map((name) => rows.context.idOf('Group', name)),
    ...namesIn(members, 'users', 'user').map((name) => rows.find('User', { Username: name })),
    ...namesIn(members, 'roles', 'role').map((name) => rows.find('Group', { Type: 'Role', DeveloperName: name })),
    ...namesIn(members, 'roleAndSubordinates', 'roleAndSubordinate').map((name) =>
      rows.find('Group', { Type: 'RoleAndSubordinates', DeveloperName: name })
    )
  ];
  for (const id of ids) {
    if (id === null || rows.find('GroupMember', { GroupId: queueId, UserOrGroupId: id }) !== null) continue;
    rows.insert('GroupMember', { GroupId: queueId, UserOrGroupId: id });
  }
}
