import { platformType, type ApexType } from '../../values/type.js';
import { definePlatformType, type PlatformTypeDefinition } from '../define.js';
import { Bean, beanProperties } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

const SOURCE = apexReference('apex_methods_system_database_dmloptions');

const header = (name: string, properties: readonly string[]): PlatformTypeDefinition => {
  const type = platformType('Database', `DMLOptions.${name}`);
  return {
    name: `Database.DMLOptions.${name}`,
    source: SOURCE,
    constructors: { '()': () => new Bean(type) },
    properties: beanProperties(properties)
  };
};

/** Options of a DML call; its headers exist from the start, as on the platform. */
export class DmlOptions extends Bean {
  constructor() {
    super(platformType('Database', 'DMLOptions'));
    for (const name of ['AssignmentRuleHeader', 'DuplicateRuleHeader', 'EmailHeader']) {
      this.write(name, new Bean(headerType(name)));
    }
  }

  get allOrNone(): boolean {
    return this.read('optAllOrNone') === true;
  }

  get truncate(): boolean {
    return this.read('allowFieldTruncation') === true;
  }
}

const headerType = (name: string): ApexType => platformType('Database', `DMLOptions.${name}`);

export default [
  definePlatformType({
    name: 'Database.DMLOptions',
    source: SOURCE,
    constructors: { '()': () => new DmlOptions() },
    properties: beanProperties([
      'Boolean allowFieldTruncation',
      'Database.DMLOptions.AssignmentRuleHeader assignmentRuleHeader',
      'Database.DMLOptions.DuplicateRuleHeader duplicateRuleHeader',
      'Database.DMLOptions.EmailHeader emailHeader',
      'Boolean optAllOrNone'
    ])
  }),
  header('AssignmentRuleHeader', ['Id assignmentRuleId', 'Boolean useDefaultRule']),
  header('DuplicateRuleHeader', ['Boolean allowSave', 'Boolean runAsCurrentUser']),
  header('EmailHeader', ['Boolean triggerAutoResponseEmail', 'Boolean triggerOtherEmail', 'Boolean triggerUserEmail'])
];
