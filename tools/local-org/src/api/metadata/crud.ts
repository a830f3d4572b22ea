import { zipSync } from 'fflate';
import { DEFAULT_OPTIONS, type DeployMessage, type FileProperties, type RetrieveResult } from '../../metadata/index.js';
import { readZip } from '../../metadata/readers/zip.js';
import { childTypeByName, fileTypeByName, type FileType } from '../../metadata/registry/types.js';
import { parseXml, textOf as textOfChild, XmlError, type XmlElement } from '../../metadata/xml/element.js';
import { element as xmlElement, writeMetadataFile } from '../../metadata/xml/write.js';
import { ApiError } from '../../platform/api-error.js';
import type { OrgGateway } from '../host.js';
import { element, escapeXml, type SoapRequest } from '../soap/envelope.js';
import type { DeployQueue } from './deploy-queue.js';
import { manifestOf, type Named } from './manifest.js';
import { response, textIn } from './soap-body.js';
import { LAST_VERSION_WITH_STANDARD_VALUES } from './standard-picklist.js';

/** Components of a call (api_meta, createMetadata: ten, more of custom metadata). */
const MOST = 200;

interface Wanted extends Named {
  readonly content: XmlElement;
}

interface Refusal {
  readonly statusCode: string;
  readonly message: string;
}

export interface CrudCall {
  readonly soap: SoapRequest;
  /** The request as it came: types stand in attributes. */
  readonly raw: Buffer;
  /** `68.0`. */
  readonly version: string;
  readonly userId: string;
}

/**
 * Calls of the Metadata API that make, read, change and delete components at once. Each is a deploy of what it holds, or
 * a retrieve. Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_crud_based_calls_intro.htm
 */
export class MetadataCrud {
  constructor(
    private readonly org: OrgGateway,
    private readonly deploys: DeployQueue
  ) {}

  /** @returns the element that answers; null: it is none of these calls. @throws ApiError, OperationError */
  async answer(call: CrudCall): Promise<string | null> {
    switch (call.soap.operation) {
      case 'createMetadata':
      case 'updateMetadata':
      case 'upsertMetadata':
        return response(call.soap.operation, await this.save(call));
      case 'deleteMetadata':
        return response('deleteMetadata', await this.delete(call));
      case 'readMetadata':
        return this.read(call);
      default:
        return null;
    }
  }

  private async save(call: CrudCall): Promise<unknown[]> {
    const wanted = wantedIn(call);
    const { operation } = call.soap;
    const known = await this.known(wanted, call.userId);
    const refused = new Map<Wanted, Refusal>();
    for (const item of wanted) {
      const exists = known.has(keyOf(item));
      const { type, fullName } = item;
      if (operation === 'createMetadata' && exists) {
        refused.set(item, {
          statusCode: 'DUPLICATE_DEVELOPER_NAME',
          message: `There is already a ${type} named ${fullName}.`
        });
      } else if (operation === 'updateMetadata' && !exists) refused.set(item, notFound(item));
    }
    const accepted = this.accepted(call, wanted, refused);
    const failures = await this.deploy(call, accepted, filesOf(accepted));
    return wanted.map((item) => {
      const error = refused.get(item) ?? failures.get(keyOf(item)) ?? null;
      const created = operation === 'upsertMetadata' && error === null ? { created: !known.has(keyOf(item)) } : {};
      return resultOf(item, error, created);
    });
  }

  private async delete(call: CrudCall): Promise<unknown[]> {
    const wanted = namesIn(call);
    const known = await this.known(wanted, call.userId);
    const refused = new Map(
      wanted.filter((item) => !known.has(keyOf(item))).map((item) => [item, notFound(item)] as const)
    );
    const accepted = this.accepted(call, wanted, refused);
    const destructive = { 'destructiveChanges.xml': manifestOf(accepted, call.version) };
    const failures = await this.deploy(call, accepted, destructive, []);
    return wanted.map((item) => resultOf(item, refused.get(item) ?? failures.get(keyOf(item)) ?? null));
  }

  private async read(call: CrudCall): Promise<string> {
    const wanted = namesIn(call);
    const [first] = wanted;
    const records = new Map<string, string>();
    if (first) {
      const entries = [{ type: first.type, members: wanted.map(({ fullName }) => fullName) }];
      const request = { apiVersion: call.version, entries, singlePackage: true };
      const { zip } = await this.org.run<RetrieveResult>('retrieve', request, call.userId);
      const files = readZip(zip);
      for (const item of wanted) {
        const found = contentIn(files, item) ?? (await this.standardField(call, item));
        if (found) records.set(keyOf(item), recordXml(item, found));
      }
    }
    const content = wanted.map((item) => records.get(keyOf(item)) ?? element('records', null));
    return `<readMetadataResponse><result>${content.join('')}</result></readMetadataResponse>`;
  }

