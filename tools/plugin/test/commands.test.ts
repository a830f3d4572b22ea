import { Config } from '@oclif/core';
import { expect } from 'chai';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCommands } from './snapshot.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('the commands of the plugin', function () {
  this.timeout(60_000);

  before(async () => {
    const build = (await import(new URL('../build.mjs', import.meta.url).href)) as { buildPlugin(): Promise<void> };
    await build.buildPlugin();
  });

  it('are those of the snapshot; whoever changes one, changes the snapshot knowingly', async () => {
    const snapshot = JSON.parse(await readFile(join(ROOT, 'command-snapshot.json'), 'utf8')) as unknown;

    expect(await loadCommands()).to.deep.equal(snapshot);
  });

  it('each have a summary, a description, an example that names them, and a schema of their JSON', async () => {
    const config = await Config.load({ root: ROOT });
    const commands = config.commands.filter(({ pluginName }) => pluginName === '@retrysafe/plugin');
    const schemas = await readdir(join(ROOT, 'schemas'));

    expect(commands.length).to.be.greaterThan(0);
    for (const { id, summary, description, examples } of commands) {
      expect(summary, id).to.be.a('string').and.not.equal('');
      expect(description, id).to.be.a('string').and.not.equal('');
      expect(JSON.stringify(examples ?? []), id).to.contain('command.id');
      expect(schemas, id).to.include(`${id.replaceAll(':', '.')}.json`);
    }
  });
});
