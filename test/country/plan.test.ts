/** Which country, extract and sources a name stands for. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  COUNTRIES,
  nameOfCountry,
  readCatalogue,
  slugOf,
  sourcesOf,
} from '../../tiles-builder/country/catalogue.ts';
import { findExtract, partsOf, readIndex } from '../../tiles-builder/country/geofabrik.ts';
import { compareWithMachine, findCountry, needsOf } from '../../tiles-builder/country/plan.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const catalogue = readCatalogue();
const find = (name: string, census: string | null = null) =>
  findCountry(name, catalogue, { only: null, census });

test.each([
  ['malta', 'MT', 'eurostat-2021'],
  ['MLT', 'MT', 'eurostat-2021'],
  ['de', 'DE', 'zensus-2022'],
  ['France', 'FR', 'filosofi-2019'],
  ['Côte d’Ivoire', 'CI', 'worldpop-2025'],
  ['andorra', 'AD', 'worldpop-2025'],
  ['united-kingdom', 'GB', 'worldpop-2025'],
  ['ireland', 'IE', 'eurostat-2021'],
])('%s is %s, and takes %s', (name, iso, census) => {
  expect(find(name)).toMatchObject({ iso, census: { id: census } });
});

test('a message on a misspelt country or census names the nearest', () => {
  expect(() => find('lichtenstein')).toThrow(
    expect.objectContaining({ advice: 'Did you mean liechtenstein?' }),
  );
  expect(() => find('france', 'filosofi-2016')).toThrow(
    expect.objectContaining({ advice: expect.stringMatching(/^Did you mean filosofi-201/) }),
  );
});

test('names of countries are distinct, and the catalogue names known countries in order', () => {
  const slugs = COUNTRIES.map((iso) => slugOf(nameOfCountry(iso)));
  expect(new Set(slugs).size).toBe(249);
  for (const { countries } of catalogue) {
    if (countries === 'all') continue;
    expect(countries).toEqual([...countries].sort());
    expect(COUNTRIES).toEqual(expect.arrayContaining([...countries]));
  }
  const ids = catalogue.flatMap(sourcesOf).map(({ source }) => source.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the extract of a country is that of its code alone, or a part by its id or name', () => {
  const file = join(temporaryFolder(), 'index-v1.json');
  const region = (id: string, parent: string, name: string, iso?: readonly string[]) => ({
    type: 'Feature',
    properties: {
      ...{ id, parent, name, ...(iso && { 'iso3166-1:alpha2': iso }) },
      urls: { pbf: `https://download.geofabrik.de/${id}-latest.osm.pbf` },
    },
    geometry: { type: 'MultiPolygon', coordinates: [[[[0, 0], [1, 0], [1, 1], [0, 0]]]] }, // biome-ignore format: a line
  });
  const features = [
    region('alps', 'europe', 'Alps', ['AT', 'CH', 'FR', 'LI']),
    region('france', 'europe', 'France', ['FR']),
    region('bretagne', 'france', 'Bretagne'),
    region('ile-de-france', 'france', 'Ile-de-France'),
    region('us', 'north-america', 'United States of America', ['US']),
    region('us-west', 'us', 'US West'),
    region('us/california', 'us-west', 'California'),
  ];
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  const index = readIndex(file);
  expect(findExtract(index, 'FR', null).id).toBe('france');
  expect(partsOf(index, 'FR')).toEqual(['bretagne', 'ile-de-france']);
  expect(findExtract(index, 'FR', 'Bretagne').id).toBe('bretagne');
  expect(findExtract(index, 'US', 'california').id).toBe('us/california');
  expect(() => findExtract(index, 'FR', 'bretange')).toThrow(
    expect.objectContaining({ advice: 'Did you mean bretagne?' }),
  );
  expect(() => findExtract(index, 'MT', null)).toThrow(/Geofabrik has no extract of Malta/);
});

test('a machine that is too small is named before anything is downloaded', async () => {
  await expect(
    compareWithMachine(needsOf(1e15, 1e15), temporaryFolder(), 0, 'Build a part.'),
  ).rejects.toThrow(/this machine is too small. The build takes about 850001.2 GB of memory/);
  expect(await compareWithMachine(needsOf(4e6, 6e6), temporaryFolder(), 0, '')).toMatch(
    /1.2 GB of memory .*38 MB of disk/,
  );
});
