/** Somebody who uses the console, with rights of a real role. */
export interface Person {
  readonly name: string;
  readonly label: string;
  readonly permissionSets: readonly string[];
}

const CONSOLE = 'Integration_Console';

/** Who can be chosen in the header of the page. */
export const PEOPLE: readonly Person[] = [
  {
    name: 'operator',
    label: 'Olga Operator',
    permissionSets: [CONSOLE, 'Command_Operator', 'Inbound_Operator', 'Dispatch_Operator', 'Reconciliation_Operator']
  },
  {
    name: 'watcher',
    label: 'Will Watcher (reads only)',
    permissionSets: [CONSOLE, 'Integration_Administrator', 'Reconciliation_Reader']
  },
  { name: 'visitor', label: 'Vera Visitor (console only)', permissionSets: [CONSOLE] }
];

/** The user name of a person in a local org. */
export const usernameOf = ({ name }: Person): string => `${name}@console.example`;

/** Anonymous Apex that creates the people and gives them their permission sets. */
export function peopleScript(people: readonly Person[]): string {
  const users = people.map(
    (person) => `people.add(new User(Username = '${usernameOf(person)}', FirstName = '${person.label.split(' ')[0]}',
  LastName = '${person.label.split(' ')[1]}', Email = '${usernameOf(person)}', Alias = '${person.name.slice(0, 8)}',
  ProfileId = least.Id, TimeZoneSidKey = 'GMT', LocaleSidKey = 'en_US', EmailEncodingKey = 'UTF-8', LanguageLocaleKey = 'en_US'));
wanted.add(new List<String>{ ${person.permissionSets.map((name) => `'${name}'`).join(', ')} });`
  );
  return `Profile least = [SELECT Id FROM Profile WHERE Name = 'Minimum Access - Salesforce'];
List<User> people = new List<User>();
List<List<String>> wanted = new List<List<String>>();
${users.join('\n')}
insert people;
Map<String, Id> sets = new Map<String, Id>();
for (PermissionSet each : [SELECT Id, Name FROM PermissionSet WHERE IsOwnedByProfile = FALSE]) { sets.put(each.Name, each.Id); }
List<PermissionSetAssignment> grants = new List<PermissionSetAssignment>();
for (Integer i = 0; i < people.size(); i++) {
  for (String name : wanted[i]) { grants.add(new PermissionSetAssignment(AssigneeId = people[i].Id, PermissionSetId = sets.get(name))); }
}
for (String name : sets.keySet()) {
  if (name.endsWith('_Worker')) { grants.add(new PermissionSetAssignment(AssigneeId = UserInfo.getUserId(), PermissionSetId = sets.get(name))); }
}
insert grants;`;
}