  private async standardField(call: CrudCall, { type, fullName }: Named): Promise<readonly XmlElement[] | null> {
    if (type !== 'CustomField' || Number(call.version) > LAST_VERSION_WITH_STANDARD_VALUES) return null;
    return this.org.run<readonly XmlElement[] | null>('standard-picklist', { fullName }, call.userId);
  }

  /** With AllOrNoneHeader a refusal is everybody's. */
  private accepted<T extends Named>(call: CrudCall, wanted: readonly T[], refused: Map<T, Refusal>): readonly T[] {
    if (!allOrNone(call) || refused.size === 0) return wanted.filter((item) => !refused.has(item));
    for (const item of wanted) {
      if (!refused.has(item)) {
        refused.set(item, {
          statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK',
          message: 'Record rolled back because not all records were valid.'
        });
      }
    }
    return [];
  }

  /** @returns what failed, by key. */
  private async deploy(
    call: CrudCall,
    components: readonly Named[],
    files: Readonly<Record<string, Uint8Array>>,
    members: readonly Named[] = components
  ): Promise<Map<string, Refusal>> {
    if (components.length === 0) return new Map();
    const archive = zipSync({ 'package.xml': manifestOf(members, call.version), ...files });
    const options = { ...DEFAULT_OPTIONS, singlePackage: true, rollbackOnError: allOrNone(call) };
    const { success, details, errorMessage } = await this.deploys.complete(archive, options, call.userId);
    const failures = new Map<string, Refusal>();
    const errors = details.componentFailures.filter(({ problemType }) => problemType !== 'Warning');
    for (const failure of errors) failures.set(keyOf(ownerOf(failure, components)), refusalOf(failure));
    // What failed as a whole failed for each.
    const whole = errors[0] && refusalOf(errors[0]);
    if (!success && (allOrNone(call) || failures.size === 0)) {
      const reason = whole ?? { statusCode: 'UNKNOWN_EXCEPTION', message: errorMessage ?? 'the deploy failed' };
      for (const item of components) if (!failures.has(keyOf(item))) failures.set(keyOf(item), reason);
    }
    return failures;
  }

  private async known(wanted: readonly Named[], userId: string): Promise<Set<string>> {
    const types = [...new Set(wanted.map(({ type }) => type))];
    const found = await this.org.run<FileProperties[]>('list-metadata', { types }, userId);
    return new Set(found.map(({ type, fullName }) => keyOf({ type, fullName })));
  }
}

const keyOf = ({ type, fullName }: Named): string => `${type}/${fullName.toLowerCase()}`;

const allOrNone = ({ soap }: CrudCall): boolean =>
  textIn((soap.headers.AllOrNoneHeader ?? {}) as SoapRequest['body'], 'allOrNone') === 'true';

const notFound = ({ type, fullName }: Named): Refusal => ({
  statusCode: 'INVALID_CROSS_REFERENCE_KEY',
  message: `no ${type} named ${fullName} found`
});

const refusalOf = ({ problem }: DeployMessage): Refusal => ({
  statusCode: 'FIELD_INTEGRITY_EXCEPTION',
  message: problem ?? ''
});

/** A part of an object fails in the name of the part; who asked for the object is told. */
function ownerOf({ componentType, fullName }: DeployMessage, components: readonly Named[]): Named {
  const own = components.find((item) => keyOf(item) === keyOf({ type: componentType, fullName }));
  const parent = components.find((item) => fullName.toLowerCase().startsWith(`${item.fullName.toLowerCase()}.`));
  return own ?? parent ?? { type: componentType, fullName };
}

const resultOf = ({ fullName }: Named, error: Refusal | null, more: object = {}): unknown => ({
  ...more,
  ...(error ? { errors: { message: error.message, statusCode: error.statusCode } } : {}),
  fullName,
  success: error === null
});

function namesIn({ soap: { body } }: CrudCall): Named[] {
  const type = textIn(body, 'type');
  const names = [body.fullNames ?? []].flat().map((name) => String(name).trim());
  checkSize(names.length);
  return names.map((fullName) => supported({ type, fullName }));
}

