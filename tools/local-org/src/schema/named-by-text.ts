/**
 * Objects of the metadata catalogue. What refers to their rows, as a metadata relationship does, holds their DurableId,
 * an API name (`Account`, `Account.Industry`), in place of an id.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_tooling.meta/api_tooling/tooling_api_objects_fielddefinition.htm
 */
const NAMED_BY_TEXT: ReadonlySet<string> = new Set(['entitydefinition', 'fielddefinition', 'flowdefinitionview']);

export const isNamedByText = (objectName: string): boolean => NAMED_BY_TEXT.has(objectName.toLowerCase());

/** Column of an object's table that references hold. */
export const keyColumn = (objectName: string): 'id' | 'durableid' => (isNamedByText(objectName) ? 'durableid' : 'id');
