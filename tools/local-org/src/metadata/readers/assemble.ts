import { problem, type Component, type ComponentFile, type Problem } from '../model/component.js';
import type { FileType } from '../registry/types.js';
import { parseXml, XmlError, type XmlElement } from '../xml/element.js';
import { takeApart } from './take-apart.js';

export interface Assembled {
  readonly components: readonly Component[];
  readonly problems: readonly Problem[];
}

/** Parses the XML of a component; a broken file is a problem of that component, not of the whole deploy. */
export function readComponentXml(
  at: Pick<Component, 'type' | 'fullName' | 'fileName'>,
  content: Uint8Array,
  problems: Problem[]
): XmlElement | null {
  try {
    return parseXml(content);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    problems.push(problem(at, `Error parsing file: ${error.message}`, { line: error.line, column: error.column }));
    return null;
  }
}

/**
 * Makes components of the files that belong to one full name of a type.
 *
 * @param files in zip form; @param main path of the file that messages name.
 */
export function assemble(type: FileType, fullName: string, main: string, files: readonly ComponentFile[]): Assembled {
  const problems: Problem[] = [];
  const at = { type: type.name, fullName, fileName: main };
  if (type.shape === 'bundle') return { components: [{ ...at, files, xml: null }], problems };
  const xmlFile = type.shape === 'content' ? files.find((file) => file.path.endsWith('-meta.xml')) : files[0];
  if (!xmlFile) {
    problems.push(problem(at, `${main}-meta.xml: the file that describes ${main} is missing`));
    return { components: [], problems };
  }
  if (type.shape === 'content' && files.length < 2 && !isFolder(type, fullName)) {
    problems.push(problem(at, `${main}: the file that ${xmlFile.path} describes is missing`));
    return { components: [], problems };
  }
  const xml = readComponentXml({ ...at, fileName: xmlFile.path }, xmlFile.content, problems);
  if (!xml) return { components: [], problems };
  const root = rootOf(type, fullName);
  if (xml.name !== root && !isFolder(type, fullName)) {
    problems.push(
      problem(
        { ...at, fileName: xmlFile.path },
        `Error parsing file: expected the root element ${root}, found ${xml.name}`
      )
    );
    return { components: [], problems };
  }
  if (type.children.length > 0) return { components: takeApart(type, fullName, xmlFile, xml), problems };
  return { components: [{ ...at, files, xml }], problems };
}

/** Settings come in many kinds, each with a root of its own: `settings/PathAssistant.settings` holds PathAssistantSettings. */
const rootOf = (type: FileType, fullName: string): string =>
  type.name === 'Settings' ? `${fullName}Settings` : type.name;

const isFolder = (type: FileType, fullName: string): boolean => type.inFolder && !fullName.includes('/');