function wantedIn({ raw }: CrudCall): Wanted[] {
  const body = parsed(raw).children.find(({ name }) => name === 'Body');
  const items = (body?.children[0]?.children ?? []).filter(({ name }) => name === 'metadata');
  checkSize(items.length);
  return items.map((content) => {
    const type = localName(Object.entries(content.attributes).find(([name]) => localName(name) === 'type')?.[1] ?? '');
    const fullName = textOfChild(content, 'fullName')?.trim() ?? '';
    if (type === '' || fullName === '') {
      throw new ApiError(400, 'INVALID_TYPE', 'each component needs an xsi:type and a fullName');
    }
    return { ...supported({ type, fullName }), content };
  });
}

/** The document without prefixes. */
function parsed(raw: Buffer): XmlElement {
  try {
    return withoutPrefixes(parseXml(raw));
  } catch (error) {
    if (error instanceof XmlError) throw new ApiError(400, 'INVALID_XML', error.message);
    throw error;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const withoutPrefixes = (node: XmlElement): XmlElement => ({
  ...node,
  name: localName(node.name),
  children: node.children.map(withoutPrefixes)
});

function checkSize(count: number): void {
  if (count > MOST) throw new ApiError(400, 'EXCEEDED_ID_LIMIT', `a call takes at most ${MOST} components`);
}

function supported<T extends Named>(item: T): T {
  const type = fileTypeByName(item.type);
  if (!type && !childTypeByName(item.type)) {
    throw new ApiError(400, 'INVALID_TYPE', `Unknown type name '${item.type}'`);
  }
  if (type && type.shape !== 'file') {
    throw new ApiError(400, 'INVALID_TYPE', `not supported by the local org: ${item.type} by this call; deploy it`);
  }
  return item;
}

/** The files that hold the components: parts of one object share its file. */
function filesOf(wanted: readonly Wanted[]): Record<string, Uint8Array> {
  const roots = new Map<string, { root: string; children: XmlElement[] }>();
  for (const { type, fullName, content } of wanted) {
    const { parent, part, name } = placeOf(type, fullName);
    const path = pathOf(parent, name);
    const file = roots.get(path) ?? { root: parent.name, children: [] };
    roots.set(path, file);
    const children = content.children.filter((child) => child.name !== 'fullName');
    if (part === null) file.children.push(...children);
    else {
      const partName = fullName.slice(fullName.indexOf('.') + 1);
      file.children.push(xmlElement(part, [xmlElement('fullName', partName), ...children]));
    }
  }
  return Object.fromEntries(
    [...roots].map(([path, { root, children }]) => [path, writeMetadataFile(xmlElement(root, children))])
  );
}

/** @returns the type whose file it is in, its element there (null: the file is its own), and the file's name. */
function placeOf(type: string, fullName: string): { parent: FileType; part: string | null; name: string } {
  const child = childTypeByName(type);
  if (!child) return { parent: fileTypeByName(type) as FileType, part: null, name: fullName };
  const name = child.parent.name === 'CustomLabels' ? 'CustomLabels' : (fullName.split('.')[0] ?? '');
  return { parent: child.parent, part: child.child.element, name };
}

const pathOf = (type: FileType, name: string): string =>
  `${type.directory}/${name}${type.suffix === null ? '' : `.${type.suffix}`}`;

function contentIn(files: ReadonlyMap<string, Uint8Array>, { type, fullName }: Named): readonly XmlElement[] | null {
  const { parent, part, name } = placeOf(type, fullName);
  const path = pathOf(parent, name).toLowerCase();
  const file = [...files].find(([known]) => known.toLowerCase() === path)?.[1];
  if (!file) return null;
  const root = parseXml(file);
  if (part === null) return root.children;
  const wanted = fullName.slice(fullName.indexOf('.') + 1).toLowerCase();
  const found = root.children.find(
    (child) => child.name === part && textOfChild(child, 'fullName')?.toLowerCase() === wanted
  );
  return found?.children.filter((child) => child.name !== 'fullName') ?? null;
}

function recordXml({ type, fullName }: Named, children: readonly XmlElement[]): string {
  const content = children.map(render).join('');
  return `<records xsi:type="${escapeXml(type)}">${element('fullName', fullName)}${content}</records>`;
}

function render(node: XmlElement): string {
  const attributes = Object.entries(node.attributes)
    .filter(([name]) => name.startsWith('xsi:'))
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
  const content = node.children.length > 0 ? node.children.map(render).join('') : escapeXml(node.text);
  return `<${node.name}${attributes}>${content}</${node.name}>`;
}
