import type { Feature, Polygon } from 'geojson';
import { expect, test } from 'vitest';
import { timeLabels } from '../../../src/web/map/time-labels.ts';
import { around } from '../answers.ts';

const isochrone = (lon: number, lat: number): Feature<Polygon> => ({
  type: 'Feature',
  properties: { time: '10 min' },
  geometry: around([lon, lat], 1),
});

test('a label keeps off the marker of a place that lies on its outline', () => {
  const both = [isochrone(10, 50), isochrone(12, 50)];
  const [first] = timeLabels(both);
  const at = first.geometry.coordinates as [number, number];
  const [moved] = timeLabels(both, [[at[0] + 0.1, at[1]]]);
  const far = moved.geometry.coordinates.map((own, axis) => own - at[axis]);
  expect(Math.hypot(...far)).toBeGreaterThan(0.5);
});
