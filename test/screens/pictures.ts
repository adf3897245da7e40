/**
 * `npm run pictures -- http://localhost:8787 KEY:SECRET [NAME…]`: takes the documentation's pictures of the demo. Commit those
 * that changed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../browser/browser.ts';

export const PICTURES_FOLDER = join(import.meta.dirname, '../../src/web/docs/pictures');
const VIEWPORT = { width: 960, height: 600 };
const QUALITY = 0.72;
const REST_MS = 700;

interface State {
  readonly name: string;
  /** Path and fragment. */
  readonly address: string;
  /** By default the page has a key. */
  readonly withKey?: false;
  readonly act: (page: Page) => Promise<unknown>;
}

const BRUNNSPARKEN = 'lon=11.9675&lat=57.7068';
const LIVING = '/api/v1/livingcount';
const WALK = `${BRUNNSPARKEN}&travel=pedestrian&time=600`;
const ALSO = `also=${encodeURIComponent('11.957,57.6985,Haga')}&also=${encodeURIComponent('12.001,57.7155,Olskroken')}`;

const answer = (page: Page): Promise<void> =>
  page.locator('#answer[data-state="answer"][aria-busy="false"]').waitFor();
const density = async (page: Page): Promise<void> => {
  await page.waitForFunction(`document.getElementById('density-status').textContent === ''`);
  await page.locator('#density').scrollIntoViewIfNeeded();
};
const asked = (query: string): string => `/#${LIVING}?${query}`;

async function point(page: Page, x: number, y: number): Promise<void> {
  const box = (await page.locator('#map').boundingBox())!;
  const at = [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.click(...at);
}

async function draw(page: Page, corners: readonly (readonly [number, number])[]): Promise<void> {
  await page.getByLabel('Drawn zone').check();
  for (const corner of corners) await point(page, ...corner);
}

/** One row has no place. */
async function sites(page: Page): Promise<void> {
  const rows = Array.from({ length: 40 }, (_, i) => [`Stop ${i + 1}`, 11.94 + 0.008 * (i % 8), 57.69 + 0.005 * Math.floor(i / 8)]); // biome-ignore format: one line
  const table = [['name', 'lon', 'lat'], ...rows, ['Nowhere', 'north', '']]
    .map((row) => row.join())
    .join('\n');
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(table)}], 'sites.csv'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  }`);
  await page.locator('#count-sites').click();
  await page.locator('#count-sites').waitFor({ state: 'hidden' });
}

/** States of the map of the demo, a picture of each in the documentation. */
export const STATES: readonly State[] = [
  {
    name: 'search',
    address: '/',
    act: async (page) => {
      await page.locator('#place').fill('ha');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'drawn',
    address: '/',
    act: async (page) => {
      await draw(page, [[0.42, 0.42], [0.58, 0.42], [0.6, 0.6], [0.42, 0.42]]); // biome-ignore format: one line
      await answer(page);
    },
  },
  {
    name: 'no-key',
    address: '/',
    withKey: false,
    act: async (page) => {
      await point(page, 0.5, 0.5);
      await page.locator('#key-dialog[open]').waitFor();
    },
  },
  { name: 'sites', address: '/', act: sites },
  { name: 'three-places', address: asked(`${WALK}&${ALSO}`), act: answer },
  { name: 'density-living', address: asked('density=living'), act: density },
];

if (import.meta.main) {
  const [address, credentials, ...names] = process.argv.slice(2);
  if (!credentials) {
    console.error('Usage: npm run pictures -- ADDRESS KEY:SECRET [NAME…]');
    process.exit(1);
  }
  const [key, secret] = credentials.split(':');
  const browser = await launchBrowser();
  const converter = await browser.newPage();
  for (const { name, address: path, withKey, act } of STATES) {
    if (names.length > 0 && !names.includes(name)) continue;
    const context = await browser.newContext({
      viewport: VIEWPORT,
      colorScheme: 'light',
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    if (withKey !== false) {
      await context.addInitScript((text) => {
        sessionStorage.setItem('population-count.credentials', text);
      }, JSON.stringify({ key, secret }));
    }
    const page = await context.newPage();
    await page.goto(new URL(path, address).href);
    await page.locator('#map[data-drawn]').waitFor();
    await act(page);
    await page.waitForTimeout(REST_MS);
    const png = (await page.screenshot()).toString('base64');
    await context.close();
    const webp = await converter.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png}';
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', ${QUALITY});
    })()`);
    const bytes = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
    writeFileSync(join(PICTURES_FOLDER, `${name}.webp`), bytes);
    console.log(`${name}.webp: ${Math.ceil(bytes.byteLength / 1_000)} kB`);
  }
  await browser.close();
}
