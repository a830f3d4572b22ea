import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { zipSync } from 'fflate';
import {
  componentKey,
  problem,
  type Component,
  type ComponentFile,
  type MetadataPackage,
  type Problem
} from '../model/component.js';
import { bundleOf, FILE_TYPES, fileTypeBySuffix, type ChildType, type FileType } from '../registry/types.js';
import { childOf } from '../xml/element.js';
import { element } from '../xml/write.js';
import { assemble, readComponentXml } from './assemble.js';
import { IgnoreRules } from './ignore.js';
import { OwnNamespace } from './own-namespace.js';

/** An SFDX project that cannot be read: the message says which file and what to do. */
export class ProjectError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProjectError';
  }
}

interface ProjectFile {
  readonly packageDirectories?: readonly { readonly path?: string }[];
  readonly sourceApiVersion?: string;
  readonly namespace?: string;
}

/**
 * Reads all package directories of an SFDX project, in their order, into one package.
 *
 * @param directory of sfdx-project.json.
 * @throws ProjectError when there is no readable project.
 */
export function readProject(directory: string): MetadataPackage {
  const { directories, apiVersion, namespace } = readProjectFile(directory);
  return readSource(directory, directories, apiVersion, namespace);
}

/** Package directories as the project names them. @throws ProjectError */
export const packageDirectories = (directory: string): readonly string[] => readProjectFile(directory).directories;

function readProjectFile(directory: string): {
  readonly directories: readonly string[];
  readonly apiVersion: string | null;
  readonly namespace: string | null;
} {
  const projectPath = join(directory, 'sfdx-project.json');
  if (!existsSync(projectPath)) {
    throw new ProjectError(`There is no sfdx-project.json in ${directory}. Give the folder of an SFDX project.`);
  }
  let project: ProjectFile;
  try {
    project = JSON.parse(readFileSync(projectPath, 'utf8')) as ProjectFile;
  } catch (error) {
    throw new ProjectError(
      `${projectPath} is no valid JSON: ${error instanceof Error ? error.message : String(error)}`
    );
  }
  const directories = (project.packageDirectories ?? []).flatMap(({ path }) => (path === undefined ? [] : [path]));
  if (directories.length === 0) throw new ProjectError(`${projectPath} names no packageDirectories.`);
  for (const path of directories) {
    if (!existsSync(join(directory, path))) {
      throw new ProjectError(`${projectPath} names the package directory ${path}, which does not exist.`);
    }
  }
  const namespace = project.namespace ?? '';
  if (!/^\w*$/.test(namespace)) throw new ProjectError(`${projectPath} has a namespace that is none: ${namespace}`);
  return { directories, apiVersion: project.sourceApiVersion ?? null, namespace: namespace || null };
}

/**
 * Reads folders in source form.
 *
 * @param root of the project, to which `.forceignore` is relative; @param directories relative to it.
 * @param namespace of the project's own; null: none.
 */
export function readSource(
  root: string,
  directories: readonly string[],
  apiVersion: string | null,
  namespace: string | null = null
): MetadataPackage {
  const ignoreFile = join(root, '.forceignore');
  const ignore = new IgnoreRules(existsSync(ignoreFile) ? readFileSync(ignoreFile, 'utf8') : '');
  // One package directory may lie in another.
  const files = new Set<string>();
  for (const directory of directories) {
    for (const path of filesBelow(join(root, directory))) files.add(relative(root, path).split(sep).join('/'));
  }
  const reader = new SourceReader(root, namespace === null ? null : new OwnNamespace(namespace, files));
  for (const path of files) if (!ignore.ignores(path)) reader.addFrom(path);
  return { apiVersion, ...reader.finish(), deleteBefore: [], deleteAfter: [] };
}

function filesBelow(directory: string): string[] {
  const found: string[] = [];
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === '__tests__') continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

/** Types whose folder decides, because their files have no suffix of their own. */
const BY_FOLDER = new Map(
  FILE_TYPES.filter(
    (type) => type.shape === 'bundle' || type.name === 'StaticResource' || type.name === 'Document'
  ).map((type) => [type.directory, type])
);
const CHILD_SUFFIXES = new Map<string, { readonly parent: FileType; readonly child: ChildType }>(
  FILE_TYPES.flatMap((parent) =>
    parent.children.flatMap((child) => (child.suffix === null ? [] : [[child.suffix, { parent, child }] as const]))
  )
);
const FOLDER_META = /^(?<name>.+)\.(?:report|dashboard|document|email)Folder-meta\.xml$/;

