import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crossingPosition } from '../support/towns/grid-town.ts';
import { describeInBrowser, PHONE, violationsOf } from './browser.ts';
import { failureOf, type MapSite, numberOf, openMapSite } from './map-page.ts';

const CENTRE = crossingPosition([4, 4]);
const point = ([lon, lat]: readonly number[]): string => `lon=${lon}&lat=${lat}`;

describeInBrowser('questions of several numbers', () => {
  let site: MapSite;
  beforeAll(async () => {
    site = await openMapSite();
  });
  afterAll(() => site?.close());

  const open = async (...options: Parameters<MapSite['open']>): Promise<Page> =>
    (await site.openForTest(...options)).page;
  const linesOf = async (page: Page): Promise<string[][]> => {
    await page.locator('#answer[data-state="answer"][aria-busy="false"] table').waitFor();
    const lines = await page.locator('#answer tbody:not(.sum) tr:not(.place)').all();
    return Promise.all(
      lines.map(async (line) => [
        (await line.locator('th').textContent())!,
        ...(await line
          .locator('td data')
          .evaluateAll((counts) => counts.map((count) => count.getAttribute('value')!))),
      ]),
    );
  };
  const count = async (endpoint: string, parameters: Record<string, string>): Promise<string> => {
    const answer = await site.service.ask(`/api/v1/${endpoint}`, parameters);
    const body = (await answer.json()) as Record<string, number>;
    return String(body[endpoint]);
  };
  test('living and working, on foot and by car, within three times of one’s choice: each number is the service’s own', async () => {
    const page = await open(`#/api/v1/livingcount?${point(CENTRE)}&travel=pedestrian&time=540`);
    await numberOf(page);
    await page.locator('input[name="endpoint"][value="both"]').check();
    await expect.poll(() => page.locator('.number').count()).toBe(2);
    await page.getByLabel('several times').check();
    const fields = await page.locator('#times input').all();
    for (const [i, minutes] of [3, 6, 9].entries()) {
      await fields[i].fill(String(minutes));
      await fields[i].blur();
    }
    await page.locator('input[name="travel"][value="both"]').check();
    await expect.poll(async () => (await linesOf(page)).length, { timeout: 20_000 }).toBe(6);
    const expected: string[][] = [];
    for (const [travel, means] of [
      ['pedestrian', 'on foot'],
      ['motorized', 'by car'],
    ] as const) {
      for (const minutes of [3, 6, 9]) {
        const [lon, lat] = CENTRE.map(String);
        const parameters = { lon, lat, travel, time: String(60 * minutes) };
        expected.push([
          `${minutes} min ${means}`,
          await count('livingcount', parameters),
          await count('workingcount', parameters),
        ]);
      }
    }
    const lines = (await linesOf(page)).map(([first, ...counts]) => [
      first.replace(/[\d.]+ km²$/, ''),
      ...counts,
    ]);
    expect(lines).toEqual(expected);
    expect(await violationsOf(page)).toEqual([]);
  });

  const tabTo = async (page: Page, selector: string, most: number): Promise<void> => {
    for (let tabs = 0; tabs < most; tabs++) {
      await page.keyboard.press('Tab');
      if (await isFocused(page, selector)) return;
    }
    throw new Error(`${selector} does not have the focus after ${most} tabs`);
  };
  const isFocused = (page: Page, selector: string): Promise<boolean> =>
    page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);

  test('three places are compared by keyboard alone, and a link restores the comparison', async () => {
    const page = await open();
    const { keyboard } = page;
    await tabTo(page, '#skip', 1);
    await keyboard.press('Enter');
    await tabTo(page, '#time', 7);
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await keyboard.press(key);
    await tabTo(page, '#place', 1);
    for (const [i, name] of ['North Street 2', 'East Street 5', 'North Street 6'].entries()) {
      await keyboard.type(name);
      await keyboard.press('Enter');
      if (i === 0) await numberOf(page);
      else await expect.poll(async () => (await linesOf(page)).length).toBe(i + 1);
      if (i === 2) break;
      await tabTo(page, '#compare', 8);
      await keyboard.press('Enter');
      expect(await isFocused(page, '#place')).toBe(true);
      expect(await page.locator('#place').inputValue()).toBe('');
      await expect.poll(() => page.locator('#status').textContent()).toMatch(/or type its name\.$/);
    }
    const lines = await linesOf(page);
    expect(await page.locator('#answer tr.place').allTextContents()).toEqual([
      expect.stringMatching(/^ANorth Street 2/),
      expect.stringMatching(/^BEast Street 5/),
      expect.stringMatching(/^CNorth Street 6/),
    ]);
    expect(await page.locator('#status').textContent()).toMatch(/A: .* live .*B: .* live .*C: .* live /);
    const other = await open(new URL(page.url()).hash);
    expect(await linesOf(other)).toEqual(lines);
    await other.getByRole('button', { name: 'Remove B' }).focus();
    await other.keyboard.press('Enter');
    await expect.poll(() => linesOf(other), { timeout: 20_000 }).toEqual([lines[0], lines[2]]);
    await expect.poll(() => isFocused(other, '[aria-label="Remove B"]')).toBe(true);
    await other.keyboard.press('Enter');
    expect(String(await numberOf(other))).toBe(lines[0][1].replaceAll(',', ''));
    expect(await isFocused(other, '#answer')).toBe(true);
  });

  const CREDIT =
    '© OpenStreetMap contributors, ODbL, and others with so many words that no screen of a phone has room for them on one line, nor one of a desk beside the panel, however it is turned.';

  test.each([390, 1280])(
    'the credit of the map begins inside the map, %i px wide, and all of it can be read',
    async (width) => {
      const page = await open('', { ...(width < 820 ? PHONE : {}), viewport: { width, height: 800 } });
      await page.context().route('**/map/regions.json', async (route) => {
        const response = await route.fetch();
        const regions = (await response.json()) as { sources: { role: string }[] }[];
        const json = regions.map((region) => ({
          ...region,
          sources: region.sources.map((source) =>
            source.role === 'roads' ? { ...source, attribution: CREDIT } : source,
          ),
        }));
        await route.fulfill({ response, json });
      });
      await page.reload();
      await page.locator('#map[data-drawn]').waitFor();
      const credit = page.locator('.maplibregl-ctrl-attrib-inner');
      const map = (await page.locator('#map').boundingBox())!;
      const isInside = async (): Promise<boolean> => {
        const { x, y, width, height } = (await credit.boundingBox())!;
        return x >= map.x && y >= map.y && x + width <= map.x + map.width && y + height <= map.y + map.height;
      };
      const isWhole = (): Promise<boolean> =>
        credit.evaluate((element) => element.scrollHeight <= element.clientHeight);
      expect(await credit.textContent()).toBe(CREDIT);
      expect(await isInside()).toBe(true);
      expect(await isWhole()).toBe(true);
    },
  );

  test('on a phone, an expanded answer neither covers nor underlies the attribution', async () => {
    const page = await open('', PHONE);
    const map = (await page.locator('#map').boundingBox())!;
    const json = { success: false, error: 'this point is not covered by the data'.repeat(5) };
    await page.context().route('**/api/**', (route) => route.fulfill({ status: 422, json }));
    await page.evaluate(`location.hash = '#/api/v1/livingcount?${point(CENTRE)}&travel=pedestrian&time=300'`);
    await failureOf(page);
    const credit = page.locator('.maplibregl-ctrl-attrib');
    const bottom = async (): Promise<number> => {
      const { y, height } = (await credit.boundingBox())!;
      return y + height;
    };
    const answer = (await page.locator('#answer').boundingBox())!;
    expect(answer.y).toBeLessThan(map.y + map.height - 20);
    await expect.poll(bottom).toBeLessThanOrEqual(answer.y + 1);
    await page.evaluate(`location.hash = ''`);
    await page.locator('#answer[data-state="hint"]').waitFor();
    await expect.poll(bottom).toBeGreaterThan(map.y + map.height - 30);
  });

  test('on a phone the number is seen at once, with the whole question, and nothing has moved', async () => {
    const page = await open('', PHONE);
    const travel = page.locator('input[value="motorized"] + span');
    const before = (await travel.boundingBox())!;
    const box = (await page.locator('#map').boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    expect(await numberOf(page)).toBe(await site.answerTo(page));
    expect((await travel.boundingBox())!.y).toBeCloseTo(before.y, 0);
    for (const shown of ['.number', '.interval', '#time', '#place']) {
      const { y, height } = (await page.locator(shown).boundingBox())!;
      expect(y + height, shown).toBeLessThanOrEqual(844);
    }
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('at 1.6 Mb/s and with a CPU four times slower, an address is answered within 3 s, before the map', async () => {
    const page = await open();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 200_000,
      uploadThroughput: 100_000,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(`location.hash = '#/api/v1/livingcount?${point(CENTRE)}&travel=pedestrian&time=300'`);
    await page.reload({ waitUntil: 'commit' });
    await numberOf(page);
    const isDrawn = (await page.locator('#map').getAttribute('data-drawn')) !== null;
    const answered_ms = await page.evaluate(() => performance.getEntriesByName('answered')[0].startTime);
    process.stdout.write(`Answered after ${Math.round(answered_ms)} ms at 1.6 Mb/s\n`);
    expect(isDrawn).toBe(false);
    expect(answered_ms).toBeLessThan(3_000);
  });
});
