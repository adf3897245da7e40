/** The wheel of `src/clients/python`, in an environment of its own and in QGIS, asked for what the JavaScript client answers. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Geom, union } from 'polyclip-ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PopulationCount } from '../../src/clients/javascript/index.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { faultsOf, starsOnGrids } from '../clients/random-zones.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder } from '../support/processes/run-command.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';
import { CENTRE, crossingPosition, timeForBlocks_s, writeGridTown } from '../support/towns/grid-town.ts';

const run = promisify(execFile);
const folder = temporaryFolder();
const python = join(folder, 'environment/bin/python');
const WHEEL = 'population_count-0.1.0-py3-none-any.whl';
let service: HttpService;
let whySkipped: string | null = null;

beforeAll(async () => {
  const quiet = (): void => {};
  const { config } = await writeGridTown(join(folder, 'sources'));
  await buildDataset(readConfig(config), join(folder, 'dataset'), { progress: quiet });
  service = await startHttpService('python-client');
  await publishDataset(join(folder, 'dataset'), service.bucket, quiet);
  try {
    await run('python3', ['-m', 'venv', join(folder, 'environment')]);
  } catch (cause) {
    whySkipped = `python3 with venv is not there: ${(cause as { stdout?: string; message: string }).stdout || cause}`;
    return;
  }
  const pip = ['-m', 'pip', '--disable-pip-version-check', '--quiet'];
  const source = join(projectFolder, 'src/clients/python');
  await run(python, [...pip, 'wheel', '--no-deps', '--wheel-dir', folder, source]);
  await run(python, [...pip, 'install', '--no-index', '--find-links', folder, 'population-count']);
});
afterAll(() => service?.close());

/** A boundary with teeth. */
function municipality(positions: number): Position[] {
  const open = Array.from({ length: positions }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / positions;
    const reach = 0.006 * (1 + 0.2 * Math.sin(7 * angle) + 0.05 * Math.sin(301 * angle));
    return [CENTRE[0] + 1.6 * reach * Math.cos(angle), CENTRE[1] + reach * Math.sin(angle)];
  });
  return [...open, open[0]];
}

test('the package counts what the JavaScript client counts, and keeps the contract', async ({ skip }) => {
  if (whySkipped !== null) skip(whySkipped);
  const { key, secret } = service.credentials;
  const javascript = new PopulationCount({ url: service.url, key, secret });
  const places = ([[2, 2], [3, 2], [5, 5], [4, 3]] as const).map((crossing) => {
    const [lon, lat] = crossingPosition(crossing);
    return { lon, lat, travel: 'pedestrian', time: timeForBlocks_s('pedestrian', 4) } as const;
  }); // biome-ignore format: crossings
  const zone = { type: 'MultiPolygon', coordinates: [[municipality(30_000)]] };
  const asked = [places[0], { zone: { type: 'Polygon', coordinates: [municipality(300)] } }, { zone }];
  const counts = await Promise.all(
    asked.map(async (place) => [place, await javascript.count('livingcount', place)] as const),
  );
  expect(counts.at(-1)![1].details.length).toBeGreaterThan(1);
  const { together, places: counted } = await javascript.countTogether('livingcount', places);
  const expected = { counts, places, adds: counted.map(({ adds }) => adds), together: together.people };
  writeFileSync(join(folder, 'expected.json'), JSON.stringify(expected));
  const { stderr } = await run(python, [join(projectFolder, 'test/clients/test_population_count.py')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      EXPECTED: join(folder, 'expected.json'),
      SERVICE_URL: service.url.origin,
      API_KEY: key,
      API_SECRET: secret,
    },
  });
  expect(stderr).toMatch(/^Ran \d+ tests.*\n\nOK/m);
});