interface Group {
  readonly type: FileType;
  readonly fullName: string;
  readonly main: string;
  readonly files: ComponentFile[];
}

class SourceReader {
  private readonly groups = new Map<string, Group>();
  private readonly parts: Component[] = [];
  private readonly problems: Problem[] = [];
  /** Files of static resources by resource name, put together at the end. */
  private readonly resources = new Map<string, ResourceSource>();

  /** Where files lie whose path names the namespace, by the path without it. */
  private readonly places = new Map<string, string>();

  constructor(
    private readonly root: string,
    private readonly namespace: OwnNamespace | null
  ) {}

  addFrom(place: string): void {
    const path = this.namespace?.bare(place) ?? place;
    if (path !== place) this.places.set(path, place);
    this.add(path);
  }

  private add(path: string): void {
    const segments = path.split('/');
    const name = segments.at(-1) as string;
    const folderAt = segments.findIndex((segment) => BY_FOLDER.has(segment));
    if (folderAt >= 0 && folderAt < segments.length - 1) {
      this.addByFolder(BY_FOLDER.get(segments[folderAt] as string) as FileType, segments.slice(folderAt + 1), path);
      return;
    }
    const folder = FOLDER_META.exec(name)?.groups?.name;
    if (folder !== undefined) {
      this.addFolder(segments, folder, path);
      return;
    }
    const meta = /^(?<name>.+)\.(?<suffix>[A-Za-z0-9]+)-meta\.xml$/.exec(name)?.groups;
    if (!meta) {
      this.addContent(name, path, segments);
      return;
    }
    const part = CHILD_SUFFIXES.get(meta.suffix as string);
    if (part) {
      this.addPart(part, segments, meta.name as string, path);
      return;
    }
    if (PASSED_OVER.has(meta.suffix as string)) return;
    const type = fileTypeBySuffix(meta.suffix as string);
    if (!type) {
      this.problems.push(
        problem(
          { type: '', fullName: name, fileName: path },
          `not supported by the local org: metadata files named *.${meta.suffix}-meta.xml`
        )
      );
      return;
    }
    this.addFile(
      type,
      this.nameInFolder(type, segments, meta.name as string),
      path,
      type.shape === 'content' ? '-meta.xml' : ''
    );
  }

  finish(): Pick<MetadataPackage, 'components' | 'problems'> {
    for (const [name, source] of this.resources) this.putResource(name, source);
    const components: Component[] = [];
    for (const group of this.groups.values()) {
      const result = assemble(group.type, group.fullName, group.main, group.files);
      components.push(...result.components);
      this.problems.push(...result.problems);
    }
    return { components: [...components, ...this.parts], problems: this.problems };
  }

  private read(path: string): Uint8Array {
    const content = new Uint8Array(readFileSync(join(this.root, this.places.get(path) ?? path)));
    return this.namespace?.content(path, content) ?? content;
  }

  private put(type: FileType, fullName: string, main: string, file: ComponentFile): void {
    const key = componentKey(type.name, fullName);
    const known = this.groups.get(key);
    if (!known) this.groups.set(key, { type, fullName, main, files: [file] });
    else if (known.files.some((other) => other.path === file.path)) {
      // A name of its own: the one that came first is no worse for it.
      this.problems.push(
        problem(
          { type: type.name, fullName: `${fullName} (again)`, fileName: file.path },
          `${type.name} ${fullName} is in the project more than once: the first one counts`
        )
      );
    } else known.files.push(file);
  }

  private addFile(type: FileType, fullName: string, path: string, ending: string): void {
    const main = `${type.directory}/${fullName}.${type.suffix}`;
    this.put(type, decode(fullName), main, { path: main + ending, content: this.read(path) });
  }

  /**
   * Content beside a `-meta.xml` (classes, triggers, pages), and components in the form of the Metadata API, such as
   * `objects/Job__c.object`. Other files without meaning are passed over, as by the CLI.
   */
  private addContent(name: string, path: string, segments: readonly string[]): void {
    const at = name.lastIndexOf('.');
    const type = at < 0 ? null : fileTypeBySuffix(name.slice(at + 1));
    if (!type) return;
    if (type.shape !== 'content' && (type.shape !== 'file' || !segments.slice(0, -1).includes(type.directory))) return;
    this.addFile(type, this.nameInFolder(type, segments, name.slice(0, at)), path, '');
  }

