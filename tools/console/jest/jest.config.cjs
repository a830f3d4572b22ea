/** How the components of force-app/console are tested; run by `npm test -- jest`. */
const path = require('node:path');
const { jestConfig } = require('@salesforce/sfdx-lwc-jest/config');

const stub = (name) => path.join(__dirname, 'stubs', `${name}.js`);

module.exports = {
  ...jestConfig,
  rootDir: path.resolve(__dirname, '../../..'),
  roots: ['<rootDir>/force-app/console/lwc'],
  setupFilesAfterEnv: [...jestConfig.setupFilesAfterEnv, path.join(__dirname, 'setup.cjs')],
  moduleNameMapper: {
    // What the package of stubs lacks.
    '^lightning/modal$': stub('modal'),
    '^lightning/navigation$': stub('navigation'),
    '^lightning/actions$': stub('actions'),
    '^@salesforce/i18n/locale$': stub('locale'),
    '^@salesforce/i18n/timeZone$': stub('timeZone')
  },
  collectCoverage: false
};
