import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { readLabels } from '../src/bundle/labels.js';
import { CONSOLE_PACKAGE } from '../src/paths.js';

const LWC = join(CONSOLE_PACKAGE, 'lwc');

interface Source {
  readonly name: string;
  readonly code: string;
}

async function components(): Promise<Source[]> {
  const entries = await readdir(LWC, { withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => ({ name, code: await readFile(join(LWC, name, `${name}.js`), 'utf8') }))
  );
}

describe('the components of the console', () => {
  it('use every label that there is, and no other', async () => {
    const all = (await components()).map(({ code }) => code).join('\n');
    const imported = [...all.matchAll(/@salesforce\/label\/c\.(\w+)/g)].map(([, name]) => name);
    expect([...imported].sort()).to.deep.equal([...(await readLabels()).keys()].sort());

    const entries = await readdir(LWC, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name));
    const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
    const used = new Set(texts.flatMap((text) => [...text.matchAll(/\blabels\.(\w+)/g)].map(([, name]) => name)));
    const known =
      /labels = Object\.freeze\(\{([^}]*)\}/
        .exec(all)?.[1]
        ?.split(',')
        .map((name) => name.trim()) ?? [];
    expect(known.filter((name) => !used.has(name))).to.deep.equal([]);
    expect([...used].filter((name) => !known.includes(name ?? ''))).to.deep.equal([]);
  });

  it('call Apex methods that are there, and wire only cacheable ones', async () => {
    const problems: string[] = [];
    for (const { name, code } of await components()) {
      for (const [, local = '', className = '', method = ''] of code.matchAll(
        /import (\w+) from '@salesforce\/apex\/(\w+)\.(\w+)'/g
      )) {
        const apex = await readFile(join(CONSOLE_PACKAGE, 'classes', `${className}.cls`), 'utf8');
        // The annotation, whatever stands between it and the method, and nothing that ends a declaration.
        const declared = new RegExp(`@AuraEnabled(\\([^)]*\\))?\\s[^;{}]*public static [\\w.<>]+ ${method}\\(`).exec(
          apex
        );
        if (!declared) problems.push(`${name}: ${className}.${method} is not there`);
        else if (code.includes(`@wire(${local}`) && !declared[1]?.includes('cacheable=true')) {
          problems.push(`${name}: ${className}.${method} is wired and not cacheable`);
        }
      }
    }
    expect(problems).to.deep.equal([]);
  });

  it('are each tested', async () => {
    for (const { name } of await components()) {
      const tests = await readdir(join(LWC, name, '__tests__')).catch(() => []);
      expect(tests, name).to.include(`${name}.test.js`);
    }
  });
});
