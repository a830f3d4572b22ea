import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PageServer } from '../server/pageServer.js';
import { launchChromium } from './chromium.js';

const SIZE = { width: 1280, height: 720 } as const;

/** What is photographed: file name, address after `#`, and what to do before. */
const SHOTS: readonly { readonly name: string; readonly hash: string; prepare(page: Page): Promise<void> }[] = [
  {
    name: 'console-overview',
    hash: '#/n/Integration_Overview',
    prepare: (page) => page.waitForSelector('svg.chart').then()
  },
  { name: 'console-work', hash: '#/n/Integration_Work?c__kind=dispatch&c__view=operator', prepare: selectRows },
  { name: 'console-replay', hash: '#/n/Integration_Work?c__kind=dispatch&c__view=operator', prepare: openDialog },
  { name: 'console-record', hash: '#/n/Integration_Work?c__kind=dispatch&c__view=operator', prepare: openRecord },
  { name: 'console-findings', hash: '#/n/Integration_Findings', prepare: (page) => rows(page).first().waitFor() }
];

const rows = (page: Page) => page.locator('lightning-datatable tbody tr');

async function selectRows(page: Page): Promise<void> {
  await rows(page).first().waitFor();
  const boxes = page.locator('lightning-datatable tbody .slds-checkbox_faux');
  for (let index = 0; index < 2; index++) await boxes.nth(index).click();
}

async function openDialog(page: Page): Promise<void> {
  await selectRows(page);
  await page.getByRole('button', { name: 'Replay selected (2)' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The token of the fulfilment service was renewed.');
}

async function openRecord(page: Page): Promise<void> {
  await rows(page).first().getByRole('button').first().click();
  await page.locator('c-console-record-panel h3').first().waitFor();
}

/**
 * Photographs the pages as the operator sees them.
 *
 * @param folder where the pictures go
 * @returns paths of the pictures
 */
export async function takeScreenshots(server: PageServer, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-US', timezoneId: 'UTC' });
    const page = await context.newPage();
    await page.goto(server.url);
    const paths: string[] = [];
    for (const { name, hash, prepare } of SHOTS) {
      await page.goto(`${server.origin}/${hash}`);
      await page.reload();
      await prepare(page);
      await page.evaluate('document.fonts.ready');
      const path = join(folder, `${name}.png`);
      // A dialog covers the window, so its picture is that of the window.
      await page.screenshot({ path, fullPage: name !== 'console-replay', animations: 'disabled' });
      paths.push(path);
    }
    return paths;
  } finally {
    await browser.close();
  }
}
