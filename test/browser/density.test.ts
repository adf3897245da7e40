import { readFileSync } from 'node:fs';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
const TILES = '**/density/**';
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

  test('a link restores the layer next to the answer, for inhabitants and for people at work', async () => {
    const { page, requests } = await site.openForTest(`#/api/v1/livingcount?${PLACE}&density=working`);
    await numberOf(page);
    expect(await page.getByRole('group', { name: 'Density' }).getByLabel('working').isChecked()).toBe(true);
    await page.getByText('People in working hours on a km², from').waitFor();
    await page.getByText('too few people to be shown').waitFor();
    await expect.poll(() => tilesIn(requests, 'working').length).toBeGreaterThan(0);
    expect(tilesIn(requests, 'living')).toEqual([]);
    expect(new URL(page.url()).hash).toContain('density=working');
    await expect.poll(() => status(page)).toBe('');
    const before = tilesIn(requests, 'working').length;
    await page.getByRole('radio', { name: 'by car' }).check();
    await expect.poll(() => page.url()).toContain('travel=motorized');
    await numberOf(page);
    expect(page.url()).toContain('density=working');
    expect(tilesIn(requests, 'working')).toHaveLength(before);
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
    // `density=living` fits the link's line.
    expect(heightOf(keyed)).toBe(heightOf(bare) + 30);
    // Swatches are squares of 24 pixels, in colours as on the map's land.
    const wanted = DENSITY_COLOURS.light.map((colour) => mixed(colour, COLOURS.light.land, DENSITY_OPACITY));
    const [west, east] = await pixelsOf(page, keyed, wanted);
    const found = west.map((pixels, colour) => pixels + east[colour]);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(24 * 24);
  });

  test('without a key nothing is requested, and the visitor is asked for the key', async () => {
    const { page, requests } = await site.openForTest('', { withKey: false });
    await choose(page, 'living');
    await page.locator('#key-dialog[open]').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await status(page)).toBe('It needs your key.');
    await page.getByRole('radio', { name: 'by car' }).check();
    await page.waitForTimeout(300);
    expect(await page.locator('#key-dialog[open]').count()).toBe(0);
    expect(tilesIn(requests, '')).toEqual([]);
    await page.getByRole('button', { name: 'Ask again' }).click();
    const { key, secret } = site.service.credentials;
    await page.locator('#key').fill(key);
    await page.locator('#secret').fill(secret);
    await page.keyboard.press('Enter');
    await expect.poll(() => tilesIn(requests, 'living').length).toBeGreaterThan(0);
    await expect.poll(() => status(page)).toBe('');
  });

  test('with the keyboard alone', async () => {
    const { page, requests } = await site.openForTest();
    await page.getByRole('group', { name: 'Density' }).getByLabel('off').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => tilesIn(requests, 'living').length).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => tilesIn(requests, 'working').length).toBeGreaterThan(0);
    expect(page.url()).toContain('density=working');
  });

  test.each([
    [401, {}, 'This key is not known here'],
    [503, { 'Retry-After': '5' }, 'The data cannot be read right now'],
    [404, {}, 'The data was renewed'],
  ] as const)('a %i is reported in place of the layer, and a click retries', async (code, headers, said) => {
    const { page, context, requests } = await site.openForTest();
    await context.route(TILES, (route) =>
      route.fulfill({ status: code, headers, json: { success: false, error: 'no' } }),
    );
    await choose(page, 'living');
    await expect.poll(() => status(page)).toContain(said);
    if (code === 401) await page.getByRole('button', { name: 'Wrong key' }).waitFor();
    await context.unroute(TILES);
    const before = tilesIn(requests, 'living').length;
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => tilesIn(requests, 'living').length).toBeGreaterThan(before);
    await expect.poll(() => status(page)).toBe('');
  });

  test('a link without a key asks for it', async () => {
    const { page } = await site.openForTest('#/api/v1/livingcount?density=living', { withKey: false });
    await page.locator('#key-dialog[open]').waitFor();
  });

  test('from too far away it is said to zoom in', async () => {
    const { page } = await site.openForTest();
    await choose(page, 'living');
    await expect.poll(() => status(page)).toBe('');
    const button = page.getByRole('button', { name: 'Zoom out' });
    for (let i = 0; i < 20 && (await status(page)) !== 'Zoom in to see it.'; i++) {
      await button.click();
      await page.waitForTimeout(100);
    }
    expect(await status(page)).toBe('Zoom in to see it.');
    expect(await page.locator('#density-again').isHidden()).toBe(true);
  });

  test('after a new version, a click shows the new dataset', async () => {
    const visit = await site.openForTest();
    const { page, context, requests } = visit;
    const old = 'old-0000000000000001';
    await context.route('**/regions.json', async (route) => {
      const response = await route.fetch();
      const regions = (await response.json()) as object[];
      await route.fulfill({
        response,
        json: regions.map((own) => ({ ...own, version: old, basemap: null })),
      });
    });
    await page.reload();
    await page.locator('#map[data-drawn]').waitFor();
    await choose(page, 'living');
    await expect.poll(() => status(page)).toContain('The data was renewed');
    await context.unroute('**/regions.json');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => tilesIn(requests, 'living').some((url) => !url.includes(old))).toBe(true);
    await expect.poll(() => status(page)).toBe('');
  });

  test('a 429 is waited for, without a word from the visitor', async () => {
    const { page, context, requests } = await site.openForTest();
    let refused = 0;
    const refuse = (route: Route): Promise<void> => {
      if (refused++ > 0) return route.continue();
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': '2' },
        json: { success: false, error: 'no' },
      });
    };
    await context.route(TILES, refuse);
    await choose(page, 'living');
    await expect.poll(() => status(page)).toBe('Too many questions: it goes on in 2 s.');
    await expect.poll(() => status(page)).toBe('');
    expect(refused).toBeGreaterThan(1);
    const [first] = tilesIn(requests, 'living');
    expect(requests.filter((url) => url === first).length).toBeGreaterThanOrEqual(2);
  });

  test('a layer that no dataset has is disabled, with the reason', async () => {
    const visit = await site.openForTest();
    await visit.context.route('**/regions.json', async (route) => {
      const response = await route.fetch();
      const regions = (await response.json()) as { coverage: object }[];
      await route.fulfill({
        response,
        json: regions.map((own) => ({
          ...own,
          coverage: { ...own.coverage, working: null },
          density: ['living'],
        })),
      });
    });
    await visit.page.reload();
    await visit.page.locator('#map[data-drawn]').waitFor();
    const group = visit.page.locator('#density');
    expect(await group.getByLabel('working').isDisabled()).toBe(true);
    expect(await group.getByText('“working” is off').isVisible()).toBe(true);
    expect(await group.getByLabel('living').isDisabled()).toBe(false);
  });

  test('a layer that a dataset has but never draws is disabled too, with the reason', async () => {
    const { page, context } = await site.openForTest();
    await context.route('**/regions.json', async (route) => {
      const response = await route.fetch();
      const regions = (await response.json()) as object[];
      await route.fulfill({ response, json: regions.map((own) => ({ ...own, density: ['living'] })) });
    });
    await page.reload();
    await page.locator('#map[data-drawn]').waitFor();
    const group = page.locator('#density');
    expect(await group.getByLabel('working').isDisabled()).toBe(true);
    expect(await group.getByText('does not say which cells').isVisible()).toBe(true);
  });

  const desktop = { viewport: { width: 1280, height: 800 } };
  describe.each<[string, BrowserContextOptions]>([
    ['a desktop in light', { ...desktop, colorScheme: 'light' }],
    ['a desktop in dark', { ...desktop, colorScheme: 'dark' }],
    ['a phone in light', { ...PHONE, colorScheme: 'light' }],
    ['a phone in dark, in French', { ...PHONE, colorScheme: 'dark', locale: 'fr-FR' }],
  ])('on %s', (_, options) => {
    test('axe finds nothing wrong, and nothing is wider than the screen', async () => {
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
});
