import { Config } from '@oclif/core';
import { fileURLToPath } from 'node:url';

/** What other people's scripts rely on: names of commands and flags. */
export interface CommandShape {
  readonly command: string;
  readonly aliases: readonly string[];
  readonly flags: readonly string[];
  readonly flagChars: readonly string[];
  readonly required: readonly string[];
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The commands as oclif sees them; the plugin must have been built. */
export async function loadCommands(): Promise<CommandShape[]> {
  const config = await Config.load({ root: ROOT });
  return config.commands
    .filter(({ pluginName }) => pluginName === '@retrysafe/plugin')
    .map(({ id, aliases, flags }) => ({
      command: id,
      aliases: [...aliases].sort(),
      flags: Object.keys(flags).sort(),
      flagChars: Object.values(flags)
        .flatMap(({ char }) => char ?? [])
        .sort(),
      required: Object.entries(flags)
        .filter(([, { required }]) => required === true)
        .map(([name]) => name)
        .sort()
    }))
    .sort((left, right) => left.command.localeCompare(right.command));
}
