/** Debian's Chromium, driven by playwright-core, where it is installed. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
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
