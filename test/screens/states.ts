/** States of the page on the demo, for review. */
import type { Page } from 'playwright-core';

export interface State {
  readonly name: string;
  /** Path and fragment. */
  readonly address: string;
  /** By default the page has a key. */
  readonly withKey?: false;
  readonly locale?: string;
  readonly act?: (page: Page) => Promise<unknown>;
  /** Takes the whole page. */
  readonly isWhole?: true;
}

const BRUNNSPARKEN = 'lon=11.9675&lat=57.7068';
const LIVING = '/api/v1/livingcount';
const BOTH = `${LIVING},workingcount`;
const WALK = `${BRUNNSPARKEN}&travel=pedestrian&time=600`;
const ALSO = `also=${encodeURIComponent('11.957,57.6985,Haga')}&also=${encodeURIComponent('12.001,57.7155,Olskroken')}`;

const answer = (page: Page): Promise<void> =>
  page.locator('#answer[data-state="answer"][aria-busy="false"]').waitFor();
const failure = (page: Page): Promise<void> => page.locator('#answer[data-state="failure"]').waitFor();
const density = async (page: Page): Promise<void> => {
  await page.waitForFunction(`document.getElementById('density-status').textContent === ''`);
  await page.locator('#density').scrollIntoViewIfNeeded();
};
const asked = (query: string, path = LIVING): string => `/#${path}?${query}`;

const refuse = (status: number, error: string, headers = {}) => {
  return async (page: Page): Promise<void> => {
    const json = { success: false, error };
    await page.context().route('**/api/**', (route) => route.fulfill({ status, headers, json }));
    await ask(page);
  };
};
const ask = (page: Page, query = WALK): Promise<unknown> =>
  page.evaluate(`location.hash = '#${LIVING}?${query}'`);

