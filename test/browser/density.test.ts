import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crossingPosition } from '../support/towns/grid-town.ts';
import { describeInBrowser, PHONE, violationsOf } from './browser.ts';
import { type MapSite, numberOf, openMapSite } from './map-page.ts';

const [LON, LAT] = crossingPosition([4, 4]);
const PLACE = `lon=${LON}&lat=${LAT}&travel=pedestrian&time=300`;
describeInBrowser('density', () => {
  let site: MapSite;
  beforeAll(async () => {
    site = await openMapSite();
  });
  afterAll(() => site?.close());

  const tilesIn = (requests: readonly string[], layer: string): string[] =>
    requests.filter((url) => url.includes(`/density/${layer}/`));
  const choose = (page: Page, name: string): Promise<void> =>
    page.getByRole('group', { name: 'Density' }).getByLabel(name).check();
  const status = (page: Page): Promise<string | null> => page.locator('#density-status').textContent();

  /** In the middle of the loaded map, 0 to 255. */
  async function lightness(page: Page): Promise<number> {
    await expect.poll(() => status(page)).toBe('');
    await page.waitForTimeout(500);
    const png = (await page.locator('#map').screenshot()).toString('base64');
    return page.evaluate<number>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png}';
      await image.decode();
      const canvas = document.createElement('canvas');
      const side = 120;
      canvas.width = canvas.height = side;
      const context = canvas.getContext('2d');
      context.drawImage(image, (side - image.width) / 2, (side - image.height) / 2);
      const { data } = context.getImageData(0, 0, side, side);
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) sum += (data[i] + data[i + 1] + data[i + 2]) / 3;
      return sum / (side * side);
    })()`);
  }

  test('it colours inhabited places, is in the link, and can be switched off', async () => {
    const { page, requests } = await site.openForTest();
    const bare = await lightness(page);
    await choose(page, 'living');
    await expect.poll(() => new URL(page.url()).hash).toBe('#/api/v1/livingcount?density=living');
    await page.getByText('People living on a km², from').waitFor();
    const shown = await lightness(page);
    // Cells without people have no colour.
    expect(shown).toBeLessThan(bare - 10);
    expect(tilesIn(requests, 'living').length).toBeGreaterThan(0);
    expect(tilesIn(requests, 'working')).toEqual([]);
    await choose(page, 'off');
    await page.getByText('People living on a km², from').waitFor({ state: 'hidden' });
    expect(Math.abs((await lightness(page)) - bare)).toBeLessThan(3);
    expect(new URL(page.url()).hash).toBe('');
  });

  test.each<[string, BrowserContextOptions]>([
    ['a desktop in light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
    ['a phone in dark, in French', { ...PHONE, colorScheme: 'dark', locale: 'fr-FR' }],
  ])('axe finds nothing wrong on %s, and nothing is wider than the screen', async (_, options) => {
    const { page } = await site.openForTest(`#/api/v1/workingcount?${PLACE}&density=living`, options);
    await page.locator('#density-key').waitFor();
    await numberOf(page);
    expect(await violationsOf(page)).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    const entries = await page.locator('#density-key li').all();
    expect(entries).toHaveLength(7);
  });
});
