import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { difference } from 'polyclip-ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { Building } from '../../tiles-builder/base/records.ts';
import { writeRowsGzipped } from '../../tiles-builder/simulate/write-sources.ts';
import { readBoundary, readBuildings, readRoadData } from '../support/files/read-extract.ts';
import { realDataFolder } from '../support/files/real-data.ts';
import { stopsOf } from '../support/towns/grid-town.ts';

const OSM_ATTRIBUTION = '© OpenStreetMap contributors, ODbL';
const GEOSTAT_ATTRIBUTION = 'Eurostat GEOSTAT, © European Union';
/** Land; the extract cuts the waters, so relation 1124039 does not close. */
export const MONACO_RELATION = 2_220_322;

export const BEAUSOLEIL_RELATION = 174_562;
export const rivieraExtract = join(realDataFolder, 'osm/monaco-2016.osm.pbf');

/** With a 1 km census of 2021. */
export const countryExtracts = {
  rennes: { extract: 'rennes-2026', vintage: '2026', timezone: 'Europe/Paris' },
  liechtenstein: { extract: 'liechtenstein-2022', vintage: '2022', timezone: 'Europe/Vaduz' },
  malta: { extract: 'malta-2018', vintage: '2018', timezone: 'Europe/Malta' },
} as const;

/** @returns configuration's path */
export function writeCountryConfig(folder: string, name: keyof typeof countryExtracts): string {
  const { extract, vintage, timezone } = countryExtracts[name];
  const osm = { file: join(realDataFolder, `osm/${extract}.osm.pbf`), vintage, attribution: OSM_ATTRIBUTION };
  return writeConfig(folder, {
    name,
    timezone,
    roads: osm,
    buildings: osm,
    census: {
      file: join(realDataFolder, `census/geostat_1km_2021_${name}.csv`),
      square: 'GRD_ID',
      population: 'TOT_P',
      vintage: 2021,
      attribution: GEOSTAT_ATTRIBUTION,
    },
  });
}

/**
 * Without a coverage.
 * @returns configuration's path
 */
export function writeSquaresConfig(
  folder: string,
  name: string,
  extract: string,
  {
    census,
    square,
    population,
  }: { readonly census: string; readonly square: string; readonly population: string },
): string {
  const osm = { file: join(realDataFolder, `osm/${extract}.osm.pbf`), attribution: OSM_ATTRIBUTION };
  return writeConfig(folder, {
    name,
    roads: osm,
    buildings: osm,
    census: { file: join(realDataFolder, 'census', census), square, population },
  });
}

/**
 * Monaco and its French surroundings, a French census, and simulated locations.
 * @param namesCoverage configures the census's coverage: the extract without the principality
 * @returns configuration's path
 */
export async function writeRivieraConfig(folder: string, namesCoverage = false): Promise<string> {
  const monaco = await readBoundary(rivieraExtract, MONACO_RELATION);
  const { coverage } = await readRoadData(rivieraExtract);
  const french = difference(coverage as never, monaco as never) as Zone;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'without-monaco.geojson'),
    JSON.stringify({
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiPolygon', coordinates: french },
    }),
  );
  const buildings = await readBuildings(rivieraExtract);
  await writeRowsGzipped(folder, 'stops.csv.gz', 'device_id,start,end,lon,lat', stopsIn(buildings));
  const osm = { file: rivieraExtract, vintage: '2016', attribution: OSM_ATTRIBUTION };
  return writeConfig(folder, {
    name: 'riviera',
    timezone: 'Europe/Paris',
    simulated: true,
    cut_isochrones: 'answer',
    roads: osm,
    buildings: osm,
    census: {
      file: join(realDataFolder, 'census/filosofi2019_200m_riviera.csv'),
      ...(namesCoverage && { coverage: 'without-monaco.geojson' }),
      square: 'idcar_200m',
      population: 'ind',
      vintage: 2019,
      attribution: 'INSEE Filosofi, Licence Ouverte',
    },
    locations: { file: 'stops.csv.gz', kind: 'stops', attribution: 'Simulated devices' },
  });
}

/** Three thousand persons: a quarter of them stay at home by day. */
function* stopsIn(buildings: readonly Building[]): Generator<string> {
  const random = new Random(1);
  const place = (): Position => buildings[random.integer(0, buildings.length - 1)]!.footprint[0]![0]![0]!;
  for (let person = 0; person < 3_000; person++)
    yield* stopsOf(`device-${person}`, place(), random.chance(0.25) ? null : place());
}

function writeConfig(folder: string, config: object): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}
