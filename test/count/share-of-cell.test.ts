import { cellToBoundary, gridDisk, h3IndexToSplitLong, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { CellShares } from '../../src/count/share-of-cell.ts';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { findCentre } from '../../src/geo/grid-descent.ts';
import { found } from '../../src/geo/grid-lattice.ts';
import type { Position } from '../../src/geo/positions.ts';
import { ZoneEdges } from '../../src/zone/zone-edges.ts';
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
  ].map(([from, to]) => new CellShares(new ZoneEdges([[rectangle(from, -80, to, 80)]])));
  let across = 0;
  for (const lat of LATITUDES) {
    for (const cell of gridDisk(latLngToCell(lat, 180, GRID_RESOLUTION), 6)) {
      const [low, high] = h3IndexToSplitLong(cell);
      findCentre(low, high);
      const { face, a, b } = found;
      const expected = shareWestOf180(cell);
      expect(west.shareOf(face, a, b), cell).toBeCloseTo(expected, 6);
      expect(east.shareOf(face, a, b), cell).toBeCloseTo(1 - expected, 6);
      if (expected > 0 && expected < 1) across++;
    }
  }
  expect(across).toBeGreaterThan(20);
});
