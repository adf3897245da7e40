import { cellToBoundary, gridDisk, h3IndexToSplitLong, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { CellOutline } from '../../src/geo/cell-outline.ts';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { findCentre } from '../../src/geo/grid-descent.ts';
import { found } from '../../src/geo/grid-lattice.ts';
import { type Position, ringOfBox } from '../../src/geo/positions.ts';
import { shareInside } from '../../src/geo/shared-area.ts';
import { ZoneEdges } from '../../src/geo/zone-edges.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const LATITUDES = [-16.8, 0.01, 66.1];

/** By h3-js's outline. */
function shareWestOf180(cell: string): number {
  const outline = cellToBoundary(cell).map(([lat, lon]): Position => [lon < 0 ? lon + 360 : lon, lat]);
  return areaOf(westOf180(outline)) / areaOf(outline);
}

function westOf180(ring: readonly Position[]): Position[] {
  return ring.flatMap(([lon, lat], i) => {
    const [nextLon, nextLat] = ring[(i + 1) % ring.length];
    const own: Position[] = lon <= 180 ? [[lon, lat]] : [];
    if (lon <= 180 === nextLon <= 180) return own;
    const share = (180 - lon) / (nextLon - lon);
    return [...own, [180, lat + share * (nextLat - lat)]];
  });
}

function areaOf(ring: readonly Position[]): number {
  return Math.abs(
    ring.reduce((sum, [lon, lat], i) => {
      const [nextLon, nextLat] = ring[(i + 1) % ring.length];
      return sum + ((lon - 180) * nextLat - (nextLon - 180) * lat) / 2;
    }, 0),
  );
}

test('a cell across the antimeridian is shared between zones on its sides as its outline is', () => {
  const [west, east] = [
    [179, 180],
    [-180, -179],
  ].map(([from, to]) => new ZoneEdges([[rectangle(from, -80, to, 80)]]));
  const outline = new CellOutline();
  let across = 0;
  for (const lat of LATITUDES) {
    for (const cell of gridDisk(latLngToCell(lat, 180, GRID_RESOLUTION), 6)) {
      const [low, high] = h3IndexToSplitLong(cell);
      findCentre(low, high);
      outline.take(found.face, found.a, found.b);
      const expected = shareWestOf180(cell);
      expect(shareInside(outline, west), cell).toBeCloseTo(expected, 6);
      expect(shareInside(outline, east), cell).toBeCloseTo(1 - expected, 6);
      if (expected > 0 && expected < 1) across++;
    }
  }
  expect(across).toBeGreaterThan(20);
});

/** The first has a hole, the last is cut at the antimeridian. */
const COVERAGE = new ZoneEdges([
  [rectangle(10, 50, 20, 60), rectangle(12, 52, 18, 58).toReversed()],
  [rectangle(30, 50, 40, 60)],
  [rectangle(170, 50, 180, 60)],
  [rectangle(-180, 50, -170, 60)],
]);

test.each([
  [5, 55, 0],
  [11, 55, 1],
  [15, 55, 0],
  [25, 55, 0],
  [185, 55, 1],
  [-175, 55, 1],
  [195, 55, 0],
  [9.975, 55, 0.75],
  [19.975, 55, 0.25],
  [11.95, 55, 0.5],
  [179.95, 55, 1],
  [189.925, 55, 0.75],
  [35, 59.95, 0.5],
  [35, 60.5, 0],
])('of a box at %d, %d, the zone holds %d', (west, south, share) => {
  const box = { west, south, east: west + 0.1, north: south + 0.1 };
  const ring = ringOfBox(box);
  const outline = { ...box, lons: ring.map(([lon]) => lon), lats: ring.map(([, lat]) => lat) };
  expect(shareInside(outline, COVERAGE)).toBeCloseTo(share, 9);
});
