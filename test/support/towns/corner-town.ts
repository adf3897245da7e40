/** Town where three partitions meet. */
import { cellToBoundary } from 'h3-js';
import type { Position } from '../../../src/geo/positions.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { partitionAt } from '../../../tiles-builder/partitions/partitions.ts';
import { localPlane } from '../../../tiles-builder/simulate/local-plane.ts';
import {
  osmFeature,
  polygonGeometry,
  writeConfig,
  writeFeatures,
} from '../../../tiles-builder/simulate/write-sources.ts';
import { rectanglesOn } from '../zones/rectangle.ts';

export const HALF_M = 1_500;
const STREETS = 8;

const [lat, lon] = cellToBoundary(partitionAt(2.35, 48.85))[0];
export const cornerPlane = localPlane([lon, lat]);

export function writeCornerTown(folder: string): string {
  const plane = cornerPlane;
  const rectangle = rectanglesOn(plane);
  const random = new Random(3);
  const step_m = (2 * HALF_M) / STREETS;
  const line = (from: [number, number], to: [number, number]): Position[] => [
    plane.toPosition(from),
    plane.toPosition(to),
  ];
  const roads = Array.from({ length: STREETS + 1 }, (_, i) => {
    const off_m = -HALF_M + i * step_m;
    return [line([off_m, -HALF_M], [off_m, HALF_M]), line([-HALF_M, off_m], [HALF_M, off_m])];
  }).flatMap((lines, i) =>
    lines.map((coordinates, j) =>
      osmFeature(
        `way/${2 * i + j}`,
        { highway: 'residential' },
        { type: 'LineString', coordinates: coordinates.map((corner) => [...corner]) },
      ),
    ),
  );
  const houses = Array.from({ length: 400 }, (_, i) => {
    const west_m = (2 * random.unit() - 1) * HALF_M;
    const south_m = (2 * random.unit() - 1) * HALF_M;
    const side_m = 8 + 12 * random.unit();
    const ring = rectangle(west_m, south_m, side_m, side_m);
    return osmFeature(`way/${1_000 + i}`, { building: 'yes' }, polygonGeometry([ring]));
  });
  const units = Array.from({ length: STREETS * STREETS }, (_, i) => {
    const west_m = -HALF_M + (i % STREETS) * step_m;
    const south_m = -HALF_M + Math.floor(i / STREETS) * step_m;
    return {
      type: 'Feature' as const,
      id: `unit ${i}`,
      properties: { people: random.integer(0, 90), home: random.integer(1, 9) / 10 },
      geometry: polygonGeometry([rectangle(west_m, south_m, step_m, step_m)]),
    };
  });
  writeFeatures(folder, 'streets.geojson', roads);
  writeFeatures(folder, 'houses.geojson', houses);
  writeFeatures(folder, 'census.geojson', units);
  return writeConfig(folder, {
    name: 'corner',
    cut_isochrones: 'answer',
    roads: { file: 'streets.geojson' },
    buildings: { file: 'houses.geojson' },
    census: { file: 'census.geojson', population: 'people' },
  });
}
