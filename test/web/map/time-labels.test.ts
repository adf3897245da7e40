import { expect, test } from 'vitest';
import { pixelX, pixelY } from '../../../src/isochrone/pixel-grid.ts';
import { timeLabels } from '../../../src/web/map/time-labels.ts';
import { around } from '../answers.ts';

test('labels of both travel modes, also of a small walk in a large drive, overlap neither each other nor the marker', () => {
  const zoom = 12;
  const world_px = 512 * 2 ** zoom;
  const sizes = { '15 min by car': 0.05, '10 min by car': 0.03, '5 min by car': 0.01, '15 min on foot': 0.006, '10 min on foot': 0.004, '5 min on foot': 0.002 }; // biome-ignore format: one line
  const isochrones = Object.entries(sizes).map(([label, degrees]) => {
    const geometry = {
      type: 'MultiPolygon' as const,
      coordinates: [around([14.5, 35.9], degrees).coordinates],
    };
    return { type: 'Feature' as const, properties: { label }, geometry };
  });
  const labels = timeLabels(isochrones, [[14.5, 35.9]], zoom);
  expect(labels.map(({ properties }) => properties!.label)).toEqual(Object.keys(sizes));
  const boxes = labels.map(({ properties, geometry }) => {
    const { anchor, label } = properties as { readonly anchor: string; readonly label: string };
    const [width, height] = [7 * label.length, 16];
    const shiftX = anchor.includes('left') ? 0 : anchor.includes('right') ? -width : -width / 2;
    const shiftY = anchor.includes('top') ? 0 : anchor.includes('bottom') ? -height : -height / 2;
    const [lon, lat] = geometry.coordinates;
    return { x: pixelX(lon, world_px) + shiftX, y: pixelY(lat, world_px) + shiftY, width, height };
  });
  const marker = { x: pixelX(14.5, world_px) - 12, y: pixelY(35.9, world_px) - 12, width: 24, height: 24 };
  for (const [i, a] of boxes.entries())
    for (const b of [...boxes.slice(i + 1), marker])
      expect(
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
        labels[i].properties!.label,
      ).toBe(false);
});
