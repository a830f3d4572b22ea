import type { Buffer } from 'node:buffer';

/** Names and values in the order of the body; a name may come more than once. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/**
 * Reads `application/x-www-form-urlencoded` (WHATWG URL standard, 5.1), but refuses what the standard would repair: escapes
 * that are cut off and bytes that are not UTF-8.
 *
 * @returns undefined if the body is not such a form
 */
export function readForm(body: Buffer): FormFields | undefined {
  // A form is ASCII; everything else is escaped. Latin-1 keeps each stray byte visible as one character above 0x7F.
  const text = body.toString('latin1');
  if (/[^\x21-\x7e]/.test(text)) return undefined;
  try {
    return text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
      });
  } catch {
    return undefined;
  }
}

/** @throws URIError for a broken escape */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** The form as one JSON object: a name that comes once has a text, one that comes several times a list of texts. */
export function formToJson(fields: FormFields): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  const members = [...values].map(
    ([name, all]) => `${JSON.stringify(name)}:${JSON.stringify(all.length === 1 ? all[0] : all)}`
  );
  return `{${members.join(',')}}`;
}
