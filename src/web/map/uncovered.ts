/** Makes the polygons without data, which the map dims: the world and the holes of coverages, less the outermost shells inside. */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { feature } from '@turf/helpers';
import type { Feature, Polygon } from 'geojson';
import type { Layer } from '../../format/tile-sets.ts';
import type { Ring, Zone } from '../../geo/positions.ts';
import type { MapRegion } from '../../routes/map-region.ts';

const WORLD: Ring = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
];

export function uncovered(regions: readonly Pick<MapRegion, 'coverage'>[], layer: Layer): Feature[] {
  return outsideOf(regions.flatMap(({ coverage }): Zone => coverage[layer] ?? []));
}

/** @param covered polygons that touch each other at single vertices only */
export function outsideOf(covered: Zone): Feature[] {
  const shells = covered.map(([shell]) => shell!);
  const gaps = covered.flatMap(([, ...holes]) => holes);
  return [WORLD, ...gaps].map((ring) =>
    polygonOf([ring, ...outermost(shells.filter((shell) => lies(shell, ring)))]),
  );
}

const outermost = (rings: readonly Ring[]): Ring[] =>
  rings.filter(
    (ring, i) => !rings.some((other, j) => j !== i && lies(ring, other) && (j < i || !lies(other, ring))),
  );

/** Rings touch at single vertices only. */
function lies(ring: Ring, around: Ring): boolean {
  const polygon = polygonOf([around]);
  return ring.every((position) => booleanPointInPolygon([...position], polygon.geometry));
}

const polygonOf = (rings: readonly Ring[]): Feature<Polygon> =>
  feature({ type: 'Polygon', coordinates: rings as unknown as [number, number][][] });
