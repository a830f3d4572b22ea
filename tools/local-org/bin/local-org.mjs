#!/usr/bin/env node
/** Starts the command line: from the sources in a checkout, from the compiled files in an installed package. */
import { existsSync } from 'node:fs';

const source = new URL('../src/cli.ts', import.meta.url);
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api');
  register();
  const { register: registerHooks } = await import('node:module');
  // Packages of this repository resolve to their sources, too.
  registerHooks(
    `data:text/javascript,${encodeURIComponent(
      `export const resolve = (specifier, context, next) =>
         next(specifier, { ...context, conditions: ['retrysafe-source', ...context.conditions] });`
    )}`
  );
  await import(source.href);
} else {
  await import(new URL('../dist/cli.js', import.meta.url).href);
}
