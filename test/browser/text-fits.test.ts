/** Whether every text of the map page fits, in both languages, on phones and screens. */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crossingPosition } from '../support/towns/grid-town.ts';
import { describeInBrowser, PHONE } from './browser.ts';
import { type MapSite, openMapSite } from './map-page.ts';

const LANGUAGES = ['en-GB', 'fr-FR'];
const SCREENS = [
  { on: 'a phone', widths_px: [390, 320], options: PHONE },
  { on: 'a desktop', widths_px: [1_280], options: {} },
];
const [LON, LAT] = crossingPosition([4, 4]);
const EVERYTHING = `#/api/v1/livingcount,workingcount?lon=${LON}&lat=${LAT}&travel=pedestrian,motorized&time=300,600,900`;
const ZONE = { type: 'Polygon', coordinates: [[[LON, LAT], [LON + 0.002, LAT], [LON, LAT + 0.002], [LON, LAT]]] }; // biome-ignore format: one line
const SITES = `name;lon;lat\n${'A long name of a site '.repeat(3)};${LON};${LAT}\nnowhere;x;y\n`;

/** Elements with text that is wider than they are, or beyond the window or what clips it; those for screen readers apart. */
const CLIPPED = `[...document.querySelectorAll('body *')].filter((element) => {
  const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const { width, height } = element.getBoundingClientRect();
  if (texts.length === 0 || !element.checkVisibility() || width <= 1 || height <= 1) return false;
  if (element.closest('.skip, .visually-hidden, [contenteditable]')) return false;
  if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) return true;
  let [left, right] = [0, innerWidth];
  for (let box = element; box; box = box.parentElement) {
    const { display, overflowX } = getComputedStyle(box);
    if (overflowX === 'visible' || display === 'contents') continue;
    const edges = box.getBoundingClientRect();
    left = Math.max(left, edges.left);
    right = Math.min(right, edges.left + box.clientLeft + box.clientWidth);
  }
  return texts.some((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const seen = range.getBoundingClientRect();
    return seen.left < left - 0.5 || seen.right > right + 0.5;
  });
}).map((element) => element.outerHTML)`;

/** Of a metropolis, whose numbers are the widest. */
async function answerLarge(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.json()) as Record<string, unknown> & { details: object };
  const name = 'livingcount' in body ? 'livingcount' : 'workingcount';
  const details = {
    ...body.details,
    area_m2: 1_234_567_890,
    interval: { low: 12_345_678, high: 23_456_789 },
  };
  await route.fulfill({ response, json: { ...body, [name]: 20_123_456, details } });
}

describeInBrowser('texts of the map page', () => {
  let site: MapSite;
  beforeAll(async () => {
    site = await openMapSite();
  });
  afterAll(() => site?.close());

  const go = async (page: Page, fragment: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await page.locator('#answer[data-state="answer"][aria-busy="false"]').waitFor();
  };
  const states: Record<string, (page: Page) => Promise<void>> = {
    'one number': (page) => go(page, EVERYTHING.replace('pedestrian,', '').replace('300,600,900', '900')),
    'numbers of two kinds by six reaches': async (page) => {
      await go(page, EVERYTHING);
      for (const summary of await page.locator('main details:visible > summary').all()) await summary.click();
    },
    'three places': (page) =>
      go(page, `${EVERYTHING}&also=10.001,52,Sainte-Marguerite-de-la-Garenne&also=10.002,52`),
    'a place outside': async (page) => {
      await page.evaluate(`location.hash = '#/api/v1/livingcount?lon=2&lat=48&travel=pedestrian&time=300'`);
      await page.locator('#answer[data-state="failure"]').waitFor();
    },
    'a drawn zone': (page) =>
      go(page, `#/api/v1/workingcount?zone=${encodeURIComponent(JSON.stringify(ZONE))}`),
    sites: async (page) => {
      await page.locator('#geojson').fill(SITES);
      await page.locator('#use-geojson').click();
      await page.locator('#count-sites').waitFor();
    },
    density: (page) => page.locator('#density input[value="living"]').check(),
    'a dialog': (page) => page.locator('#open-key').click(),
  };

  test.each(LANGUAGES.flatMap((locale) => SCREENS.map((screen) => ({ locale, ...screen }))))(
    'fit in $locale on $on',
    async ({ locale, widths_px, options }) => {
      const { page } = await site.openForTest('', { ...options, locale, withMap: false });
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      await page.route('**/api/**', answerLarge);
      for (const [state, reach] of Object.entries(states)) {
        await reach(page);
        for (const width of widths_px) {
          await page.setViewportSize({ width, height: 800 });
          const clipped = await page.evaluate(CLIPPED);
          expect({ state, width, clipped }).toEqual({ state, width, clipped: [] });
        }
      }
    },
  );

  test('checkboxes are large enough for a finger', async () => {
    const { page } = await site.openForTest(EVERYTHING, { ...PHONE, withMap: false });
    await page.locator('#legend').waitFor();
    await page.locator('#open-key').click();
    const boxes = await page.locator('input[type="checkbox"]:visible').all();
    expect(boxes.length).toBeGreaterThan(1);
    for (const box of boxes) {
      const { width, height } = (await box.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
  });
});
