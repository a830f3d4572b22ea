/** The platform's texts for names it does not know. */

const REFERENCE = 'Please reference your WSDL or the describe call for the appropriate names.';

export const noSuchColumn = (field: string, object: string): string =>
  `No such column '${field}' on entity '${object}'. If you are attempting to use a custom field, be sure to append the ` +
  `'__c' after the custom field name. ${REFERENCE}`;

export const noSuchObject = (object: string): string =>
  `sObject type '${object}' is not supported. If you are attempting to use a custom object, be sure to append the ` +
  `'__c' after the entity name. ${REFERENCE}`;

export const noSuchParent = (relationship: string): string =>
  `Didn't understand relationship '${relationship}' in field path. If you are attempting to use a custom relationship, ` +
  `be sure to append the '__r' after the custom relationship name. ${REFERENCE}`;

export const noSuchChild = (relationship: string): string =>
  `Didn't understand relationship '${relationship}' in FROM part of query call. If you are attempting to use a custom ` +
  `relationship, be sure to append the '__r' after the custom relationship name. ${REFERENCE}`;
