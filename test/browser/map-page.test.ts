import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { crossingPosition, placesWithin, timeForBlocks_s } from '../support/towns/grid-town.ts';
import { describeInBrowser, PHONE, violationsOf } from './browser.ts';
import { expectBlameless, failureOf, type MapSite, numberOf, openMapSite, type Visit } from './map-page.ts';

const CENTRE = crossingPosition([4, 4]);
const reach = (endpoint: string, travel: string, time_s: number, [lon, lat] = CENTRE): string =>
  `#/api/v1/${endpoint}?lon=${lon}&lat=${lat}&travel=${travel}&time=${time_s}`;

describeInBrowser('map page', () => {
  let site: MapSite;
  let shared: Visit;
  let others: Visit[] = [];
  beforeAll(async () => {
    site = await openMapSite();
    shared = await site.open();
  });
  afterAll(() => site?.close());

  const begin = async (fragment = ''): Promise<Page> => {
    await shared.page.evaluate(
      `history.replaceState(null, '', '/${fragment}'); dispatchEvent(new HashChangeEvent('hashchange'))`,
    );
    return shared.page;
  };
  const open: MapSite['open'] = async (fragment, options) => {
    const visit = await site.open(fragment, options);
    others.push(visit);
    return visit;
  };

  afterEach(async () => {
    const { secret } = site.service.credentials;
    for (const visit of [shared, ...others]) {
      expectBlameless(site, visit);
      const { page, context } = visit;
      expect(page.url()).not.toContain(secret);
      expect(await context.cookies()).toEqual([]);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    }
    await Promise.all(others.map(({ context }) => context.close()));
    others = [];
  });

  test('a printed page has the answer, each warning once, all of the credit, and nothing to press', async () => {
    const { page } = await open(reach('livingcount', 'pedestrian', 300));
    await numberOf(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.number').isVisible()).toBe(true);
    expect(await page.locator('button:visible, input:visible').count()).toBe(0);
    expect(await page.getByText('Simulated people', { exact: true }).filter({ visible: true }).count()).toBe(
      1,
    );
    expect(await page.getByText('Census', { exact: true }).isVisible()).toBe(true);
    expect(await page.locator('#printed').textContent()).toMatch(/^Printed on \d+ \w+ \d{4}\. http:/);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    // Colours of streets, land and the isochrone.
    const colours = await page.evaluate<number>(`(() => {
      const canvas = document.querySelector('#printed-map canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()`);
    expect(colours).toBeGreaterThan(20);
    expect(await page.locator('#printed-place').textContent()).not.toBe('');
    const credit = (await page.locator('.maplibregl-ctrl-attrib').boundingBox())!;
    const printed = (await page.locator('#printed-map canvas').boundingBox())!;
    expect(printed.height).toBeGreaterThan(200);
    expect(credit.y).toBeGreaterThanOrEqual(printed.y + printed.height);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(`location.hash += '&also=10.001,52,West&also=10.002,52,East'`);
    await expect.poll(() => page.locator('.place').count()).toBe(3);
    await page.setViewportSize({ width: 703, height: 1_031 });
    await page.emulateMedia({ media: 'print' });
    expect((await page.locator('#printed-map').boundingBox())!.height).toBeGreaterThan(340);
    const selector = '.maplibregl-ctrl-attrib-inner';
    expect(await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).display`)).toBe(
      'block',
    );
  });

  test('an image of the answer is saved, with the map and its numbers', async () => {
    const { page } = await open(reach('livingcount', 'pedestrian', 300));
    await numberOf(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Image' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('population-count.png');
    const png = readFileSync(await saved.path());
    const [width, height] = [16, 20].map((at) => png.readUInt32BE(at));
    expect([width, height > 900, png.byteLength > 50_000]).toEqual([1_200, true, true]);
  });

  test.each(['pedestrian', 'motorized'] as const)('an isochrone by %s, from an address', async (travel) => {
    const blocks = 4;
    const page = await begin(reach('livingcount', travel, timeForBlocks_s(travel, blocks)));
    const expected = placesWithin([4, 4], blocks).reduce((sum, { people }) => sum + people, 0);
    expect(await numberOf(page)).toBe(expected);
    expect(await page.locator('#answer').textContent()).toContain('nobody in it is real');
    const facts = await page.locator('#facts').textContent();
    expect(facts).toContain('Grid town');
    expect(facts).toContain('2024');
  });

  test('all of it by keyboard alone', async () => {
    const page = await begin();
    await page.locator('canvas').focus();
    await page.keyboard.press('Enter');
    await numberOf(page);
    await page.getByLabel('Within reach').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('canvas').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press('Space');
      await page.keyboard.press(key);
      await page.waitForTimeout(400);
    }
    await page.keyboard.press('Enter');
    expect(await numberOf(page)).toBe(await site.answerTo(page));
    expect(await page.locator('#status').textContent()).toMatch(/people live in this zone/);
  });

  test('a name typed before the regions are known is searched once they are', async () => {
    const { page, context } = await open('', { withKey: false, withMap: false });
    const held: Route[] = [];
    await context.route('**/map/regions.json', (route) => void held.push(route));
    await page.reload();
    const place = page.getByRole('combobox', { name: 'Place' });
    await place.fill('North Street 2');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    // Longer than a search's delay.
    await page.waitForTimeout(400);
    expect(await page.locator('#place-status').textContent()).toBe('');
    await Promise.all(held.map((route) => route.continue()));
    const options = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.first().textContent()).toContain('North Street 2');
  });

  test.each([
    ['a desktop in light', { colorScheme: 'light' }],
    ['a phone in dark', { colorScheme: 'dark', ...PHONE }],
  ] as const)('axe finds nothing wrong on %s', async (_, options) => {
    const { page } = await open(reach('workingcount', 'pedestrian', 300), options);
    await numberOf(page);
    for (const summary of await page.locator('main details:visible > summary').all()) await summary.click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('combobox').fill('east');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByLabel('Drawn zone').check();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Key' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(new URL(`/${reach('livingcount', 'pedestrian', 300, [2, 48])}`, site.service.url).href);
    await failureOf(page);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('its weight, and how soon it can be used', async () => {
    const { page, requests } = await open();
    const marks = await page.evaluate(() =>
      Object.fromEntries(
        performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime]),
      ),
    );
    let bytes = 0;
    let gzipped = 0;
    for (const url of new Set(requests)) {
      const content = Buffer.from(await (await fetch(url)).arrayBuffer());
      bytes += content.byteLength;
      gzipped += gzipSync(content).byteLength;
    }
    // Vitest silences the console.
    process.stdout.write(
      `Page weight: ${Math.round(gzipped / 1000)} kB compressed (${Math.round(bytes / 1000)} kB), ${requests.length} requests; ` +
        `usable after ${Math.round(marks.interactive!)} ms, map drawn after ${Math.round(marks['map-drawn'])} ms\n`,
    );
    expect(gzipped).toBeLessThan(600_000);
    expect(marks.interactive).toBeLessThan(5_000);
  });
});
