import { element, escapeXml } from '../soap/envelope.js';

/**
 * A plain value as SOAP elements: objects nest, arrays repeat the element, null and undefined are left out as the
 * platform leaves out empty optional elements.
 */
export function toXml(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => toXml(name, item)).join('');
  if (typeof value === 'object') {
    const children = Object.entries(value).map(([key, child]) => toXml(key, child));
    return `<${name}>${children.join('')}</${name}>`;
  }
  return element(name, value as string | number | boolean);
}

/** The reply to one operation of the Metadata API: `<deployResponse><result>…`. */
export function response(operation: string, result: unknown): string {
  // An empty list has no element at all.
  const body =
    Array.isArray(result) && result.length === 0
      ? ''
      : typeof result === 'string'
        ? `<result>${escapeXml(result)}</result>`
        : toXml('result', result);
  return `<${operation}Response>${body}</${operation}Response>`;
}

/** What may occur once or often, as a list. */
export function listOf(value: unknown): Record<string, unknown>[] {
  if (value === undefined || value === null || value === '') return [];
  return (Array.isArray(value) ? value : [value]) as Record<string, unknown>[];
}

/** Text of an element; '' when it is absent. */
export const textIn = (body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name];
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value).trim();
};
