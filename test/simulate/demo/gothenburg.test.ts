import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DEMO_ATTRIBUTION,
  demoStreets,
  GOTHENBURG,
  NOT_OF_OSM,
  PLACES,
  readGothenburgStreets,
} from '../../../tiles-builder/simulate/demo/gothenburg.ts';
import { localPlane } from '../../../tiles-builder/simulate/local-plane.ts';

const real = readGothenburgStreets().features;
const features = demoStreets();
const madeUp = features.slice(real.length);
const { toPlane } = localPlane(GOTHENBURG.centre);

test('hand-placed places of the town are at separate positions next to streets', () => {
  const corners = real.flatMap(({ geometry }) =>
    geometry.type === 'LineString' ? geometry.coordinates.map(([lon, lat]) => toPlane([lon, lat])) : [],
  );
  const places = PLACES.map(([, , lon, lat]) => toPlane([lon, lat]));
  for (const [i, [x, y]] of places.entries()) {
    const nearest_m = corners.reduce(
      (least, corner) => Math.min(least, Math.hypot(corner[0] - x, corner[1] - y)),
      Infinity,
    );
    expect(nearest_m, PLACES[i][0]).toBeLessThan(250);
    const others = places.filter((_, other) => other !== i);
    expect(Math.min(...others.map((other) => Math.hypot(other[0] - x, other[1] - y)))).toBeGreaterThan(200);
  }
  expect(new Set(PLACES.map(([name]) => name)).size).toBe(PLACES.length);
});

describe('the country around the town', () => {
  test('begins at the distance that attribution and documentation state', () => {
    const nearest_m = Math.min(
      ...madeUp.flatMap(({ geometry }) =>
        geometry.type === 'LineString'
          ? geometry.coordinates.map(([lon, lat]) => Math.hypot(...toPlane([lon, lat])))
          : [],
      ),
    );
    expect(NOT_OF_OSM).toContain(
      `some ${Math.round(nearest_m / 1_000)} km from the town’s centre and farther`,
    );
    expect(DEMO_ATTRIBUTION).toContain(NOT_OF_OSM);
    for (const page of ['README.md', 'src/web/docs/start-service.md']) {
      const text = readFileSync(join(import.meta.dirname, '../../..', page), 'utf8').replace(/\s+/g, ' ');
      expect(text.toLowerCase(), page).toContain(NOT_OF_OSM);
    }
  });
});
