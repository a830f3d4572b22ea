import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE_PACKAGE } from '../paths.js';

const FILE = join(CONSOLE_PACKAGE, 'labels', 'CustomLabels.labels-meta.xml');
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The custom labels of the console.
 *
 * @returns text by name, without `c.`
 */
export async function readLabels(): Promise<ReadonlyMap<string, string>> {
  const xml = await readFile(FILE, 'utf8');
  const labels = new Map<string, string>();
  for (const [, block = ''] of xml.matchAll(/<labels>(.*?)<\/labels>/gs)) {
    labels.set(element(block, 'fullName'), element(block, 'value'));
  }
  return labels;
}

function element(block: string, name: string): string {
  const text = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(block)?.[1];
  if (text === undefined) throw new Error(`${FILE}: a label without ${name}.`);
  return text.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}