async function point(page: Page, x: number, y: number): Promise<void> {
  const box = (await page.locator('#map').boundingBox())!;
  const at = [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.click(...at);
}

async function draw(page: Page, corners: readonly (readonly [number, number])[]): Promise<void> {
  await page.getByLabel('Drawn zone').check();
  for (const corner of corners) await point(page, ...corner);
}

const drop = (geometry: object) => {
  return (page: Page): Promise<unknown> =>
    page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(JSON.stringify(geometry))}], 'zone.geojson'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
    }`);
};

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
  await page.locator('#sites-refused summary').click();
}

const circle = (lon: number, lat: number, radius_degrees: number, corners: number): number[][][] => {
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = radius_degrees * (1 + 0.05 * Math.sin(31 * angle));
    return [lon + 2 * radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  return [[...ring, ring[0]]];
};

const MAP_STATES: readonly State[] = [
  { name: 'first-visit', address: '/', withKey: false },
  { name: 'first-visit-below', address: '/', withKey: false, isWhole: true },
  {
    name: 'no-key',
    address: '/',
    withKey: false,
    act: async (page) => {
      await point(page, 0.5, 0.5);
      await page.locator('#key-dialog[open]').waitFor();
    },
  },
  {
    name: 'wrong-key',
    address: '/',
    act: async (page) => {
      await refuse(401, 'Unknown key or wrong secret.')(page);
      await failure(page);
    },
  },
  {
    name: 'wrong-key-dialog',
    address: '/',
    act: async (page) => {
      await refuse(401, 'Unknown key or wrong secret.')(page);
      await page.getByRole('button', { name: 'Enter another key' }).click();
    },
  },
  {
    name: 'search',
    address: '/',
    act: async (page) => {
      await page.locator('#place').fill('ha');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search-nothing',
    address: '/',
    act: async (page) => {
      await page.locator('#place').fill('zebra');
      await page.locator('#place').press('Enter');
      await page.locator('#place-fault:not(:empty)').waitFor();
    },
  },
  {
    name: 'search-either-order',
    address: '/',
    act: async (page) => {
      await page.locator('#place').fill('12 34');
      await page.locator('#place').press('Enter');
      await page.locator('#place-choice button').first().waitFor();
    },
  },
  { name: 'one-number', address: asked(WALK), act: answer },
  { name: 'one-number-below', address: asked(WALK), act: answer, isWhole: true },
  {
    name: 'own-code',
    address: asked(WALK),
    isWhole: true,
    act: async (page) => {
      await answer(page);
      for (const summary of await page.locator('main details:visible > summary').all()) await summary.click();
    },
  },
  {
    name: 'take-away',
    address: asked(WALK),
    act: async (page) => {
      await answer(page);
      await page.locator('#take-away').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'print',
    address: asked(WALK),
    act: async (page) => {
      await answer(page);
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      await page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'keyboard',
    address: asked(WALK),
    act: async (page) => {
      await answer(page);
      await page.keyboard.press('Tab');
      await page.locator('#map canvas').focus();
      await page.keyboard.press('+');
    },
  },
  { name: 'density-living', address: asked('density=living'), act: density },
  { name: 'density-working', address: asked('density=working'), act: density },
  { name: 'density-beside-answer', address: asked(`${WALK}&density=living`), act: answer },
  { name: 'living-and-working', address: asked(WALK, BOTH), act: answer },
  {
    name: 'bands',
    address: asked(`${BRUNNSPARKEN}&travel=pedestrian&time=300,600,900`),
    act: answer,
  },
  {
    name: 'foot-and-car',
    address: asked(`${BRUNNSPARKEN}&travel=pedestrian,motorized&time=600`),
    act: answer,
  },
  { name: 'three-places', address: asked(`${WALK}&${ALSO}`), act: answer },
  {
    name: 'three-places-everything',
    address: asked(`${BRUNNSPARKEN}&travel=pedestrian,motorized&time=300,600,900&${ALSO}`, BOTH),
    act: answer,
  },
  {
    name: 'compare-next',
    address: asked(WALK),
    act: async (page) => {
      await answer(page);
      await page.getByRole('button', { name: 'Compare with another place' }).click();
    },
  },
  {
    name: 'simplified',
    address: '/',
    act: drop({ type: 'Polygon', coordinates: circle(11.967, 57.705, 0.012, 3_000) }),
  },
  {
    name: 'parts',
    address: '/',
    act: async (page) => {
      const parts = [circle(11.955, 57.7, 0.006, 40), circle(11.99, 57.71, 0.008, 40)];
      await drop({ type: 'MultiPolygon', coordinates: parts })(page);
      await answer(page);
    },
  },
  { name: 'sites', address: '/', act: sites },
  {
    name: 'bring-in-fault',
    address: '/',
    act: async (page) => {
      const parts = [circle(11.96, 57.7, 0.008, 40), circle(11.97, 57.7, 0.008, 40)];
      await drop({ type: 'MultiPolygon', coordinates: parts })(page);
    },
  },
  {
    name: 'drawing',
    address: '/',
    act: (page) => draw(page, [[0.35, 0.35], [0.65, 0.35], [0.6, 0.65]]), // biome-ignore format: one line
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
    name: 'crossing',
    address: '/',
    act: async (page) => {
      await draw(page, [[0.35, 0.35], [0.65, 0.65], [0.65, 0.35], [0.35, 0.65]]); // biome-ignore format: one line
      await page.getByRole('button', { name: 'Finish' }).click();
      await failure(page);
    },
  },
  {
    name: 'offline',
    address: '/',
    act: async (page) => {
      await page.context().route('**/api/**', (route) => route.abort());
      await ask(page);
      await failure(page);
    },
  },
  {
    name: 'slow',
    address: asked(WALK),
    act: async (page) => {
      await answer(page);
      await page.context().route('**/api/**', () => {});
      await ask(page, `${BRUNNSPARKEN}&travel=pedestrian&time=900`);
      await page.locator('#answer progress').waitFor();
    },
  },
  {
    name: 'slow-comparison',
    address: asked(`${WALK}&${ALSO}`),
    act: async (page) => {
      await answer(page);
      await page
        .context()
        .route('**/api/**', (route) =>
          route.request().url().includes('motorized') ? undefined : route.continue(),
        );
      await ask(page, `${BRUNNSPARKEN}&travel=pedestrian,motorized&time=600&${ALSO}`);
      await page.locator('#answer progress').waitFor();
    },
  },
  {
    name: 'cancelled',
    address: '/',
    act: async (page) => {
      await page.context().route('**/api/**', () => {});
      await ask(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
    },
  },
  {
    name: 'too-many-questions',
    address: '/',
    act: async (page) => {
      await refuse(429, 'Too many calls.', { 'Retry-After': '30' })(page);
      await page.locator('#answer progress').waitFor();
    },
  },
  {
    name: 'unreadable',
    address: '/',
    act: async (page) => {
      await refuse(503, 'The data cannot be read.', { 'Retry-After': '5' })(page);
      await failure(page);
    },
  },
  { name: 'cut', address: asked(`${BRUNNSPARKEN}&travel=motorized&time=1800`), act: answer },
  { name: 'not-covered', address: asked('lon=2.35&lat=48.85&travel=pedestrian&time=600'), act: failure },
  {
    name: 'partly-outside',
    address: '/',
    act: async (page) => {
      await drop({ type: 'Polygon', coordinates: circle(11.73, 57.7068, 0.02, 40) })(page);
      await failure(page);
    },
  },
  {
    name: 'no-such-data',
    address: '/',
    act: async (page) => {
      await page.context().route('**/map/regions.json', async (route) => {
        const response = await route.fetch();
        const regions = (await response.json()) as { coverage: object }[];
        const json = regions.map((own) => ({
          ...own,
          coverage: { ...own.coverage, working: null },
          density: ['living'],
        }));
        await route.fulfill({ response, json });
      });
      await page.reload();
      await page.locator('#missing-data:not([hidden])').waitFor();
      const json = { success: false, error: 'The dataset of this place holds no people working.' };
      await page.context().route('**/api/**', (route) => route.fulfill({ status: 422, json }));
      await page.evaluate(`location.hash = '#/api/v1/workingcount?${WALK}'`);
      await failure(page);
    },
  },
  { name: 'one-part-fails', address: asked(`${WALK}&also=2,48`), act: failure },
  {
    name: 'bad-address',
    address: '/#/api/v1/livingcount?lon=9&lat=95&travel=pedestrian&time=300',
    act: failure,
  },
  { name: 'french-sites', address: '/', locale: 'fr-FR', act: sites },
  { name: 'french', address: asked(WALK), locale: 'fr-FR', act: answer },
  { name: 'french-three-places', address: asked(`${WALK}&${ALSO}`, BOTH), locale: 'fr-FR', act: answer },
  { name: 'french-first-visit', address: '/', locale: 'fr-FR', withKey: false, isWhole: true },
];

const DOC_STATES: readonly State[] = [
  { name: 'docs', address: '/docs', isWhole: true },
  {
    name: 'docs-search',
    address: '/docs',
    act: async (page) => {
      await page.getByRole('searchbox').fill('retry-after');
      await page.locator('#search li a').first().waitFor();
    },
  },
  { name: 'docs-examples', address: '/docs/examples' },
  { name: 'docs-map', address: '/docs/map' },
  { name: 'docs-build', address: '/docs/build' },
  { name: 'docs-operate', address: '/docs/operate' },
];

export const STATES: readonly State[] = [...MAP_STATES, ...DOC_STATES];
