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

/** Where it is. @throws Error that says what to install when there is none */
export function requireChromium(): string {
  const path = findChromium();
  if (path === undefined) {
    throw new Error('No Chromium was found. Install it, or set CHROMIUM_PATH to a Chromium or Chrome.');
  }
  return path;
}

/** The page is our own and on loopback; a container has no sandbox to offer. */
export const CHROMIUM_ARGUMENTS: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Starts the installed browser without a window. @throws Error that says what to install when there is none */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: requireChromium(), args: [...CHROMIUM_ARGUMENTS], timeout: 60_000 });
}
