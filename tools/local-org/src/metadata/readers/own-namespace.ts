import { posix } from 'node:path';

/** Endings of names that may carry a namespace prefix. */
const SUFFIXES = 'c|r|mdt|e|b|x|kav|share|history|feed|tag|pc|pr';
const CODE = /\.(?:cls|trigger)$/i;
const TEXT = /\.(?:cls|trigger|page|component|object|xml|md)$/i;

/**
 * The namespace that a project gives its org (`namespace` in sfdx-project.json). Code and metadata of the project may write
 * it before their own names (`ns.Invoices`, `ns__Total__c`) or leave it out; a local org has no namespace, so it is taken off.
 * Source: Apex Developer Guide, "Namespace Prefix".
 */
export class OwnNamespace {
  private readonly names: RegExp;
  private readonly types: RegExp | null;

  /** @param paths all files of the project. */
  constructor(namespace: string, paths: Iterable<string>) {
    this.names = new RegExp(`\\b${namespace}__(?=[A-Za-z]\\w*?__(?:${SUFFIXES})\\b)`, 'gi');
    const types = [...paths].filter((path) => /\.cls$/i.test(path)).map((path) => posix.basename(path).slice(0, -4));
    this.types =
      types.length > 0
        ? new RegExp(`(?<![\\w.])${namespace}[ \\t]*\\.[ \\t]*(?=(?:${types.join('|')})\\b)`, 'gi')
        : null;
  }

  /** A path or name without the prefix. */
  bare(text: string): string {
    return text.replace(this.names, '');
  }

  /** Content of a file as it would be without the prefix; lines stay where they are. */
  content(path: string, content: Uint8Array): Uint8Array {
    if (!TEXT.test(path)) return content;
    const text = new TextDecoder().decode(content);
    const named = this.bare(text);
    const bare = CODE.test(path) && this.types ? named.replace(this.types, '') : named;
    return bare === text ? content : new TextEncoder().encode(bare);
  }
}
