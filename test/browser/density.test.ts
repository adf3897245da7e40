import { readFileSync } from 'node:fs';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DENSITY_LAYER } from '../../src/density/density-classes.ts';
import { boxOfTile } from '../../src/geo/map-tiles.ts';
import type { Ring } from '../../src/geo/positions.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { COLOURS, DENSITY_COLOURS, DENSITY_OPACITY } from '../../src/web/map/colours.ts';
import { crossingPosition } from '../support/towns/grid-town.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { describeInBrowser, PHONE, violationsOf } from './browser.ts';
import { type MapSite, numberOf, openMapSite } from './map-page.ts';

const [LON, LAT] = crossingPosition([4, 4]);
const PLACE = `lon=${LON}&lat=${LAT}&travel=pedestrian&time=300`;
const mixed = (over: string, under: string, opacity: number): number[] => {
  const parts = [over, under].map((colour) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  return parts[0].map((part, i) => Math.round(part * opacity + parts[1][i] * (1 - opacity)));
};

const tileOf = (layer: string, ring: Ring, tags: object): Buffer => {
  const geometry = [ring.map(([x, y]) => [Math.round(x), Math.round(y)])];
  const features = [{ type: 3, geometry, tags }];
  return Buffer.from(fromGeojsonVt({ [layer]: { features } } as never, { version: 2, extent: 4_096 }));
};

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

  async function pixelsOf(page: Page, png: Buffer, colours: readonly number[][]): Promise<number[][]> {
    return page.evaluate<number[][]>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png.toString('base64')}';
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const colours = ${JSON.stringify(colours)};
      const pixels = [colours.map(() => 0), colours.map(() => 0)];
      for (let i = 0; i < data.length; i += 4) {
        const half = Number((i / 4) % image.width > image.width / 2);
        const found = colours.findIndex((colour) => colour.every((part, axis) => Math.abs(part - data[i + axis]) <= 2));
        if (found >= 0) pixels[half][found]++;
      }
      return pixels;
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

  test('its key makes the panel scroll, not the page', async () => {
    const link = `#/api/v1/livingcount?${PLACE}&also=${LON},${LAT},Here&density=living`;
    const { page } = await site.openForTest(link, { viewport: { width: 1366, height: 500 } });
    await expect.poll(() => page.locator('.place').count()).toBe(2);
    await page.getByText('People living on a km², from').waitFor();
    expect(
      await page.evaluate(`document.querySelector('#density-key').getBoundingClientRect().bottom`),
    ).toBeGreaterThan(500);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(500);
  });

  test("two adjacent regions are both drawn above either one's land", async () => {
    const { page, context } = await site.openForTest();
    let bounds!: MapRegion['bounds'];
    const halves = ['west-half', 'east-half'];
    await context.route('**/regions.json', async (route) => {
      const response = await route.fetch();
      const [town] = (await response.json()) as [MapRegion];
      bounds = town.bounds;
      const json = halves.map((name) => ({ ...town, region: name, version: name }));
      await route.fulfill({ response, json });
    });
    // Both tiles have land everywhere, density in one half each.
    const land = tileOf('land', rectangle(-64, -64, 4_160, 4_160), { class: 'settled' });
    await context.route(/\/map\/\w+-half\/\d+\//, (route) => route.fulfill({ body: land }));
    await context.route(/\/map\/\w+-half\/density\//, async (route) => {
      const [zoom, x, y] = route
        .request()
        .url()
        .match(/\d+(?=[/.])/g)!
        .slice(-3)
        .map(Number);
      const { west, east } = boxOfTile({ zoom, x, y });
      const middle = (4_096 * ((bounds.west + bounds.east) / 2 - west)) / (east - west);
      const isWest = route.request().url().includes(halves[0]);
      const half = isWest ? rectangle(-64, -64, middle, 4_160) : rectangle(middle, -64, 4_160, 4_160);
      await route.fulfill({ body: tileOf(DENSITY_LAYER, half, { class: isWest ? 2 : 4 }) });
    });
    await page.reload();
    await page.locator('#map[data-drawn]').waitFor();
    const { settled } = COLOURS.light;
    const seen = (colour: string) => mixed(colour, settled, DENSITY_OPACITY);
    const colours = [
      mixed(settled, settled, 1),
      seen(DENSITY_COLOURS.light[2]),
      seen(DENSITY_COLOURS.light[4]),
    ];
    const halvesOf = async (): Promise<boolean[][]> =>
      (await pixelsOf(page, await page.locator('#map').screenshot(), colours)).map((half) =>
        half.map((pixels) => pixels > 100_000),
      );
    await expect.poll(halvesOf).toEqual([[true, false, false], [true, false, false]]); // biome-ignore format: one line
    await choose(page, 'living');
    await expect.poll(halvesOf).toEqual([[false, true, false], [false, false, true]]); // biome-ignore format: one line
  });

  test('the exported image has a legend of the classes', async () => {
    const { page } = await site.openForTest(`#/api/v1/livingcount?${PLACE}`);
    await numberOf(page);
    const image = async (): Promise<Buffer> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Image', exact: true }).click();
      return readFileSync(await (await download).path());
    };
    const bare = await image();
    await choose(page, 'living');
    await expect.poll(() => status(page)).toBe('');
    const keyed = await image();
    const heightOf = (png: Buffer): number => png.readUInt32BE(20);
    expect(heightOf(keyed)).toBeGreaterThan(heightOf(bare));
    // Swatches are 24 pixels wide, in colours as on land.
    const wanted = DENSITY_COLOURS.light.map((colour) => mixed(colour, COLOURS.light.land, DENSITY_OPACITY));
    const [west, east] = await pixelsOf(page, keyed, wanted);
    const found = west.map((pixels, colour) => pixels + east[colour]);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(24 * 24);
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
