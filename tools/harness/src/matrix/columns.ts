import type { RetryRule } from './rule.js';

/** Columns of `Retry_Rule__mdt` as a file or a query gives them: text, numbers, booleans, or nothing. */
export type RuleColumns = Readonly<Record<string, unknown>>;

/** Columns that a rule is made of. */
export const RULE_COLUMNS = [
  'DeveloperName',
  'Active__c',
  'Precedence__c',
  'Endpoint__c',
  'Status_From__c',
  'Status_To__c',
  'Exception_Kind__c',
  'Body_Path__c',
  'Body_Value__c',
  'Outcome__c',
  'Delay_Source__c',
  'Responsible__c'
] as const;

export function ruleOf(columns: RuleColumns): RetryRule {
  const text = (name: (typeof RULE_COLUMNS)[number]): string | null => {
    const value = columns[name];
    return value === undefined || value === null || value === '' ? null : String(value);
  };
  const number = (name: (typeof RULE_COLUMNS)[number]): number | null => {
    const value = text(name);
    return value === null ? null : Number(value);
  };
  return {
    name: text('DeveloperName') ?? '',
    active: text('Active__c') === 'true',
    precedence: number('Precedence__c') ?? Number.MAX_SAFE_INTEGER,
    endpoint: text('Endpoint__c'),
    statusFrom: number('Status_From__c'),
    statusTo: number('Status_To__c'),
    exceptionKind: text('Exception_Kind__c'),
    bodyPath: text('Body_Path__c'),
    bodyValue: text('Body_Value__c'),
    outcome: text('Outcome__c') ?? '',
    delaySource: text('Delay_Source__c'),
    responsible: text('Responsible__c')
  };
}
