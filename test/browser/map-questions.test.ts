import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crossingPosition } from '../support/towns/grid-town.ts';
import { describeInBrowser, violationsOf } from './browser.ts';
import { type MapSite, numberOf, openMapSite } from './map-page.ts';

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
});
