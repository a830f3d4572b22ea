import { zipSync } from 'fflate';
import type { SyncConnection } from '../../database/connection.js';
import { fileTypeByName, childTypeByName, isKnownType, type FileType } from '../registry/types.js';
import { ComponentStore, type StoredComponent } from '../store/component-store.js';
import { element, writeMetadataFile } from '../xml/write.js';
import type { XmlElement } from '../xml/element.js';
import type { ManifestEntry } from '../model/component.js';
import { fileProperties, type FileProperties } from './file-properties.js';

export interface RetrieveRequest {
  readonly apiVersion: string;
  readonly entries: readonly ManifestEntry[];
  /** Files at the root of the zip; otherwise in the folder `unpackaged`. */
  readonly singlePackage: boolean;
}

export interface RetrieveResult {
  readonly zip: Uint8Array;
  readonly fileProperties: readonly FileProperties[];
  readonly messages: readonly { readonly fileName: string; readonly problem: string }[];
}

/** Zips the wanted components as they were deployed. Objects and labels are put together from their parts. */
export function retrieve(db: SyncConnection, request: RetrieveRequest): RetrieveResult {
  return new Retrieval(db, request).run();
}

class Retrieval {
  private readonly store: ComponentStore;
  private readonly files = new Map<string, Uint8Array>();
  private readonly found: StoredComponent[] = [];
  private readonly messages: { fileName: string; problem: string }[] = [];
  /** Parts to be put into their parent's file: parent type and name → parts; null: the whole parent. */
  private readonly composed = new Map<string, { type: FileType; name: string; parts: Set<string> | null }>();

  constructor(
    private readonly db: SyncConnection,
    private readonly request: RetrieveRequest
  ) {
    this.store = new ComponentStore(db);
  }

  run(): RetrieveResult {
    for (const { type, members } of this.request.entries) {
      if (!isKnownType(type)) {
        this.problem(`Unknown type name '${type}'`);
        continue;
      }
      for (const member of members) this.want(type, member);
    }
    for (const { type, name, parts } of this.composed.values()) this.compose(type, name, parts);
    this.files.set('package.xml', manifest(this.request));
    const prefix = this.request.singlePackage ? '' : 'unpackaged/';
    const zip = zipSync(Object.fromEntries([...this.files].map(([path, content]) => [prefix + path, content])), {
      level: 6
    });
    return { zip, fileProperties: fileProperties(this.db, this.found, prefix), messages: this.messages };
  }

  private problem(text: string): void {
    this.messages.push({ fileName: `${this.request.singlePackage ? '' : 'unpackaged/'}package.xml`, problem: text });
  }

  private want(type: string, member: string): void {
    const child = childTypeByName(type);
    const fileType = child?.parent ?? fileTypeByName(type);
    if (!fileType) return;
    if (member === '*') {
      for (const stored of this.store.ofType(type)) this.take(fileType, stored, child !== null);
      return;
    }
    const stored = this.store.find(type, member);
    if (stored) this.take(fileType, stored, child !== null);
    else if (!this.takeUndeclaredParent(fileType, member)) {
      this.problem(`Entity of type '${type}' named '${member}' cannot be found`);
    }
  }

  private take(type: FileType, stored: StoredComponent, isPart: boolean): void {
    this.found.push(stored);
    if (type.children.length === 0) {
      for (const file of this.store.files(stored.type, stored.fullName)) this.files.set(file.path, file.content);
      return;
    }
    const parent = isPart ? parentOf(type, stored.fullName) : stored.fullName;
    const key = `${type.name}:${parent.toLowerCase()}`;
    const known = this.composed.get(key);
    if (!isPart) this.composed.set(key, { type, name: parent, parts: null });
    else if (!known) this.composed.set(key, { type, name: parent, parts: new Set([stored.fullName.toLowerCase()]) });
    else known.parts?.add(stored.fullName.toLowerCase());
  }

  /** A standard object, or the labels, of which only parts were deployed. */
  private takeUndeclaredParent(type: FileType, member: string): boolean {
    if (type.children.length === 0) return false;
    const parts = this.partsOf(type, member);
    if (parts.length === 0) return false;
    this.composed.set(`${type.name}:${member.toLowerCase()}`, { type, name: member, parts: null });
    return true;
  }

  private partsOf(type: FileType, name: string): StoredComponent[] {
    return type.children.flatMap((child) =>
      this.store.ofType(child.name).filter((part) => parentOf(type, part.fullName).toLowerCase() === name.toLowerCase())
    );
  }

  private compose(type: FileType, name: string, only: ReadonlySet<string> | null): void {
    const own = only === null ? (this.store.xml(type.name, name)?.children ?? []) : [];
    const parts: XmlElement[] = [];
    for (const part of this.partsOf(type, name)) {
      if (only !== null && !only.has(part.fullName.toLowerCase())) continue;
      const xml = this.store.xml(part.type, part.fullName);
      if (xml) parts.push(xml);
      if (only === null) this.found.push(part);
    }
    const children = [...own, ...parts].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    this.files.set(`${type.directory}/${name}.${type.suffix}`, writeMetadataFile(element(type.name, children)));
  }
}

const parentOf = (type: FileType, partName: string): string =>
  type.name === 'CustomLabels' ? 'CustomLabels' : (partName.split('.')[0] ?? '');

function manifest(request: RetrieveRequest): Uint8Array {
  const types = request.entries.map(({ type, members }) =>
    element('types', [...members.map((member) => element('members', member)), element('name', type)])
  );
  return writeMetadataFile(element('Package', [...types, element('version', request.apiVersion)]));
}
