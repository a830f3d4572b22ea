export { consoleMain } from './cli.js';
