import { expect, test } from 'vitest';
import { PlanarArea, shareInside } from '../../tiles-builder/geometry/planar-area.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import type { TownBuilding } from '../../tiles-builder/simulate/place-buildings.ts';
import { type Rectangle, verticesOf } from '../../tiles-builder/simulate/rectangles.ts';
import { outlineSites } from './outline-sites.ts';

const plane = localPlane([11.97, 57.7]);

/** Every second one has a site. */
const BUILDINGS = Array.from({ length: 120 }, (_, i): TownBuilding => {
  const rectangle: Rectangle = { centre: [30 * i, 0], along: [1, 0], halfLength_m: 10, halfDepth_m: 6 };
  const shell = verticesOf(rectangle).map(plane.toPosition);
  const footprint = [[...shell, shell[0]]];
  return { use: 'office', rectangle, levels: 1, footprint, tags: {}, dwellings: 0 };
});
const SITES = [...BUILDINGS.keys()].filter((building) => building % 2 === 0);

test('each building with a site is in one outline, which has all of it: a campus, a plot, or the building alone', () => {
  const outlined = outlineSites(SITES, BUILDINGS, plane);
  expect(outlined.flatMap(({ buildings }) => buildings).sort((a, b) => a - b)).toEqual(SITES);
  const kinds = { campus: 0, plot: 0, alone: 0 };
  for (const { buildings, outline } of outlined) {
    const area = new PlanarArea([outline]);
    for (const building of buildings) {
      const footprint = new PlanarArea([BUILDINGS[building].footprint]);
      expect(shareInside(footprint, area)).toBeGreaterThan(0.999);
    }
    const own = new PlanarArea(buildings.map((building) => BUILDINGS[building].footprint)).area();
    if (buildings.length > 1) kinds.campus++;
    else if (area.area() > 1.5 * own) kinds.plot++;
    else kinds.alone++;
  }
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(3);
});

test('a campus reaches over buildings between those that it consists of', () => {
  const [campus] = outlineSites(SITES, BUILDINGS, plane);
  expect(campus.buildings).toHaveLength(3);
  const between = BUILDINGS.filter((_, building) => !SITES.includes(building));
  const area = new PlanarArea([campus.outline]);
  expect(between.some(({ footprint }) => shareInside(new PlanarArea([footprint]), area) > 0)).toBe(true);
});
