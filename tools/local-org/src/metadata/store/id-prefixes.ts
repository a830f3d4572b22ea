/** Key prefixes of metadata that has no row in an object of its own. Source: prefixes seen in public orgs. */
const PREFIXES: Readonly<Record<string, string>> = {
  ApexTestSuite: '05F',
  AuraDefinitionBundle: '0Ab',
  CompactLayout: '0AH',
  CustomApplication: '02u',
  CustomField: '00N',
  CustomLabel: '101',
  CustomLabels: '101',
  CustomObject: '01I',
  CustomTab: '01r',
  Dashboard: '01Z',
  Document: '015',
  EmailTemplate: '00X',
  FieldSet: '0IX',
  FlexiPage: '0M0',
  Flow: '301',
  GlobalValueSet: '0Nt',
  Index: '0Nz',
  Layout: '00h',
  LightningComponentBundle: '0Rb',
  ListView: '00B',
  QuickAction: '09D',
  RemoteSiteSetting: '0rp',
  Report: '00O',
  ValidationRule: '03d',
  WebLink: '00b',
  Workflow: '01Q'
};

/** Prefix for a component's id where no object gives one. */
export const componentPrefix = (type: string): string => PREFIXES[type] ?? '0zz';
