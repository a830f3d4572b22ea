import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { toHtml } from '../../src/report/html/page.js';
import { HistoryBuilder, answers } from '../support/history.js';
import { sampleResults } from '../support/results.js';

const BROWSERS = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** The page in a real browser; left out where there is none. */
describe('the report in Chromium', function () {
  this.timeout(60_000);
  const executablePath = BROWSERS.find((path) => path !== '' && existsSync(path));
  let folder: string;
  let browser: Browser;

  before(async function () {
    if (executablePath === undefined) return this.skip();
    folder = await mkdtemp(join(tmpdir(), 'report-page-'));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });

  after(async () => {
    await browser?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`draws every chart and asks for nothing else (${colorScheme})`, async () => {
      const history = new HistoryBuilder();
      const [one, other] = [history.start('k', 'A'), history.start('k', 'A')];
      history.end(one, answers.created()).end(other, answers.replayed());
      const path = join(folder, `${colorScheme}.html`);
      await writeFile(path, toHtml(sampleResults(), history.entries));
      const page = await browser.newPage({ colorScheme });
      const errors: string[] = [];
      const requests: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => requests.push(request.url()));

      await page.goto(pathToFileURL(path).href);
      const drawn = await page.$$eval('canvas', (canvases) =>
        canvases.map(({ id, width, height }) => `${id} ${width > 100 && height > 50}`)
      );

      // As text: this is code of the page, whose globals the types of Node do not know.
      const paper = (event?: string): Promise<string> =>
        page.evaluate<string>(`${event === undefined ? '' : `dispatchEvent(new Event('${event}'));`}
          getComputedStyle(document.body).backgroundColor`);

      const WHITE = 'rgb(255, 255, 255)';
      expect((await paper()) === WHITE).to.equal(colorScheme === 'light');
      expect(await paper('beforeprint')).to.equal(WHITE);
      expect((await paper('afterprint')) === WHITE).to.equal(colorScheme === 'light');
      expect(errors).to.deep.equal([]);
      expect(requests).to.deep.equal([pathToFileURL(path).href]);
      expect(drawn).to.deep.equal(['latency true', 'outcomes true', 'timeline true']);
      await page.close();
    });
  }
});
