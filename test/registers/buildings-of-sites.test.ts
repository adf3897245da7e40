/** Which building a site is in, and over which cells that spreads, in rectangles whose places are known. */
import { describe, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { areaAt, cellInArea } from '../../tiles-builder/areas/areas.ts';
import { cornerUnits, FootprintList, type Footprints } from '../../tiles-builder/geometry/footprints.ts';
import { cellAt } from '../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { buildingsOfSites } from '../../tiles-builder/registers/buildings-of-sites.ts';
import { localPlane, type Point } from '../../tiles-builder/simulate/local-plane.ts';
import { rectanglesOn } from '../support/rectangle.ts';

const plane = localPlane([11.97, 57.7]);
const area = areaAt(11.97, 57.7);
const rectangle = rectanglesOn(plane);

function footprintsOf(...rectangles: readonly Parameters<typeof rectangle>[]): Footprints {
  const list = new FootprintList();
  for (const own of rectangles) {
    for (const [lon, lat] of rectangle(...own).slice(1)) list.corner(cornerUnits(lon), cornerUnits(lat));
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
  buildingsOfSites(area, at(...places), { footprints }, coverage);

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
    expect(find(footprintsOf(hall, shed), places).map(({ sites }) => [...sites])).toEqual([
      [0, 1, 2, 4],
      [3],
    ]);
    expect(find(footprintsOf(), places)).toEqual([]);
  });

  test('has the cells of its building inside the coverage, as much of each as lies in it', () => {
    const [whole] = find(footprintsOf(hall), [[1, 1]]);
    const extent = new PlanarArea([[rectangle(...hall)]]).area();
    expect(whole.sizes.reduce((sum, size) => sum + size, 0) / extent).toBeCloseTo(1, 6);
    // A point each metre tells the same, roughly.
    const seen = new Map<string, number>();
    for (let x = 0.5; x < 80; x++) {
      for (let y = 0.5; y < 40; y++) {
        const cell = cellAt(plane.toPosition([x, y]));
        seen.set(cell, (seen.get(cell) ?? 0) + 1 / 3_200);
      }
    }
    expect(new Set(Array.from(whole.cells, (cell) => cellInArea(area, cell)))).toEqual(new Set(seen.keys()));
    for (const [i, cell] of whole.cells.entries()) {
      expect(whole.sizes[i] / extent).toBeCloseTo(seen.get(cellInArea(area, cell))!, 2);
    }
    const west = new PlanarArea([[rectangle(-5_000, -5_000, 5_040, 10_000)]]);
    const [half] = find(footprintsOf(hall), [[1, 1]], west);
    expect(half.sizes.reduce((sum, size) => sum + size, 0) / extent).toBeCloseTo(0.5, 5);
  });
});
