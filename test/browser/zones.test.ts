import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from './browser.ts';
import { clickMap, type MapSite, numberOf, openMapSite } from './map-page.ts';

describeInBrowser('zones', () => {
  let site: MapSite;
  beforeAll(async () => {
    site = await openMapSite();
  });
  afterAll(() => site?.close());

  test('a zone is drawn, finished at its first vertex, dragged, undone and cleared', async () => {
    const { page } = await site.openForTest();
    await page.getByLabel('Drawn zone').check();
    await clickMap(page, 0.3, 0.3);
    await clickMap(page, 0.7, 0.3);
    expect(await page.locator('#draw-hint').textContent()).toMatch(/each corner/);
    await clickMap(page, 0.7, 0.7);
    expect(await page.locator('#draw-hint').textContent()).toMatch(/with Enter/);
    await clickMap(page, 0.3, 0.7);
    expect(await page.locator('#answer').getAttribute('data-state')).toBe('hint');
    await clickMap(page, 0.3, 0.3);
    const first = await numberOf(page);
    expect(first).toBe(await site.answerTo(page));
    const address = page.url();
    const box = (await page.locator('#map').boundingBox())!;
    for (const [fromX, fromY, toX, toY] of [
      [0.3, 0.3, 0.5, 0.5],
      [0.7, 0.5, 0.6, 0.55],
    ] as const) {
      const before = page.url();
      await page.mouse.move(box.x + box.width * fromX, box.y + box.height * fromY);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * toX, box.y + box.height * toY, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => page.url()).not.toBe(before);
    }
    expect(await numberOf(page)).toBeLessThan(first);
    const zone = JSON.parse(new URLSearchParams(page.url().split('?')[1]).get('zone')!) as GeoJSON.Polygon;
    expect(zone.coordinates[0]).toHaveLength(6);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Control+Z');
    expect(page.url()).toBe(address);
    expect(await numberOf(page)).toBe(first);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.locator('#answer').getAttribute('data-state')).toBe('hint');
  });
});