test('the script for QGIS counts a layer with it, and writes why a feature has no count', async ({
  skip,
}) => {
  if (whySkipped !== null) skip(whySkipped);
  const { key, secret } = service.credentials;
  const profile = join(folder, 'qgis/.local/share/QGIS/QGIS3/profiles/default');
  const scripts = join(profile, 'processing/scripts');
  mkdirSync(join(profile, 'QGIS'), { recursive: true });
  writeFileSync(join(profile, 'QGIS/QGIS3.ini'), '[PythonPlugins]\nprocessing=true\n');
  cpSync(join(projectFolder, 'src/clients/qgis'), scripts, { recursive: true });
  cpSync(join(folder, WHEEL), join(scripts, WHEEL));
  const [lon, lat] = crossingPosition([2, 2]);
  const away = { type: 'Point', coordinates: [lon + 20, lat] };
  const two = { type: 'MultiPoint', coordinates: [[lon, lat], crossingPosition([3, 2])] }; // biome-ignore format: one line
  const geometries = [away, { type: 'Point', coordinates: [lon, lat] }, two, null];
  const features = geometries.map((geometry, place) => ({
    type: 'Feature',
    properties: { place },
    geometry,
  }));
  writeFileSync(join(folder, 'layer.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
  const asked = { INPUT: join(folder, 'layer.geojson'), URL: service.url.origin, MINUTES: 4, OUTPUT: join(folder, 'counted.geojson') }; // biome-ignore format: one line
  const parameters = Object.entries(asked).map(([name, value]) => `${name}=${value}`);
  const env = { ...process.env, HOME: join(folder, 'qgis'), QT_QPA_PLATFORM: 'offscreen', API_KEY: key, API_SECRET: secret }; // biome-ignore format: one line
  // Debian's script `qgis_process` adds an option that the program does not know.
  const ran = await run('qgis_process.bin', ['run', 'script:countpeople', '--', ...parameters], {
    env,
  }).catch((cause) =>
    cause.code === 'ENOENT' ? skip('qgis_process.bin is not installed') : Promise.reject(cause),
  );
  expect(ran.stdout).toContain('100 - done.');
  const javascript = new PopulationCount({ url: service.url, key, secret });
  const walk = { lon, lat, travel: 'pedestrian', time: 240 } as const;
  const { people, interval } = await javascript.count('livingcount', walk);
  const written: typeof features = JSON.parse(readFileSync(join(folder, 'counted.geojson'), 'utf8')).features;
  const byPlace = written.toSorted((a, b) => a.properties.place - b.properties.place);
  const none = { people: null, low: null, high: null };
  expect(byPlace.map(({ properties }) => properties)).toMatchObject([
    { ...none, error: expect.stringContaining('outside the road data') },
    { people, ...interval, cut: false, error: null },
    { ...none, error: expect.stringContaining('Polygon') },
    { ...none, error: expect.stringContaining('Polygon') },
  ]);
});

test('its unions are those of polyclip-ts, and its halves do not overlap', async ({ skip }) => {
  if (whySkipped !== null) skip(whySkipped);
  const drawn = [1, Date.now() % 1e9].flatMap((seed) => starsOnGrids(seed, 6));
  writeFileSync(join(folder, 'zones.json'), JSON.stringify(drawn));
  const program = [
    'import json, sys',
    'from population_count.overlay import halves_of, union_of',
    'unions = [union_of(*zones) for zones in json.load(open(sys.argv[1]))]',
    'print(json.dumps([[one, [halves_of(polygon) for polygon in one]] for one in unions]))',
  ];
  const { stdout } = await run(python, ['-c', program.join('\n'), join(folder, 'zones.json')], {
    maxBuffer: 1e8,
  });
  const answered: [Zone, [Zone, Zone][]][] = JSON.parse(stdout);
  for (const [i, [together, halves]] of answered.entries()) {
    const [first, ...others] = drawn[i] as unknown as Geom[];
    const expected = areaOfZone_m2(union(first, ...others) as unknown as Zone);
    expect(areaOfZone_m2(together) / expected).toBeCloseTo(1, 4);
    expect(faultsOf([...together, ...halves.flat(2)])).toEqual([]);
    for (const [index, [a, b]] of halves.entries()) {
      expect((areaOfZone_m2(a) + areaOfZone_m2(b)) / areaOfZone_m2([together[index]])).toBeCloseTo(1, 4);
      expect(sharedArea_m2(a, b)).toBeLessThan(1);
    }
  }
});
