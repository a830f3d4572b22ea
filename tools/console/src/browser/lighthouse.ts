import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGUMENTS, requireChromium } from './chromium.js';

/** What Lighthouse says about the accessibility of a page. */
export interface Accessibility {
  /** 0 to 100. */
  readonly score: number;
  /** Audits that were not passed: title and the elements that are to blame. */
  readonly problems: readonly string[];
}

/**
 * Runs Lighthouse's accessibility audits in a browser of its own, which no test has used before.
 *
 * @param urls pages, each with the key that lets the browser in
 * @returns scores by address
 * @throws Error when there is no browser, or a page does not load
 */
export async function auditAccessibility(urls: readonly string[]): Promise<ReadonlyMap<string, Accessibility>> {
  const chrome = await launch({
    chromePath: requireChromium(),
    chromeFlags: ['--headless', ...CHROMIUM_ARGUMENTS],
    logLevel: 'silent'
  });
  try {
    const found = new Map<string, Accessibility>();
    for (const url of urls) found.set(url, await audit(url, chrome.port));
    return found;
  } finally {
    chrome.kill();
  }
}

async function audit(url: string, port: number): Promise<Accessibility> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: ['accessibility'],
    logLevel: 'silent',
    formFactor: 'desktop',
    screenEmulation: { disabled: true }
  });
  const report = result?.lhr;
  const score = report?.categories.accessibility?.score;
  if (!report || report.runtimeError || typeof score !== 'number') {
    throw new Error(`Lighthouse could not judge ${url}: ${report?.runtimeError?.message ?? 'it gave no score'}.`);
  }
  const missed = Object.values(report.audits).filter((each) => each.score !== null && each.score < 1);
  return {
    score: Math.round(score * 100),
    problems: missed.map(({ id, title, details }) => `${id}: ${title} ${JSON.stringify(details ?? {})}`)
  };
}
