import {
  componentKey,
  problem,
  type Component,
  type ComponentFile,
  type Deletion,
  type MetadataPackage,
  type Problem
} from '../model/component.js';
import {
  bundleOf,
  childTypeByName,
  fileTypeByPath,
  fileTypeByName,
  isKnownType,
  type FileType
} from '../registry/types.js';
import { XmlError } from '../xml/element.js';
import { assemble } from './assemble.js';
import { readManifest, type Manifest } from './manifest.js';
import { ArchiveError, readZip } from './zip.js';

/**
 * Reads a deploy archive in the form of the Metadata API, as the `sf` CLI sends it.
 *
 * @param singlePackage package.xml lies at the root; otherwise in one folder.
 * @throws ArchiveError when the archive as a whole cannot be read.
 */
export function readArchive(archive: Uint8Array, singlePackage: boolean): MetadataPackage {
  const files = intoPackage(readZip(archive), singlePackage);
  const manifestFile = files.get('package.xml');
  if (!manifestFile) throw new ArchiveError('No package.xml found');
  const manifest = manifestOf('package.xml', manifestFile);
  const problems: Problem[] = [];
  const deletions = (names: readonly string[]): Deletion[] =>
    names.flatMap((name) => {
      const file = files.get(name);
      if (!file) return [];
      return manifestOf(name, file).entries.flatMap(({ type, members }) =>
        members.map((fullName) => ({ type, fullName, fileName: name }))
      );
    });
  const deleteBefore = deletions(['destructiveChangesPre.xml', 'destructiveChanges.xml']);
  const deleteAfter = deletions(['destructiveChangesPost.xml']);
  const components = group(files, problems);
  checkManifest(manifest, components, problems);
  return {
    apiVersion: manifest.apiVersion,
    components: components.filter((component) => isNamed(manifest, component)),
    deleteBefore,
    deleteAfter,
    problems
  };
}

function manifestOf(name: string, content: Uint8Array): Manifest {
  try {
    return readManifest(content);
  } catch (error) {
    if (error instanceof XmlError) throw new ArchiveError(`${name} cannot be read: ${error.message}`);
    throw error;
  }
}

/** Paths relative to the package: at the root, or in the one folder that holds package.xml. */
function intoPackage(files: Map<string, Uint8Array>, singlePackage: boolean): Map<string, Uint8Array> {
  if (singlePackage || files.has('package.xml')) return files;
  const roots = [...files.keys()].filter((path) => /^[^/]+\/package\.xml$/.test(path));
  const [manifest] = roots;
  if (!manifest) return files;
  if (roots.length > 1)
    throw new ArchiveError('The archive holds more than one package; the local org deploys one at a time');
  const prefix = manifest.slice(0, -'package.xml'.length);
  return new Map(
    [...files].flatMap(([path, content]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), content]] : []))
  );
}

function group(files: Map<string, Uint8Array>, problems: Problem[]): Component[] {
  const groups = new Map<string, { type: FileType; fullName: string; main: string; files: ComponentFile[] }>();
  for (const [path, content] of files) {
    const slash = path.indexOf('/');
    if (slash < 0) continue;
    const type = fileTypeByPath(path);
    if (!type) {
      problems.push(
        problem({ type: '', fullName: path, fileName: path }, `Unknown folder in the archive: ${path.slice(0, slash)}`)
      );
      continue;
    }
    const place = placeOf(type, path);
    if (!place) {
      problems.push(
        problem({ type: type.name, fullName: path, fileName: path }, `${path} is not a file of ${type.name}`)
      );
      continue;
    }
    const key = componentKey(type.name, place.fullName);
    const known = groups.get(key);
    if (known) known.files.push({ path, content });
    else groups.set(key, { type, ...place, files: [{ path, content }] });
  }
  return [...groups.values()].flatMap(({ type, fullName, main, files: own }) => {
    const result = assemble(type, fullName, main, own);
    problems.push(...result.problems);
    return result.components;
  });
}

/** Full name and main file that a path of the archive belongs to. */
function placeOf(type: FileType, path: string): { readonly fullName: string; readonly main: string } | null {
  const inside = path.slice(type.directory.length + 1);
  if (type.shape === 'bundle') {
    const name = bundleOf(type, inside);
    return name === null ? null : { fullName: name, main: `${type.directory}/${name}` };
  }
  const main = path.replace(/-meta\.xml$/, '');
  const bare = inside.replace(/-meta\.xml$/, '');
  if (type.inFolder && !bare.includes('/')) return { fullName: decode(bare), main };
  if (type.suffix === null) return { fullName: decode(bare), main };
  const ending = `.${type.suffix}`;
  return bare.endsWith(ending) ? { fullName: decode(bare.slice(0, -ending.length)), main } : null;
}

/** File names escape what file systems do not allow: `Account-Account %28Sales%29 Layout`. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function isNamed(manifest: Manifest, component: Component): boolean {
  const parent = childTypeByName(component.type)?.parent;
  const parentName = component.fullName.split('.')[0] ?? '';
  return manifest.entries.some(
    ({ type, members }) =>
      (type === component.type && (members.includes('*') || includesName(members, component.fullName))) ||
      // Everything in an object's file goes with the object.
      (parent?.name === type &&
        (members.includes('*') || type === 'CustomLabels' || includesName(members, parentName))) ||
      // A single field may be deployed without its object being named.
      (component.type === 'CustomLabels' && type === 'CustomLabel')
  );
}

const includesName = (members: readonly string[], name: string): boolean =>
  members.some((member) => member.toLowerCase() === name.toLowerCase());

function checkManifest(manifest: Manifest, components: readonly Component[], problems: Problem[]): void {
  const present = new Set(components.map((component) => componentKey(component.type, component.fullName)));
  const broken = new Set(problems.map((entry) => componentKey(entry.type, entry.fullName)));
  const inManifest = { type: '', fullName: 'package.xml', fileName: 'package.xml' };
  for (const { type, members } of manifest.entries) {
    if (!isKnownType(type)) {
      problems.push(problem({ ...inManifest, type: '' }, `Unknown type name '${type}' specified in package.xml`));
      continue;
    }
    for (const member of members) {
      const key = componentKey(type, member);
      if (member === '*' || present.has(key) || broken.has(key) || isWholeFile(type, member, components)) continue;
      problems.push(
        problem(
          { type, fullName: member, fileName: 'package.xml' },
          `An object '${member}' of type ${type} was named in package.xml, but was not found in zipped directory`
        )
      );
    }
  }
  for (const component of components) {
    if (isNamed(manifest, component) || hasNamedPart(manifest, component)) continue;
    problems.push(problem(component, 'Not in package.xml'));
  }
}

/** `CustomLabels: CustomLabels` names the file; its parts have other names. */
const isWholeFile = (type: string, member: string, components: readonly Component[]): boolean =>
  type === 'CustomLabels' &&
  member === 'CustomLabels' &&
  components.some((component) => component.type === 'CustomLabel');

/** An object's file may be there only to carry a named field. */
function hasNamedPart(manifest: Manifest, component: Component): boolean {
  const type = fileTypeByName(component.type);
  if (!type || type.children.length === 0) return false;
  return manifest.entries.some(
    (entry) =>
      type.children.some((child) => child.name === entry.type) &&
      (entry.type === 'CustomLabel' ||
        entry.members.some(
          (member) => member === '*' || member.toLowerCase().startsWith(`${component.fullName.toLowerCase()}.`)
        ))
  );
}
