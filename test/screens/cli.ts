/**
 * `npm run screens -- http://localhost:8787 KEY:SECRET FOLDER [NAME…]`: pictures of the page and the documentation, or of those
 * whose name holds one of the names, on a desktop and on a phone, in light and in dark, to be looked at. `npm start` serves
 * the demo and prints the key.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { STATES, type State } from './states.ts';

const [address, credentials, folder, ...names] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: npm run screens -- ADDRESS KEY:SECRET FOLDER [NAME…]');
  process.exit(1);
}
const [key, secret] = credentials.split(':');

const SCREENS: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
/** After it, a map that moves without an animation has come to rest. */
const REST_MS = 700;

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
for (const state of STATES) {
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = `${state.name}-${screen}-${colorScheme}.png`;
      if (names.length > 0 && !names.some((name) => file.includes(name))) continue;
      try {
        await take(state, { ...options, colorScheme }, join(folder, file));
      } catch (cause) {
        console.log(`${file}: ${cause}`);
        process.exitCode = 1;
      }
    }
  }
}
await browser.close();

async function take(state: State, options: BrowserContextOptions, file: string): Promise<void> {
  const context = await browser.newContext({
    ...options,
    locale: state.locale ?? 'en-GB',
    reducedMotion: 'reduce',
  });
  try {
    if (state.withKey !== false) {
      await context.addInitScript((text) => {
        sessionStorage.setItem('population-count.credentials', text);
      }, JSON.stringify({ key, secret }));
    }
    const page = await context.newPage();
    await page.goto(new URL(state.address, address).href);
    const isMap = !new URL(state.address, address).pathname.startsWith('/docs');
    if (isMap) await page.locator('#map[data-drawn]').waitFor();
    await state.act?.(page);
    await page.waitForTimeout(REST_MS);
    await page.screenshot({ path: file, fullPage: state.isWhole ?? false });
    console.log(file);
  } finally {
    await context.close();
  }
}