  /** Reports lie in folders below `reports`: the folder is part of the full name. */
  private nameInFolder(type: FileType, segments: readonly string[], name: string): string {
    if (!type.inFolder) return name;
    const start = segments.indexOf(type.directory);
    return start < 0 ? name : [...segments.slice(start + 1, -1), name].join('/');
  }

  private addFolder(segments: readonly string[], name: string, path: string): void {
    const type = FILE_TYPES.find((candidate) => candidate.inFolder && segments.includes(candidate.directory));
    if (!type) return;
    const main = `${type.directory}/${name}`;
    this.put(type, name, main, { path: `${main}-meta.xml`, content: this.read(path) });
  }

  private addPart(
    part: { readonly parent: FileType; readonly child: ChildType },
    segments: readonly string[],
    name: string,
    path: string
  ): void {
    const owner = segments.at(-3);
    if (owner === undefined || segments.at(-2) !== part.child.directory) {
      this.problems.push(
        problem(
          { type: part.child.name, fullName: name, fileName: path },
          `${path} must lie in a folder named ${part.child.directory} of its object`
        )
      );
      return;
    }
    const fullName = `${owner}.${decode(name)}`;
    const fileName = `${part.parent.directory}/${owner}.${part.parent.suffix}`;
    const at = { type: part.child.name, fullName, fileName: path };
    const xml = readComponentXml(at, this.read(path), this.problems);
    if (!xml) return;
    const named = childOf(xml, 'fullName') ? xml.children : [element('fullName', name), ...xml.children];
    this.parts.push({
      type: part.child.name,
      fullName,
      fileName,
      files: [],
      xml: { name: part.child.element, attributes: {}, children: named, text: '' }
    });
  }

  private addByFolder(type: FileType, inside: readonly string[], path: string): void {
    if (type.shape === 'bundle') {
      const name = bundleOf(type, inside.join('/'));
      if (name === null) return;
      const main = `${type.directory}/${name}`;
      this.put(type, name, main, { path: `${type.directory}/${inside.join('/')}`, content: this.read(path) });
    } else if (type.name === 'Document') {
      const folder = FOLDER_META.exec(inside.at(-1) ?? '')?.groups?.name;
      if (folder !== undefined) {
        this.put(type, folder, `documents/${folder}`, {
          path: `documents/${folder}-meta.xml`,
          content: this.read(path)
        });
        return;
      }
      // In source form the description of doc.png is doc.document-meta.xml.
      const main = `documents/${inside.join('/').replace(/(?:\.document)?-meta\.xml$/, '')}`;
      this.put(type, main.slice('documents/'.length), main, {
        path: `documents/${inside.join('/')}`,
        content: this.read(path)
      });
    } else this.addResource(inside, path);
  }

  private addResource(inside: readonly string[], path: string): void {
    const [first = ''] = inside;
    const meta = /^(?<name>.+)\.resource-meta\.xml$/.exec(first)?.groups?.name;
    const name = meta ?? (inside.length > 1 ? first : first.replace(/\.[^.]*$/, ''));
    let source = this.resources.get(name);
    if (!source) this.resources.set(name, (source = { meta: null, content: null, folder: {} }));
    if (meta !== undefined) source.meta = this.read(path);
    else if (inside.length > 1) source.folder[inside.slice(1).join('/')] = this.read(path);
    else source.content = this.read(path);
  }

  private putResource(name: string, source: ResourceSource): void {
    const type = fileTypeBySuffix('resource') as FileType;
    const main = `staticresources/${name}.resource`;
    const content =
      source.content ??
      (Object.keys(source.folder).length > 0 ? zipSync(source.folder, { mtime: '1980-01-01' }) : null);
    if (content) this.put(type, name, main, { path: main, content });
    if (source.meta) this.put(type, name, main, { path: `${main}-meta.xml`, content: source.meta });
  }
}

/** Parts of components that the local org stores and does not use. */
const PASSED_OVER = new Set(['fieldTranslation']);

interface ResourceSource {
  meta: Uint8Array | null;
  content: Uint8Array | null;
  readonly folder: Record<string, Uint8Array>;
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
