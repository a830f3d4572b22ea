/**
 * Makes Mocha load test files by `import`. By itself it prefers `require`, and modules that a test requires and modules that
 * the code under test imports dynamically would then be two copies of the same file.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.resolve('mocha/package.json'));
require('./lib/nodejs/esm-utils.cjs').requireOrImport = (file) => import(pathToFileURL(file).href);
