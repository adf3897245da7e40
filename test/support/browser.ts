/** Debian's Chromium, driven by playwright-core, where it is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe } from 'vitest';

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
const skipReason = executablePath
  ? process.env.BROWSER === '1'
    ? null
    : 'they take minutes; set BROWSER=1 to run them'
  : 'there is no Chromium: apt-get install chromium, or name one in the variable CHROMIUM';

/** A suite in a browser, skipped with the reason printed where there is none. */
export function describeInBrowser(name: string, suite: () => void): void {
  // Past the console, which is silent unless a test fails.
  if (skipReason) process.stdout.write(`Skipped: ${name} (${skipReason})\n`);
  describe.skipIf(skipReason !== null)(name, suite);
}

/** Draws maps without a graphics card. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: executablePath!,
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader'],
  });
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

const axeFile = createRequire(import.meta.url).resolve('axe-core');

/** What axe finds wrong with a page as it is now: each rule with the elements that break it. */
export async function violationsOf(page: Page): Promise<string[]> {
  // The page's policy forbids foreign scripts, not what the browser itself evaluates.
  await page.evaluate(readFileSync(axeFile, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResult> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
