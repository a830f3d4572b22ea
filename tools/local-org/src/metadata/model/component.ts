import type { XmlElement } from '../xml/element.js';

/** A file of a component, at its path in the Metadata API's zip form: `classes/Foo.cls`, `objects/X__c.object`. */
export interface ComponentFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * One piece of metadata, the same from a source folder and from a zip. Objects are taken apart: a CustomObject carries
 * its own properties only, its fields, validation rules and so on are components with `Object.Name` as full name.
 */
export interface Component {
  /** Name of the metadata type: 'ApexClass', 'CustomField'. */
  readonly type: string;
  readonly fullName: string;
  /** Where messages point to: path of the main file in zip form. */
  readonly fileName: string;
  /** As deployed, for retrieve. Empty for parts of another component's file: these are written again from `xml`. */
  readonly files: readonly ComponentFile[];
  /** The component's XML: its file, its `-meta.xml`, or the element inside its parent's file. Null: it has none. */
  readonly xml: XmlElement | null;
}

/** Why a component cannot be deployed, or a warning. Lines and columns count from 1. */
export interface Problem {
  readonly type: string;
  readonly fullName: string;
  readonly fileName: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: 'Error' | 'Warning';
}

/** Full names ignore case within their type. */
export const componentKey = (type: string, fullName: string): string => `${type}:${fullName.toLowerCase()}`;

export function problem(
  component: Pick<Component, 'type' | 'fullName' | 'fileName'>,
  message: string,
  position: { readonly line: number | null; readonly column: number | null } = { line: null, column: null },
  severity: Problem['severity'] = 'Error'
): Problem {
  const { type, fullName, fileName } = component;
  return { type, fullName, fileName, message, ...position, severity };
}

export interface ManifestEntry {
  readonly type: string;
  readonly members: readonly string[];
}

/** What a reader found. */
export interface MetadataPackage {
  readonly apiVersion: string | null;
  readonly components: readonly Component[];
  /** Deleted before and after the components are deployed. */
  readonly deleteBefore: readonly Deletion[];
  readonly deleteAfter: readonly Deletion[];
  readonly problems: readonly Problem[];
}

export interface Deletion {
  readonly type: string;
  readonly fullName: string;
  /** The destructive manifest that names it. */
  readonly fileName: string;
}
