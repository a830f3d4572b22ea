import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../src/browser/chromium.js';
import { auditAccessibility } from '../src/browser/lighthouse.js';
import { bundlePage } from '../src/bundle/bundle.js';
import { addDemoData, openConsoleOrg, type ConsoleOrg } from '../src/org/localConsoleOrg.js';
import { ROOT } from '../src/paths.js';
import { startPageServer, type PageServer } from '../src/server/pageServer.js';

const MINUTE = 60_000;
const ACCESSIBILITY_BAR = 95;
/** Rules of axe that Lighthouse's accessibility audit is made of, and its best practices. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

// Needs seconds: a bundle of LWC, an org with the whole project, and a browser.
describe('the console in a browser', function () {
  this.timeout(180_000);
  let consoleOrg: ConsoleOrg;
  let server: PageServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  let axe: string;

  before(async function () {
    if (findChromium() === undefined) return this.skip();
    const [scripts, org] = await Promise.all([bundlePage(), openConsoleOrg(ROOT)]);
    consoleOrg = org;
    await addDemoData(org);
    server = await startPageServer(org, scripts, 0);
    browser = await launchChromium();
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await consoleOrg?.stop();
  });

  beforeEach(async () => {
    // Chromium may be ended by a machine that is short of something; what it showed before is no concern of the next test.
    if (!browser.isConnected()) browser = await launchChromium();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', timezoneId: 'UTC' });
    page = await context.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      // A call that is refused is an answer; the browser writes it down nevertheless.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text());
    });
    await page.goto(server.url);
  });
  afterEach(async () => {
    await context.close();
    expect(problems).to.deep.equal([]);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const rows = () => page.locator('lightning-datatable tbody tr');
  async function show(hash: string): Promise<void> {
    await page.goto(`${server.origin}/${hash}`);
    await page.reload();
  }
  async function become(person: string): Promise<void> {
    await page.locator('select[name="person"]').waitFor();
    await Promise.all([page.waitForEvent('load'), page.locator('select[name="person"]').selectOption(person)]);
  }
  async function select(key: string): Promise<void> {
    await rows().filter({ hasText: key }).locator('.slds-checkbox_faux').click();
  }
  async function giveReason(reason: string, action: string): Promise<void> {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /Reason/ }).fill(reason);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  /** A call as somebody makes it who does not use the buttons. */
  const call = <T>(method: string, body: object): Promise<T> =>
    page.evaluate(
      async ([name, text]) =>
        (
          await fetch(`/apex/${name}`, {
            method: 'POST',
            headers: { 'x-console': 'call' },
            body: text ?? ''
          })
        ).json(),
      [method, JSON.stringify(body)]
    ) as Promise<T>;
  /** What axe finds. @param left rules that are left out, by name */
  async function violations(left: readonly string[] = []): Promise<string[]> {
    await page.evaluate(axe);
    const options = {
      runOnly: { type: 'tag', values: AXE_TAGS },
      rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }]))
    };
    const found = await page.evaluate(
      (how) =>
        (window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }).axe
          .run(how)
          .then((result) => result.violations),
      options
    );
    return found.map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes.map((node) => `${node.html}\n  ${node.failureSummary}`).join('\n')}`
    );
  }

  /** Names of the elements of a role, as the browser tells them to screen readers. */
  async function namesOf(role: string): Promise<unknown[]> {
    const session = await context.newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return nodes.filter((node) => node.role?.value === role).map((node) => node.name?.value as unknown);
  }
  /** Moves the focus by Tab until an element has it. */
  async function tabTo(target: Locator, by = 'Tab'): Promise<void> {
    for (let step = 0; step < 60; step++) {
      if ((await page.locator(':focus').and(target).count()) > 0) return;
      await page.keyboard.press(by);
    }
    throw new Error(`${by} does not lead to ${String(target)}.`);
  }

  it('shows how the integration is doing', async () => {
    await page.locator('svg.chart rect').first().waitFor();
    // Drawn from a call of its own, which may take longer than that of the chart.
    const queues = page.locator('c-console-queues tbody tr');
    await queues.nth(3).waitFor();
    expect(await queues.count()).to.equal(4);
    expect(await page.locator('c-console-endpoints tbody tr').first().innerText()).to.match(/Fulfillment Service/);
    expect(await violations()).to.deep.equal([]);
    await button(/show Dispatches that wait for you/).click();
    await rows().first().waitFor();
    expect(page.url()).to.contain('c__kind=dispatch');
    expect(await violations()).to.deep.equal([]);
  });

  it('replays an exhausted dispatch with a reason, and it succeeds', async () => {
    consoleOrg.remote.mend();
    await show('#/n/Integration_Work?c__kind=dispatch&c__view=operator');
    const key = 'fulfil:SO-denied-1001';
    await select(key);
    await button('Replay selected (1)').click();
    await page.getByText('The work runs again under its original key').waitFor();
    // Its name: axe looks for the header by id, and synthetic shadow hides ids from scripts, not from the browser, which is asked
    // below. The rows behind the dialog are covered, so their contrast does not count.
    expect(await violations(['aria-dialog-name', 'color-contrast'])).to.deep.equal([]);
    expect(await namesOf('dialog')).to.deep.equal(['Replay 1 row']);
    // Without a reason the dialog stays.
    await page.getByRole('dialog').getByRole('button', { name: 'Replay', exact: true }).click();
    expect(await page.getByRole('dialog').innerText()).to.contain('Say why');
    await giveReason('The token was renewed.', 'Replay');
    await page.getByText('Queued. A sweeper runs it within a minute.').waitFor();
    await rows().filter({ hasText: key }).waitFor({ state: 'detached' });

    await consoleOrg.pass(2 * MINUTE);
    await show('#/n/Integration_Work?c__kind=dispatch&c__view=recent');
    const row = rows().filter({ hasText: key });
    await row.waitFor();
    expect(await row.innerText()).to.contain('Succeeded');
    await row.getByRole('button').first().click();
    const panel = page.locator('c-console-record-panel');
    await panel.getByText('It was replayed').waitFor();
    expect(await panel.innerText())
      .to.contain('The token was renewed.')
      .and.contain('Olga Operator')
      .and.contain('The remote knows it as');
    expect(await violations()).to.deep.equal([]);
    expect(consoleOrg.remote.keys.filter((each) => each === key)).to.have.lengthOf(2);
  });

  it('is worked by the keyboard alone', async () => {
    await page.locator('c-console-queues tbody tr').first().waitFor();
    await tabTo(button(/show Dispatches that wait for you/));
    await page.keyboard.press('Enter');
    await rows().first().waitFor();
    // One stop for the whole table; arrows move among its cells, Enter goes into one and Escape out again.
    await tabTo(page.locator('lightning-datatable tbody th'));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    // The table moves the focus after it has drawn itself anew.
    await page.locator('lightning-datatable tbody input:focus').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    const [key = ''] =
      /fulfil:[\w-]+/.exec(
        await rows()
          .filter({ has: page.locator(':focus') })
          .innerText()
      ) ?? [];
    expect(key).not.to.equal('');
    await page.keyboard.press('Escape');
    const replay = button('Replay selected (1)');
    await replay.waitFor();
    await tabTo(replay, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // The dialog keeps the focus; Escape closes it, does nothing, and gives the focus back.
    await tabTo(dialog.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await rows().filter({ hasText: key }).count()).to.equal(1);
    await page.locator(':focus').and(replay).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo(dialog.getByRole('textbox', { name: /Reason/ }));
    await page.keyboard.type('By hand, without a mouse.');
    await tabTo(dialog.getByRole('button', { name: 'Replay', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByText('Queued. A sweeper runs it within a minute.').waitFor();
    await rows().filter({ hasText: key }).waitFor({ state: 'detached' });
  });

  it('is accessible by the audits of Lighthouse', async () => {
    const pages = [
      '#/n/Integration_Overview',
      '#/n/Integration_Work?c__kind=dispatch&c__view=recent',
      '#/n/Integration_Findings'
    ];
    const judged = await auditAccessibility(pages.map((hash) => server.url + hash));
    for (const [url, { score, problems: missed }] of judged) {
      expect(score, `${url}\n${missed.join('\n')}`).to.be.at.least(ACCESSIBILITY_BAR);
    }
  });

  it('says what Salesforce would open where it has no component', async () => {
    await show('#/n/Integration_Findings');
    await rows().first().getByRole('button').first().click();
    await page.getByText(/On Salesforce this opens the record page of \w+ \(Reconciliation_Finding__c\)/).waitFor();
    await show('#/n/Outbound_Dispatch__c');
    await page.getByText('On Salesforce this opens the tab Outbound_Dispatch__c.').waitFor();
  });

  it('declines a repair and shows why', async () => {
    await show('#/n/Integration_Findings');
    await rows().first().waitFor();
    expect(await violations()).to.deep.equal([]);
    const key = 'fulfil:SO-conflict-1001';
    await rows().filter({ hasText: key }).waitFor();
    expect(await violations()).to.deep.equal([]);
    await select(key);
    await button('Decline selected (1)').click();
    await giveReason('The customer was refunded by hand.', 'Decline');
    await page.getByText('1 declined.').waitFor();
    await rows().filter({ hasText: key }).waitFor({ state: 'detached' });
    const { returnValue } = await call<{ returnValue: { workKey: string; decisionReason: string }[] }>(
      'ConsoleFindingResource/findings',
      { view: 'declined' }
    );
    expect(returnValue.map(({ workKey, decisionReason }) => [workKey, decisionReason])).to.deep.equal([
      [key, 'The customer was refunded by hand.']
    ]);
  });

  it('shows those who may not act the rows and not the buttons, and the server refuses them', async () => {
    await become('watcher');
    await show('#/n/Integration_Work?c__kind=dispatch&c__view=operator');
    await rows().first().waitFor();
    await page.getByText('You may look, not replay').waitFor();
    expect(await button(/Replay selected/).count()).to.equal(0);
    expect(await page.locator('lightning-datatable .slds-checkbox_faux').count()).to.equal(0);
    const { returnValue } = await call<{ returnValue: { rows: { recordId: string }[] } }>('ConsoleWorkResource/page', {
      kind: 'dispatch',
      view: 'operator'
    });
    const answer = await call<{ message: string }>('ConsoleWorkResource/replay', {
      kind: 'dispatch',
      recordIds: [returnValue.rows[0]?.recordId],
      reason: 'Curiosity'
    });
    expect(answer.message).to.contain('Replay_Integration_Work');
  });

  it('tells a visitor whom to ask', async () => {
    await become('visitor');
    await page.locator('[role="alert"]').nth(2).waitFor();
    expect(await page.locator('[role="alert"]').allInnerTexts()).to.deep.equal(
      Array.from(
        { length: 3 },
        () => 'You may not see this. Ask an administrator for the operator permission sets of the integration.'
      )
    );
    expect(await violations()).to.deep.equal([]);
  });

  it('lets in only browsers with the key, and only its own page', async () => {
    expect((await fetch(server.origin)).status).to.equal(403);
    expect((await fetch(`${server.origin}/?key=wrong`)).status).to.equal(403);
    const cookies = await context.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const send = (headers: Record<string, string>) =>
      fetch(`${server.origin}/apex/ConsoleOverviewResource/queues`, { method: 'POST', body: '{}', headers });
    expect((await send({ cookie })).status, 'without the header').to.equal(404);
    expect((await send({ cookie, 'x-console': 'call' })).status).to.equal(200);
  });
});
