import { afterEach, expect, test, vi } from 'vitest';
import { findNames } from '../../src/clients/find-names.ts';
import type { NamedPlace } from '../../src/format/name-index.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';

afterEach(() => vi.unstubAllGlobals());

const place = (name: string, order: number): NamedPlace => ({
  name,
  kind: 'village',
  lon: 0,
  lat: 0,
  near: null,
  order,
});
const region = (version: string, basemap: MapRegion['basemap'] = [6, 14] as never): MapRegion =>
  ({ version, basemap }) as MapRegion;

async function find(
  answers: Readonly<Record<string, NamedPlace[] | number>>,
  more: readonly MapRegion[] = [],
) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = answers[path.split('/')[2]];
    return typeof answer === 'number' ? Response.json({}, { status: answer }) : Response.json(answer);
  });
  const regions = [...Object.keys(answers).map((version) => region(version)), ...more];
  const found = await findNames(regions, 'a', new AbortController().signal);
  return { found, asked };
}

test('the first of all regions together', async () => {
  const { found } = await find({ one: [place('b', 2), place('d', 4)], two: [place('a', 1), place('c', 3)] });
  expect(found?.places.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(found?.regionsWithoutNames).toBe(0);
});

test('a region without a basemap has no names, is counted, and is not asked', async () => {
  for (const places of [[], [place('a', 1)]]) {
    const { found, asked } = await find({ one: places }, [region('bare', null)]);
    expect(found).toEqual({ places, regionsWithoutNames: 1 });
    expect(asked).toHaveLength(1);
  }
});

test('nothing can be found where no region has a basemap', async () => {
  expect((await find({}, [region('bare', null)])).found).toBeNull();
});

test('a name is not said to be nowhere before any region is known', async () => {
  await expect(find({})).rejects.toThrow('no region');
});

test('a region that fails is no region without names', async () => {
  await expect(find({ one: [place('a', 1)], two: 503 })).rejects.toThrow('503');
});
