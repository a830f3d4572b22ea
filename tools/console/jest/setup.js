/**
 * What the platform adds to components, as far as tests need it: labels have their English texts, so that tests read what users
 * read; Apex methods are there as the package declares them, wired ones with an adapter that tests feed; and the user has every
 * custom permission. A test of a user without one mocks it as undefined.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createApexTestWireAdapter } from '@salesforce/sfdx-lwc-jest';

const PACKAGE = resolve(__dirname, '../../../force-app/console');
const decode = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const provide = (name, value) => jest.doMock(name, () => ({ __esModule: true, default: value() }), { virtual: true });

for (const [, block] of readFileSync(join(PACKAGE, 'labels', 'CustomLabels.labels-meta.xml'), 'utf8').matchAll(
  /<labels>(.*?)<\/labels>/gs
)) {
  const [, name] = /<fullName>(.*?)<\/fullName>/.exec(block);
  const [, value] = /<value>(.*?)<\/value>/s.exec(block);
  provide(`@salesforce/label/c.${name}`, () => decode(value));
}

for (const file of readdirSync(join(PACKAGE, 'classes')).filter((name) => name.endsWith('Resource.cls'))) {
  const source = readFileSync(join(PACKAGE, 'classes', file), 'utf8');
  for (const [, cacheable, method] of source.matchAll(
    /@AuraEnabled(\(cacheable=true\))?\s[^;{}]*?public static [\w.<>]+ (\w+)\(/g
  )) {
    provide(`@salesforce/apex/${file.replace('.cls', '')}.${method}`, () =>
      cacheable ? createApexTestWireAdapter(jest.fn()) : jest.fn()
    );
  }
}
jest.doMock('@salesforce/apex', () => ({ refreshApex: jest.fn(() => Promise.resolve()) }), { virtual: true });

for (const permission of ['Replay_Integration_Work', 'Approve_Reconciliation_Repair']) {
  provide(`@salesforce/customPermission/${permission}`, () => true);
}

afterEach(() => {
  document.body.replaceChildren();
  jest.clearAllMocks();
});
