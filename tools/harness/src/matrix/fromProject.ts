import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { UsageError } from '../run/errors.js';
import type { SfdxProject } from '../run/project.js';
import { ruleOf, type RuleColumns } from './columns.js';
import type { RetryMatrix } from './rule.js';

const RULE_FILE = /^Retry_Rule\.(?<name>\w+)\.md-meta\.xml$/;
const ENDPOINT_FILE = /^Outbound_Endpoint\.(?<name>\w+)\.md-meta\.xml$/;

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, isArray: (name) => name === 'values' });

interface RecordFile {
  readonly CustomMetadata?: {
    readonly values?: readonly { readonly field: string; readonly value?: string }[];
  };
}

/**
 * The matrix as the source files have it.
 *
 * @throws UsageError for a file that is no custom metadata record
 */
export function matrixOfProject(project: SfdxProject): RetryMatrix {
  const files = project.packageDirectories.flatMap((directory) =>
    readdirSync(join(project.root, directory), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(project.root, directory, path)
    )
  );
  const named = (pattern: RegExp): { name: string; path: string }[] =>
    files.flatMap((path) => {
      const name = pattern.exec(path.split(/[\\/]/).at(-1) ?? '')?.groups?.name;
      return name === undefined ? [] : [{ name, path }];
    });
  return {
    rules: named(RULE_FILE).map(({ name, path }) => ruleOf({ DeveloperName: name, ...columnsOf(path) })),
    endpoints: named(ENDPOINT_FILE).map(({ name }) => name)
  };
}

function columnsOf(path: string): RuleColumns {
  const record = (parser.parse(readFileSync(path, 'utf8'), true) as RecordFile).CustomMetadata;
  if (record === undefined) {
    throw new UsageError(`${path} is no custom metadata record.`, ['Its outermost element must be CustomMetadata.']);
  }
  return Object.fromEntries((record.values ?? []).map(({ field, value }) => [field, value]));
}
