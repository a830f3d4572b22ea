/** What values must ask of the org they live in; set once per thread by the standard library. */
export interface ValueEnvironment {
  /** Declared spelling of a field (`name` → `Name`); the key itself when the object is unknown. */
  fieldName(objectName: string, key: string): string;
  /** Label and name field of an object, for the platform's order of sObject lists; null when unknown. */
  objectFacts(objectName: string): { readonly label: string; readonly nameField: string | null } | null;
}

let environment: ValueEnvironment = { fieldName: (_objectName, key) => key, objectFacts: () => null };

export function configureValues(next: ValueEnvironment): void {
  environment = next;
}

export const valueEnvironment = (): ValueEnvironment => environment;
