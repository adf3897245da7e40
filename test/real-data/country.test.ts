/** `npm run country` on the extracts and censuses of two countries, from a stand-in for their publishers to an answer. */
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../tiles-builder/country/catalogue.ts';
import { findCountry } from '../../tiles-builder/country/plan.ts';
import { fetchIndex, listSources, prepareCountry } from '../../tiles-builder/country/prepare-country.ts';
import { readPlaces } from '../../tiles-builder/country/read-places.ts';
import { boxZone } from '../../tiles-builder/sources/extent/entered-box.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { runCountry, withCountryService } from '../support/processes/run-country.ts';
import { copyProject } from '../support/project/copy-project.ts';
import { publishEuropeanCensus, publishExtracts } from '../support/servers/publish-country.ts';
import { type Publishers, startPublishers } from '../support/servers/publishers.ts';

interface Square {
  readonly id: string;
  readonly people: number;
}

const squaresOf = (country: string): Square[] =>
  readFileSync(join(realDataFolder, `census/geostat_1km_2021_${country}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([id, people]) => ({ id: id!, people: Number(people) }));

const sumOf = (squares: readonly Square[]): number => squares.reduce((sum, { people }) => sum + people, 0);

describeOnRealData('npm run country', () => {
  const folder = temporaryFolder();
  let publishers: Publishers;
  beforeAll(async () => {
    publishers = await startPublishers();
    const extractOf = (name: string): string => join(realDataFolder, 'osm', `${name}.osm.pbf`);
    const liechtenstein = extractOf('liechtenstein-2022');
    const { border } = await readPlaces(
      liechtenstein,
      'LI',
      { west: 9, south: 47, east: 10, north: 48 },
      folder,
      () => {},
    );
    const sea = { west: 14.1, south: 35.75, east: 14.65, north: 36.15 };
    publishExtracts(publishers, [
      {
        ...{ id: 'malta', name: 'Malta', parent: 'europe', iso: ['MT'], polygon: boxZone(sea) },
        bytes: readFileSync(extractOf('malta-2018')),
      },
      {
        // This extract was cut along the border itself.
        ...{ id: 'liechtenstein', name: 'Liechtenstein', parent: 'europe', iso: ['LI'], polygon: border! },
        bytes: readFileSync(liechtenstein),
      },
    ]);
    const squares = [...squaresOf('malta'), ...squaresOf('liechtenstein')];
    publishEuropeanCensus(
      publishers,
      squares.map((square) => ({ ...square, under_15: -9_999, employed: -9_999 })),
    );
    copyProject(folder);
  });
  afterAll(() => publishers.close());

  test('list says the bytes that publishers state, and estimates minutes', async () => {
    const { child, said } = runCountry(folder, publishers.mirror[1], 'list', '--sizes', '--json');
    expect(await once(child, 'exit'), said()).toEqual([0, null]);
    const { countries } = JSON.parse(said().trim().split('\n').at(-1)!);
    const census = 'gisco-services.ec.europa.eu/census/2021/Eurostat_Census-GRID_2021_V3.zip';
    const extracts = { Liechtenstein: 'liechtenstein', Malta: 'malta' };
    expect(countries).toEqual(
      Object.entries(extracts).map(([name, id]) => {
        const paths = [census, `download.geofabrik.de/europe/${id}-latest.osm.pbf`];
        const bytes = paths.reduce((sum, path) => sum + publishers.files.get(path)!.bytes.length, 0);
        return { name, bytes, minutes: 1 };
      }),
    );
  });

  test('Malta: the squares of Malta alone, its capital, and what both are called', async () => {
    const own = join(folder, '.countries/malta');
    mkdirSync(own, { recursive: true });
    const country = findCountry('malta', readCatalogue(), { only: null, census: null });
    const options = {
      ...{ downloads: join(folder, '.countries/downloads'), lockFile: join(own, 'sources.lock.json') },
      ...{ mirrors: [publishers.mirror], from: null, update: false, progress: () => {}, say: () => {} },
    };
    const listed = listSources(await fetchIndex(options), country, null);
    const { chief } = await prepareCountry(country, listed, own, options);
    expect(chief.name).toBe('Valletta');
    expect(Math.hypot(chief.position[0] - 14.5136, chief.position[1] - 35.899)).toBeLessThan(0.01);
    const rows = readFileSync(join(own, 'squares.csv'), 'utf8').trim().split('\n').slice(1);
    const people = rows.reduce((sum, row) => sum + Number(row.split(',')[1]), 0);
    expect(people).toBe(sumOf(squaresOf('malta')));
    expect(JSON.parse(readFileSync(join(own, 'region.json'), 'utf8'))).toMatchObject({
      ...{ name: 'malta', timezone: 'Europe/Malta' },
      roads: { attribution: '© OpenStreetMap contributors, ODbL', vintage: '2026-11-26' },
      census: { attribution: '© European Union, Eurostat census grid 2021', vintage: 2021 },
    });
  });

  test('Liechtenstein: built, published, and answered', async () => {
    const { child, said } = runCountry(folder, publishers.mirror[1], 'liechtenstein', '--json');
    const [code] = await once(child, 'exit');
    expect(code, said()).toBe(0);
    const { calls, version } = JSON.parse(said().trim().split('\n').at(-1)!);
    expect(version).toMatch(/^liechtenstein-/);
    const counts: number[] = [];
    await withCountryService(folder, async ({ ask }) => {
      for (const call of calls as string[]) {
        const { pathname, search } = new URL(call);
        const response = await ask(pathname + search, {});
        const answer = (await response.json()) as { livingcount: number };
        expect(response.status, JSON.stringify(answer)).toBe(200);
        counts.push(answer.livingcount);
      }
    });
    const [walk, drive, longDrive] = counts as [number, number, number];
    expect(walk).toBeLessThan(drive);
    expect(drive).toBeLessThan(longDrive);
    // Half an hour's drive reaches nearly all of the 39,308 who lived in the country in 2021.
    expect(Math.abs(longDrive / 39_308 - 1)).toBeLessThan(0.1);
  });
});
