import { readFile } from 'node:fs/promises';

/** Files of the status page, beside `src` and `dist`. Nothing else is served from the disk. */
const TYPES = {
  'index.html': 'text/html; charset=utf-8',
  'enter.html': 'text/html; charset=utf-8',
  'status.css': 'text/css; charset=utf-8',
  'status.js': 'text/javascript; charset=utf-8',
  'parts.js': 'text/javascript; charset=utf-8',
  'enter.js': 'text/javascript; charset=utf-8'
} as const;

export type PageFile = keyof typeof TYPES;

/** Those that a page loads by themselves. */
export const PAGE_ASSETS = ['status.css', 'status.js', 'parts.js', 'enter.js'] as const satisfies readonly PageFile[];

export const contentType = (name: PageFile): string => TYPES[name];

export const readPageFile = (name: PageFile): Promise<string> =>
  readFile(new URL(`../../../page/${name}`, import.meta.url), 'utf8');
