/** Writes a simulated town as sources. */
import { mkdirSync } from 'node:fs';
import type { Feature } from 'geojson';
import { squareAround } from './local-plane.ts';
import type { Town, TownOptions } from './simulate-town.ts';
import {
  osmFeature,
  polygonGeometry,
  writeCensus,
  writeConfig,
  writeCoverage,
  writeFeatures,
  writeRowsGzipped,
} from './write-sources.ts';

export interface TownDescription {
  readonly name: string;
  readonly timezone: string;
  readonly streets: {
    /** OSM's ways and named places as GeoJSON. */
    readonly features: Feature[];
    readonly vintage: string;
    readonly attribution: string;
  };
}

/** Half a census square: squares across the edge have no further buildings. */
const BUILDINGS_KNOWN_M = 20_000;
const SIMULATED = 'Simulated people';
const FIRST_WAY = 9_000_000_000;

export async function writeTown(
  folder: string,
  town: Town,
  options: TownOptions,
  description: TownDescription,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const { name, timezone, streets } = description;
  writeFeatures(folder, 'streets.geojson', streets.features);
  writeCoverage(folder, 'coverage.geojson', options.coverage);
  writeCoverage(folder, 'buildings-coverage.geojson', [squareAround(options.centre, BUILDINGS_KNOWN_M)]);
  writeFeatures(
    folder,
    'buildings.geojson',
    town.buildings.map(({ tags, footprint }, index) =>
      osmFeature(`way/${FIRST_WAY + index}`, tags, polygonGeometry(footprint)),
    ),
  );
  writeCensus(folder, 'census.csv', town.census);
  await writeRowsGzipped(folder, 'pings.csv.gz', 'device_id,timestamp,lon,lat', pingRows(town));
  const people = { coverage: 'coverage.geojson', vintage: 'simulated', attribution: SIMULATED };
  return writeConfig(folder, {
    name,
    timezone,
    simulated: true,
    // Streets end within half an hour's drive: answers with `details.cut` are preferable to a 422.
    cut_isochrones: 'answer',
    roads: {
      file: 'streets.geojson',
      coverage: 'coverage.geojson',
      vintage: streets.vintage,
      attribution: streets.attribution,
    },
    buildings: {
      file: 'buildings.geojson',
      complete: true,
      ...people,
      coverage: 'buildings-coverage.geojson',
    },
    census: { file: 'census.csv', square: 'GRD_ID', population: 'TOT_P', ...people },
    locations: { file: 'pings.csv.gz', kind: 'pings', ...people },
  });
}

function* pingRows(town: Town): Generator<string> {
  for (const { device, timestamp_s, position } of town.pings()) {
    yield `${device},${timestamp_s},${position[0].toFixed(6)},${position[1].toFixed(6)}`;
  }
}
