import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
];

/** Where an installed Chromium or Chrome is: `CHROMIUM_PATH`, or one of the usual places; undefined when there is none. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...USUAL].find((path) => path !== undefined && existsSync(path));

/** Starts the installed browser without a window. @throws Error that says what to install when there is none */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('No Chromium was found. Install it, or set CHROMIUM_PATH to a Chromium or Chrome.');
  }
  // The page is our own and on loopback; a container has no sandbox to offer.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args, timeout: 60_000 });
}
