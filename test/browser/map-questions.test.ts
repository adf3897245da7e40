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
});
