/** Writes the demo's sources: simulated people on the real streets of Gothenburg, with made-up villages around. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Feature, FeatureCollection } from 'geojson';
import type { Polygon, Position } from '../../../src/geo/positions.ts';
import { PlatformProblem } from '../../base/failures/problem.ts';
import type { Progress } from '../../base/records.ts';
import { squareAround } from '../local-plane.ts';
import { osmFeature, writeConfig, writeCoverage, writeFeatures } from '../write-sources.ts';

/** All streets in the query's box are complete; ways that leave it prove nothing beyond. */
const WEST = 11.8847;
const SOUTH = 57.667;
const EAST = 12.0456;
const NORTH = 57.744;

export const DEMO_REGION = 'gothenburg';

/** The town alone, which measurements use. */
export const GOTHENBURG: { readonly centre: Position; readonly coverage: Polygon } = {
  /** Brunnsparken, the middle of the town. */
  centre: [11.9675, 57.7068],
  coverage: [
    [
      [WEST, SOUTH],
      [EAST, SOUTH],
      [EAST, NORTH],
      [WEST, NORTH],
      [WEST, SOUTH],
    ],
  ],
};

/** OpenStreetMap's road network of Gothenburg, a test file of npm's geojson-path-finder. */
function streetsFile(): string {
  const module = createRequire(import.meta.url).resolve('geojson-path-finder');
  for (let folder = dirname(module); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'test/large-network.json');
    if (existsSync(file)) return file;
  }
  throw new PlatformProblem('the package geojson-path-finder is not installed', 'Run npm ci.');
}

/** Local names, placed by hand for map and search; no count depends on them. */
export const PLACES: readonly (readonly [name: string, place: string, lon: number, lat: number])[] = [
  ['Göteborg', 'city', 11.964, 57.7082],
  ['Inom Vallgraven', 'suburb', 11.9655, 57.7042],
  ['Nordstaden', 'suburb', 11.968, 57.7092],
  ['Brunnsparken', 'square', 11.9675, 57.7068],
  ['Haga', 'suburb', 11.957, 57.6985],
  ['Linnéstaden', 'suburb', 11.9508, 57.6925],
  ['Masthugget', 'suburb', 11.9415, 57.6962],
  ['Majorna', 'suburb', 11.9185, 57.6905],
  ['Slottsskogen', 'suburb', 11.943, 57.6855],
  ['Vasastaden', 'suburb', 11.9725, 57.6992],
  ['Lorensberg', 'suburb', 11.9765, 57.6972],
  ['Johanneberg', 'suburb', 11.982, 57.6905],
  ['Guldheden', 'suburb', 11.9715, 57.683],
  ['Krokslätt', 'suburb', 11.9965, 57.6765],
  ['Örgryte', 'suburb', 12.0065, 57.6955],
  ['Kallebäck', 'suburb', 12.021, 57.677],
  ['Olskroken', 'suburb', 12.001, 57.7155],
  ['Bagaregården', 'suburb', 12.015, 57.7175],
  ['Gamlestaden', 'suburb', 12.0055, 57.729],
  ['Kviberg', 'suburb', 12.032, 57.735],
  ['Lindholmen', 'suburb', 11.939, 57.7075],
  ['Eriksberg', 'suburb', 11.9125, 57.7035],
  ['Lundby', 'suburb', 11.9235, 57.7155],
  ['Kvillebäcken', 'suburb', 11.95, 57.7225],
  ['Tingstad', 'suburb', 11.9845, 57.7275],
  ['Biskopsgården', 'suburb', 11.8935, 57.7215],
];

/** OpenStreetMap has not assigned node ids from here on. */
const FIRST_PLACE = 20_000_000_000;
const placeFeature = ([name, place, lon, lat]: (typeof PLACES)[number], index: number): Feature =>
  osmFeature(`node/${FIRST_PLACE + index}`, { name, place }, { type: 'Point', coordinates: [lon, lat] });

export const readGothenburgStreets = (): FeatureCollection => JSON.parse(readFileSync(streetsFile(), 'utf8'));

const OSM = '© OpenStreetMap contributors, ODbL';

export const NOT_OF_OSM =
  'water, woods and parks, and roads and villages some 4 km from the town’s centre and farther, are made up';
export const DEMO_ATTRIBUTION = `${OSM}; ${NOT_OF_OSM}`;

/** Half the side of the country: ten minutes by car from the town end within. */
const COUNTRY_M = 14_500;
/** Half the side of known buildings: squares of the census across the edge have no further ones. */
const BUILDINGS_KNOWN_M = 20_000;

/** Reads a file with one GeoJSON feature a line. */
const readFeatures = (file: string): Feature[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Villages on a disordered lattice, with roads between them and to the real ones that leave the town. */
const readCountryside = (): Feature[] => readFeatures(join(import.meta.dirname, 'countryside.geojsonl'));
/** Water, woods, parks and built-up land, which keep off streets and buildings; no count depends on them. */
const readLandscape = (): Feature[] => readFeatures(join(import.meta.dirname, 'landscape.geojsonl'));

/** Buildings, census and persons, a twentieth of the inhabitants, were drawn once by a simulated housing, school and labour market. */
const BUILDINGS = join(import.meta.dirname, 'buildings.geojsonl.gz');
const CENSUS = join(import.meta.dirname, 'census.csv');
const PERSONS = join(import.meta.dirname, 'persons.csv');

export const demoCoverage: Polygon = [squareAround(GOTHENBURG.centre, COUNTRY_M)];
export const demoStreets = (): Feature[] => [...readGothenburgStreets().features, ...readCountryside()];

/** Returns the configuration's file. */
export async function writeDemo(folder: string, progress: Progress): Promise<string> {
  progress('Write the simulated sources');
  const named = [...readLandscape(), ...PLACES.map(placeFeature)];
  writeFeatures(folder, 'streets.geojson', [...demoStreets(), ...named]);
  writeCoverage(folder, 'coverage.geojson', demoCoverage);
  const known = squareAround(GOTHENBURG.centre, BUILDINGS_KNOWN_M);
  writeCoverage(folder, 'buildings-coverage.geojson', [known]);
  for (const file of [BUILDINGS, CENSUS, PERSONS]) copyFileSync(file, join(folder, basename(file)));
  const people = { coverage: 'coverage.geojson', vintage: 'simulated', attribution: 'Simulated people' };
  return writeConfig(folder, {
    name: DEMO_REGION,
    timezone: 'Europe/Stockholm',
    simulated: true,
    // Streets end within half an hour's drive: answers with `details.cut` are preferable to a 422.
    cut_isochrones: 'answer',
    roads: {
      ...{ file: 'streets.geojson', coverage: 'coverage.geojson' },
      ...{ vintage: '2016-12-27', attribution: DEMO_ATTRIBUTION },
    },
    buildings: {
      ...{ ...people, file: basename(BUILDINGS), complete: true },
      coverage: 'buildings-coverage.geojson',
    },
    census: { file: basename(CENSUS), square: 'GRD_ID', population: 'TOT_P', ...people },
    locations: {
      ...{ ...people, file: basename(PERSONS), kind: 'persons' },
      ...{ first_day: '2024-09-02', last_day: '2024-09-23' },
    },
  });
}
