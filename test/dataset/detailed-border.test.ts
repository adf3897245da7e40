/** Borders of 131,072 vertices through the whole product. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { regionsOfOrigin } from '../../src/answer/regions-of-origin.ts';
import { requireCoveredZone } from '../../src/answer/require-covered.ts';
import { detached, type LiveRegions } from '../../src/format/live-regions.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { readLiveRegions } from '../../src/storage/cached-current.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { manifestIn } from '../../tiles-builder/dataset/dataset-folder.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { tileSourceOf } from '../../tiles-builder/publish/stored-dataset.ts';
import {
  osmFeature,
  polygonGeometry,
  writeConfig,
  writeFeatures,
} from '../../tiles-builder/simulate/write-sources.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { detailedBorder } from '../support/zones/detailed-border.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const folder = temporaryFolder();
const LIMIT_MS = 240_000;
const SMALL_BYTES = 200_000;
const CENTRE: Position = [10, 52];
const METRES_PER_DEGREE = 111_195;
const quiet = (): void => {};
const border = detailedBorder(CENTRE, { mean_m: 20_000, levels: 17, seed: 1 });
const area = new PlanarArea([border]);

function distanceToBorder_m([lon, lat]: Position): number {
  const metresPerLon = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return Math.sqrt(
    border[0].reduce((nearest, [x, y]) => {
      const squared = ((x - lon) * metresPerLon) ** 2 + ((y - lat) * METRES_PER_DEGREE) ** 2;
      return Math.min(nearest, squared);
    }, Infinity),
  );
}

const zoneAround = ([lon, lat]: Position): Polygon => [rectangle(lon, lat, lon + 1e-5, lat + 1e-5)];

async function publishedRegion(config: string): Promise<{ manifest: Manifest; live: LiveRegions }> {
  const dataset = `${config}.dataset`;
  await buildDataset(readConfig(config), dataset, { progress: quiet });
  const model = new R2Model();
  const bucket = model.client();
  await publishDataset(dataset, bucket, quiet);
  expect(statSync(join(dataset, 'manifest.json')).size).toBeLessThan(SMALL_BYTES);
  expect(model.objects.get(CURRENT_KEY)!.bytes.byteLength).toBeLessThan(SMALL_BYTES);
  return { manifest: manifestIn(dataset), live: await readLiveRegions(tileSourceOf(bucket)) };
}

/** As if people were counted where roads are known. */
async function areCovered(
  place: Position,
  { manifest, live }: { manifest: Manifest; live: LiveRegions },
): Promise<boolean[]> {
  const regions = [...live].map((region) => ({
    ...detached(region),
    boxes: { ...region.boxes, living: region.boxes.roads },
  }));
  const { roads } = manifest.coverage;
  const coverages = { live, coverageOf: async () => ({ roads, living: roads, working: null }) };
  const walk = { origin: place, travel: 'pedestrian', time_s: 60 } as const;
  const zone = zoneAround(place);
  return [
    (await regionsOfOrigin(walk, 'livingcount', regions, coverages)).ok,
    (await requireCoveredZone(zone, 'livingcount', regions, coverages)).ok,
  ];
}

function places(): Position[] {
  const random = new Random(5);
  return Array.from({ length: 150 }, (_, i): Position => {
    const [lon, lat] = border[0][random.integer(0, border[0].length - 2)];
    const reach = i % 2 === 0 ? 0.002 : 0.03;
    return [lon + random.between(-reach, reach), lat + random.between(-reach, reach)];
  });
}

const GRID = Array.from({ length: 9 }, (_, i) => i - 4);

describe('a border with 131,072 vertices', () => {
  test('that a configuration names: calls beyond it are refused, calls farther than the margin inside it are not', {
    timeout: LIMIT_MS,
  }, async () => {
    const sources = join(folder, 'named');
    mkdirSync(sources);
    const at = (column: number, row: number): number[] => [CENTRE[0] + column * 0.05, CENTRE[1] + row * 0.03];
    const street = (id: number, positions: number[][]) =>
      osmFeature(`way/${id}`, { highway: 'residential' }, { type: 'LineString', coordinates: positions });
    writeFeatures(sources, 'roads.geojson', [
      ...GRID.map((row) =>
        street(
          row + 10,
          GRID.map((column) => at(column, row)),
        ),
      ),
      ...GRID.map((column) =>
        street(
          column + 30,
          GRID.map((row) => at(column, row)),
        ),
      ),
    ]);
    writeFeatures(sources, 'border.geojson', [
      { type: 'Feature', properties: {}, geometry: polygonGeometry(border) },
    ]);
    const roads = { file: 'roads.geojson', coverage: 'border.geojson' };
    const config = writeConfig(sources, { name: 'named', cut_isochrones: 'answer', roads });
    const published = await publishedRegion(config);
    const margin_m = published.manifest.coverage_margin_m.roads;
    expect(margin_m).toBeGreaterThan(0);
    expect(margin_m).toBeLessThanOrEqual(100);
    let [beyond, deep, close] = [0, 0, 0];
    for (const place of places()) {
      const answers = await areCovered(place, published);
      const isInside = area.contains(place);
      const distance_m = distanceToBorder_m(place);
      if (!isInside && distance_m > 2) {
        beyond++;
        expect({ place, answers }).toEqual({ place, answers: [false, false] });
      } else if (isInside && distance_m > margin_m + 2) {
        deep++;
        expect({ place, answers }).toEqual({ place, answers: [true, true] });
      } else close++;
    }
    expect([beyond, deep, close].every((count) => count > 5)).toBe(true);
  });
});
