/**
 * `npm run screens -- http://localhost:8787 KEY:SECRET FOLDER [NAME…]`: takes pictures of page and documentation for review, or
 * of those whose name contains a NAME. `npm start` prints the key.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../browser/browser.ts';
import { screenshot } from './screenshot.ts';
import { STATES } from './states.ts';

const [address, credentials, folder, ...names] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run screens -- ADDRESS KEY:SECRET FOLDER [NAME…]');
  process.exit(1);
}
const SCREENS: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const site = { browser, address, credentials };
for (const state of STATES) {
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = `${state.name}-${screen}-${colorScheme}.png`;
      if (names.length > 0 && !names.some((name) => file.includes(name))) continue;
      try {
        writeFileSync(join(folder, file), await screenshot(site, state, { ...options, colorScheme }));
        console.log(file);
      } catch (cause) {
        console.log(`${file}: ${cause}`);
        process.exitCode = 1;
      }
    }
  }
}
await browser.close();
