import { describe, expect, test } from 'vitest';
import type { Position } from '../../../src/geo/positions.ts';
import { anchorsOfSites, middleAround } from '../../../tiles-builder/daytime/registers/site-buildings.ts';
import { coordinateUnits } from '../../../tiles-builder/geometry/coordinate-units.ts';
import { FootprintList, type Footprints } from '../../../tiles-builder/geometry/footprints.ts';
import { cellAt } from '../../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
import { partitionAt } from '../../../tiles-builder/partitions/partitions.ts';
import { localPlane, type Point } from '../../../tiles-builder/simulate/local-plane.ts';
import { rectanglesOn } from '../../support/zones/rectangle.ts';

const plane = localPlane([11.97, 57.7]);
const area = partitionAt(11.97, 57.7);
const rectangle = rectanglesOn(plane);

function footprintsOf(...rectangles: readonly Parameters<typeof rectangle>[]): Footprints {
  const list = new FootprintList();
  for (const own of rectangles) {
    for (const [lon, lat] of rectangle(...own).slice(1))
      list.vertex(coordinateUnits(lon), coordinateUnits(lat));
    list.endRing();
    list.endPolygon();
    list.endFootprint();
  }
  return list.finish();
}

const everywhere = new PlanarArea([[rectangle(-5_000, -5_000, 10_000, 10_000)]]);
const at = (...places: readonly Point[]): { position: Position }[] =>
  places.map((place) => ({ position: plane.toPosition(place) }));
const find = (footprints: Footprints, places: readonly Point[], coverage = everywhere) =>
  anchorsOfSites(area, at(...places), { footprints }, coverage);

describe('a site', () => {
  const hall: Parameters<typeof rectangle> = [0, 0, 80, 40];
  const shed: Parameters<typeof rectangle> = [88, 0, 10, 10];

  test('is in the building around it or no more than 5 m away, the nearest of several', () => {
    const places: Point[] = [
      [40, 20],
      [40, -4.5],
      [-3, -3],
      [85.4, 5],
      [83.6, 5],
      [40, -5.5],
      [-4, -4],
      [300, 300],
    ];
    const [inHall, inShed] = [places[0], [93, 5] as Point].map(
      (place) => find(footprintsOf(hall, shed), [place])[0],
    );
    expect(find(footprintsOf(hall, shed), places)).toEqual([
      ...[inHall, inHall, inHall, inShed, inHall],
      ...places.slice(5).map((place) => middleAround(plane.toPosition(place))),
    ]);
    expect(find(footprintsOf(), places)).toEqual(
      places.map((place) => middleAround(plane.toPosition(place))),
    );
  });

  test('counts in the first cell that its building covers inside the coverage', () => {
    const covered = (from: number): Set<string> => {
      const cells = new Set<string>();
      for (let x = from; x < 80; x++)
        for (let y = 0.5; y < 40; y++) cells.add(cellAt(plane.toPosition([x, y])));
      return cells;
    };
    expect(find(footprintsOf(hall), [[1, 1]])).toEqual([[...covered(0.5)].sort()[0]]);
    const east = new PlanarArea([[rectangle(40, -5_000, 5_000, 10_000)]]);
    expect(covered(40.5)).toContain(find(footprintsOf(hall), [[1, 1]], east)[0]);
  });
});
