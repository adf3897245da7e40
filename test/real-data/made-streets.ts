import type { BoundingBox, Position } from '../../src/geo/positions.ts';
import { rectangle } from '../support/zones/rectangle.ts';

export const feature = (geometry: object, properties: object = {}): object => ({
  type: 'Feature',
  properties,
  geometry,
});

export const boxRing = ({ west, south, east, north }: BoundingBox): Position[] =>
  rectangle(west, south, east, north);

export function madeStreets({ west, south, east, north }: BoundingBox, count: number): object[] {
  const at = (low: number, high: number, i: number): number =>
    Number((low + ((high - low) * i) / count).toFixed(7));
  const steps = Array.from({ length: count + 1 }, (_, i) => i);
  return steps
    .flatMap((i) => [
      steps.map((j) => [at(west, east, j), at(south, north, i)]),
      steps.map((j) => [at(west, east, i), at(south, north, j)]),
    ])
    .map((coordinates) => feature({ type: 'LineString', coordinates }, { highway: 'residential' }));
}
