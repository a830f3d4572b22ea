/** Address of a page of the Apex Reference Guide. @param page e.g. 'apex_methods_system_string'. */
export const apexReference = (page: string): string =>
  `https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/${page}.htm`;

/** Address of a page of the Apex Developer Guide. */
export const apexGuide = (page: string): string =>
  `https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/${page}.htm`;
