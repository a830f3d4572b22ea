/** How the components of force-app/console are tested; run by `npm test -- jest`. */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import salesforce from '@salesforce/sfdx-lwc-jest/config.js';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const stub = (name) => join(FOLDER, 'stubs', `${name}.js`);
const { jestConfig } = salesforce;

export default {
  ...jestConfig,
  rootDir: resolve(FOLDER, '../../..'),
  roots: ['<rootDir>/force-app/console/lwc'],
  setupFilesAfterEnv: [...jestConfig.setupFilesAfterEnv, join(FOLDER, 'setup.js')],
  moduleNameMapper: {
    '^console-test$': join(FOLDER, 'support.js'),
    // What the package of stubs lacks, or has without a way to look at it.
    '^lightning/modal$': stub('modal'),
    '^lightning/navigation$': stub('navigation'),
    '^lightning/actions$': stub('actions'),
    '^@salesforce/i18n/locale$': stub('locale'),
    '^@salesforce/i18n/timeZone$': stub('timeZone')
  }
};
