import type { MultiPolygon } from 'geojson';
import { expect, test } from 'vitest';
import { displayShape } from '../../../src/web/map/display-shape.ts';
import { rectangle } from '../../support/zones/rectangle.ts';

const ring = (...box: [number, number, number, number]): [number, number][] =>
  [...rectangle(...box)] as [number, number][];

test('small holes and islands are not drawn, in whichever direction their rings run', () => {
  const shell = ring(0, 0, 1, 1);
  const [smallHole, largeHole] = [ring(0.1, 0.1, 0.13, 0.13).toReversed(), ring(0.5, 0.1, 0.8, 0.4)];
  const [smallIsland, largeIsland] = [ring(1.2, 0, 1.22, 0.02), ring(1.2, 0.5, 1.4, 0.7)];
  const zone: MultiPolygon = {
    type: 'MultiPolygon',
    coordinates: [[shell, smallHole, largeHole], [smallIsland], [largeIsland]],
  };
  expect(displayShape(zone).coordinates).toEqual([[shell, largeHole], [largeIsland]]);
});
