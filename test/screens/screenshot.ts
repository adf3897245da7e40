import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { State } from './states.ts';

export interface Site {
  readonly browser: Browser;
  readonly address: string;
  /** `KEY:SECRET`. */
  readonly credentials: string;
}

const REST_MS = 700;

/** @returns a PNG */
export async function screenshot(
  { browser, address, credentials }: Site,
  state: State,
  options: BrowserContextOptions,
): Promise<Buffer> {
  const context = await browser.newContext({
    ...options,
    locale: state.locale ?? 'en-GB',
    reducedMotion: 'reduce',
  });
  try {
    if (state.withKey !== false) {
      const [key, secret] = credentials.split(':');
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
    return await page.screenshot({ fullPage: state.isWhole ?? false });
  } finally {
    await context.close();
  }
}
