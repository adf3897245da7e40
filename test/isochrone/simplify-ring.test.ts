import { describe, expect, test } from 'vitest';
import { ArrivalRaster } from '../../src/isochrone/arrival-raster.ts';
import { contourRings } from '../../src/isochrone/contour-rings.ts';
import { SIMPLIFIED_PIXELS, simplifyRing } from '../../src/isochrone/simplify-ring.ts';
import { type Contour, traceContour } from '../../src/isochrone/trace-contour.ts';
import { seededRandom } from '../support/roads/random-roads.ts';

const FRESH_SEED = Math.floor(Math.random() * 2 ** 31);

function hillyContour(seed: number): Contour {
  const random = seededRandom(seed);
  const raster = new ArrivalRaster(0, 0, 80, 60);
  const hills = Array.from({ length: 6 }, () => [random() * 80, random() * 60, 3 + random() * 20] as const);
  for (let row = 1; row < 59; row++) {
    for (let column = 1; column < 79; column++) {
      const heights = hills.map(([x, y, radius]) => radius - Math.hypot(column - x, row - y));
      raster.walkLeft[row * 80 + column] = Math.round(Math.max(...heights) * 20 + random() * 4);
    }
  }
  raster.firstInside.fill(1);
  raster.lastInside.fill(78);
  return traceContour(raster);
}

function distanceToSegment(
  [x, y]: readonly [number, number],
  from: readonly [number, number],
  to: readonly [number, number],
): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from[0] - share * dx, y - from[1] - share * dy);
}

describe.each([1, FRESH_SEED])('the simplified outline of hills of seed %i', (seed) => {
  test('passes near every omitted vertex, and omits many', () => {
    const contour = hillyContour(seed);
    const positionOf = (vertex: number) => [contour.x[vertex], contour.y[vertex]] as const;
    let [before, after] = [0, 0];
    for (const { shell, holes } of contourRings(contour, 0)) {
      for (const { vertices } of [shell, ...holes]) {
        const kept = simplifyRing(contour, vertices);
        before += vertices.length;
        after += kept.length;
        expect(kept.length).toBeGreaterThanOrEqual(4);
        const places = kept.map((vertex) => vertices.indexOf(vertex));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        places.forEach((place, i) => {
          const end = places[i + 1] ?? vertices.length;
          const [from, to] = [positionOf(kept[i]), positionOf(kept[(i + 1) % kept.length])];
          for (const vertex of vertices.subarray(place + 1, end)) {
            expect(distanceToSegment(positionOf(vertex), from, to)).toBeLessThanOrEqual(SIMPLIFIED_PIXELS);
          }
        });
      }
    }
    expect(after).toBeLessThan(before / 2);
  });
});
