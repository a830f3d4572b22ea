/** Labels have their English texts, so that tests read what users read. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const file = resolve(__dirname, '../../../force-app/console/labels/CustomLabels.labels-meta.xml');
const decode = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

for (const [, block] of readFileSync(file, 'utf8').matchAll(/<labels>(.*?)<\/labels>/gs)) {
  const [, name] = /<fullName>(.*?)<\/fullName>/.exec(block);
  const [, value] = /<value>(.*?)<\/value>/s.exec(block);
  jest.doMock(`@salesforce/label/c.${name}`, () => ({ __esModule: true, default: decode(value) }), { virtual: true });
}

afterEach(() => {
  document.body.replaceChildren();
  jest.clearAllMocks();
});
