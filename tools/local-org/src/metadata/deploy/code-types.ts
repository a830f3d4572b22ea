import { textOf, type XmlElement } from '../xml/element.js';

/** Metadata types that are code, and what the compiler calls them. */
export const CODE_TYPES = { ApexClass: 'class', ApexTrigger: 'trigger' } as const;

/** Of a unit without a version in its description. */
const DEFAULT_API_VERSION = 68;

/** API version of a class or trigger, from its `-meta.xml`. */
export const apiVersionOf = (xml: XmlElement | null): number =>
  Number((xml && textOf(xml, 'apiVersion')) ?? DEFAULT_API_VERSION);

/** `Active` unless the description says something else. */
export const statusOf = (xml: XmlElement | null): string => (xml && textOf(xml, 'status')) || 'Active';
