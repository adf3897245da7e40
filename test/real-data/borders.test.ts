/** Roads cut into regions answer as the whole: arrivals at each junction, outlines, and whether they are cut. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import { boundingBoxOf, type Position } from '../../src/geo/positions.ts';
import { differenceOf, intersectionOf } from '../../tiles-builder/geometry/clip-zones.ts';
import { readRoadData } from '../support/files/read-extract.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { compareWithWhole, type Pieces, within } from '../support/roads/cut-regions.ts';

const PLACES = Number(process.env.BORDER_PLACES ?? 8);
const SEED = Number(process.env.BORDER_SEED ?? 20_261_128);

/** Its ferry is for cars: no interval is mapped, which walkers need. */
const GOZO = 'Gozo, reached by ferry from Malta';

/** Its middle from the sea to above Porto, in degrees. */
const DOURO: readonly Position[] = [
  ...([
    [-9, 41.146],
    [-8.672, 41.1465],
    [-8.6405, 41.1475],
    [-8.63, 41.1465],
    [-8.617, 41.1415],
  ] as const),
  ...([
    [-8.6094, 41.14],
    [-8.603, 41.1385],
    [-8.5975, 41.1395],
    [-8.5915, 41.1405],
    [-8.579, 41.1435],
  ] as const),
  ...([
    [-8.563, 41.138],
    [-8.548, 41.127],
    [-8.535, 41.115],
    [-8.51, 41.09],
    [-8.47, 41.07],
    [-8, 41.07],
  ] as const),
];

const CUTS: readonly (readonly [string, string, Pieces])[] = [
  [
    'Liechtenstein in two',
    'liechtenstein-2022',
    (known) => [within(known, { north: 47.14 }), within(known, { south: 47.14 })],
  ],
  [
    'Liechtenstein in two that overlap by two kilometres',
    'liechtenstein-2022',
    (known) => [within(known, { north: 47.15 }), within(known, { south: 47.13 })],
  ],
  [
    'Malta in four that meet at a point, with its ferries',
    'malta-2018',
    (known) =>
      [{ north: 35.9 }, { south: 35.9 }].flatMap((half) =>
        [{ east: 14.46 }, { west: 14.46 }].map((quarter) => within(known, { ...half, ...quarter })),
      ),
  ],
  [GOZO, 'malta-2018', (known) => [within(known, { east: 14.3235 }), within(known, { west: 14.3235 })]],
  [
    'Porto in three along its motorways',
    'porto-roads-2015',
    (known) => [
      within(known, { south: 41.2 }),
      within(known, { north: 41.2, south: 41.12 }),
      within(known, { north: 41.12 }),
    ],
  ],
  [
    'Porto along a river with bridges',
    'porto-roads-2015',
    (known) => {
      const north = intersectionOf(known, [[[...DOURO, [-8, 42], [-9, 42], DOURO[0]]]]);
      return [north, differenceOf(known, north)];
    },
  ],
  [
    'an enclave in Rennes',
    'rennes-2026',
    (known, { west, south, east, north }) => {
      const third = (from: number, to: number, part: number): number => from + ((to - from) * part) / 3;
      const enclave = within(known, {
        ...{ west: third(west, east, 1), east: third(west, east, 2) },
        ...{ south: third(south, north, 1), north: third(south, north, 2) },
      });
      return [enclave, differenceOf(known, enclave)];
    },
  ],
];

describeOnRealData('regions that meet answer as one', () => {
  const cases = CUTS.filter(([, extract]) => runsOn(extract)).flatMap(([name, extract, pieces]) =>
    TRAVELS.map((travel) => ({ name, extract, pieces, travel })),
  );
  test.for(cases)('$name, $travel', async ({ name, extract, pieces, travel }) => {
    const { roads, known } = await readRoadData(join(realDataFolder, 'osm', `${extract}.osm.pbf`));
    const parts = pieces(known, boundingBoxOf(known.flat()));
    const asked = { places: PLACES, seed: SEED };
    const { differences, crossed } = await compareWithWhole(roads, known, parts, travel, asked);
    expect(differences).toEqual([]);
    if (name !== GOZO || travel === 'motorized') expect(crossed).toBeGreaterThan(0);
  });
});
