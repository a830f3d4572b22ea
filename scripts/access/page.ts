import type { ApexAccess } from './apexAccess.js';
import { ROLES, type AccessTable, type Expected, type Role } from './expected.js';

/** docs/reference/access.md: who may do what, and which code runs with more rights than its user. */
export function accessPage({ permissionSets, systemMode }: AccessTable, apex: readonly ApexAccess[]): string {
  return [
    '# Access',
    '',
    'Generated from `config/access.json`, which a test compares with the permission sets and classes of the project; do not edit.',
    '',
    '## Roles',
    '',
    '| role | who | permission sets |',
    '| --- | --- | --- |',
    ...(Object.keys(ROLES) as Role[]).map(
      (role) =>
        `| ${role} | ${ROLES[role]} | ${Object.keys(permissionSets)
          .filter((name) => permissionSets[name]?.role === role)
          .map((name) => `\`${name}\``)
          .join(', ')} |`
    ),
    '',
    '## Permission sets',
    '',
    'C create, R read, U edit, D delete, V view all records, M modify all records. Required fields follow their object and are ' +
      'not listed. None of them grants a right over users, set-up or all data.',
    '',
    ...Object.entries(permissionSets).flatMap(([name, expected]) => section(name, expected)),
    '## Code that runs with more rights than its user',
    '',
    'Every class says how it shares, and every query and statement in which mode it runs. These are all that run without ' +
      'sharing or in system mode; a class that is not in the list fails the tests.',
    '',
    '| class | sharing | mode | why |',
    '| --- | --- | --- | --- |',
    ...apex
      .filter(needsReason)
      .map(
        ({ name, sharing, systemMode: isSystem }) =>
          `| \`${name}\` | ${sharing ?? 'unspecified'} | ${isSystem ? 'system mode' : 'user mode'} | ${systemMode[name] ?? ''} |`
      ),
    ''
  ].join('\n');
}

/** Whether a class goes beyond the rights of the running user. */
export const needsReason = ({ sharing, systemMode }: ApexAccess): boolean =>
  systemMode || sharing === 'without sharing';

function section(name: string, { role, objects, edit, read, ...names }: Expected): string[] {
  const list = (label: string, values: readonly string[] | undefined): string[] =>
    values === undefined || values.length === 0
      ? []
      : [`- ${label}: ${values.map((value) => `\`${value}\``).join(', ')}`];
  const rows = Object.keys({ ...objects, ...edit, ...read })
    .sort()
    .map(
      (object) =>
        `| \`${object}\` | ${objects?.[object] ?? ''} | ${(edit?.[object] ?? []).join(', ')} | ${(read?.[object] ?? []).join(', ')} |`
    );
  return [
    `### ${name}`,
    '',
    `Role: ${role}.`,
    '',
    ...list('Classes', names.classes),
    ...list('Custom permissions', names.customPermissions),
    ...list('Principals of external credentials', names.credentials),
    ...list('Apps', names.apps),
    ...list('Tabs', names.tabs),
    '',
    ...(rows.length === 0
      ? ['No right to any object.']
      : ['| object | rights | fields it may write | fields it may read |', '| --- | --- | --- | --- |', ...rows]),
    ''
  ];
}
