import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { LocalOrg } from '../../src/index.js';
import { execute, orgWith } from '../server/support.js';

const BROWSERS = [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'];

const WORKER = `public class Worker implements Queueable {
  public void execute(QueueableContext context) { throw new IllegalArgumentException('The remote said no.'); }
}`;

/** The page in a real browser; left out where there is none. */
describe('the status page in Chromium', function () {
  this.timeout(60_000);
  const executablePath = BROWSERS.find((path) => path !== '' && existsSync(path));
  let org: LocalOrg;
  let browser: Browser;
  let axe: string;

  before(async function () {
    if (executablePath === undefined) return this.skip();
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
    org = await orgWith({ 'classes/Worker.cls': WORKER });
    await execute(org, "insert new Account(Name = 'one'); System.enqueueJob(new Worker());");
    await org.drainJobs();
    const level = await call<{ id: string }>('/services/data/v66.0/tooling/sobjects/DebugLevel', {
      DeveloperName: 'Page',
      MasterLabel: 'Page',
      ApexCode: 'DEBUG'
    });
    await call('/services/data/v66.0/tooling/sobjects/TraceFlag', {
      TracedEntityId: org.userId,
      LogType: 'USER_DEBUG',
      DebugLevelId: level.id,
      StartDate: new Date(Date.now() - 60_000).toISOString(),
      ExpirationDate: new Date(Date.now() + 600_000).toISOString()
    });
    await call(
      `/services/data/v66.0/tooling/executeAnonymous?anonymousBody=${encodeURIComponent("System.debug('a needle');")}`
    );
  });

  after(async () => {
    await browser?.close();
    await org?.stop();
  });

  async function call<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(org.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    return (await response.json()) as T;
  }

  /** Rules of axe that the page breaks. */
  async function broken(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(async () => {
      const { axe: tool } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      const { violations } = await tool.run();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`shows who waits for whom, a failed job and a log, by keyboard too (${colorScheme})`, async () => {
      const { frontdoor_uri: address } = await call<{ frontdoor_uri: string }>('/services/oauth2/singleaccess');
      const { records } = await call<{ records: { Id: string }[] }>(
        '/services/data/v66.0/query?q=SELECT+Id+FROM+Account'
      );
      const page = await browser.newPage({ colorScheme, viewport: { width: 900, height: 800 } });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));

      await page.goto(address);
      await page.waitForURL(`${org.url}/`);
      await page.getByText('First error: The remote said no.').waitFor();
      const lock = await call<{ id: string }>('/local-org/v1/locks', {
        object: 'Account',
        id: records[0]?.Id,
        milliseconds: 60_000
      });
      const update = execute(org, `update new Account(Id = '${records[0]?.Id}', Name = 'two');`);
      await page.getByRole('cell', { name: 'waits for a lock' }).waitFor();
      expect(await broken(page)).to.deep.equal([]);
      await fetch(`${org.url}/local-org/v1/locks/${lock.id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${org.accessToken}` }
      });
      await update;

      await page.locator('#logs button').last().press('Enter');
      await page.getByText(/^\d+ of \d+ lines$/).waitFor();
      await page.getByLabel('Lines with').pressSequentially('NEEDLE');
      await page.getByText(/^[1-5] of \d+ lines$/).waitFor();
      expect(await page.locator('#viewer-text').textContent()).to.contain('a needle');
      expect(await broken(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.locator('#viewer').waitFor({ state: 'hidden' });

      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0);
      expect(await page.evaluate<number>('sessionStorage.length')).to.equal(1);
      expect(errors).to.deep.equal([]);
      await page.close();
    });
  }

  it('asks who has no token, says no to a wrong one, and forgets a right one on leaving', async () => {
    const page = await browser.newPage();
    await page.goto(org.url);
    const token = page.getByLabel('Access token');
    expect(await broken(page)).to.deep.equal([]);

    await token.fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('Session expired or invalid').waitFor();
    await token.fill(org.accessToken);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Deployed components' }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).press('Enter');
    await token.waitFor();
    expect(await page.evaluate<number>('sessionStorage.length')).to.equal(0);
    await page.close();
  });
});
