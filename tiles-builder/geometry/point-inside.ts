/** Finds a label point in a zone: the middle of the widest section on the central parallel of the polygon with the largest box. */
import { boundingBoxOf, type Polygon, type Position, type Zone } from '../../src/geo/positions.ts';

export function pointInside(zone: Zone): Position {
  const polygon = zone.reduce((a, b) => (boxArea(b) > boxArea(a) ? b : a));
  const { south, north } = boundingBoxOf(polygon);
  const middle = (south + north) / 2;
  const crossings = polygon.flatMap((ring) => crossingsOf(ring, middle)).sort((a, b) => a - b);
  let widest: readonly [number, number] = [crossings[0], crossings[1]];
  for (let i = 2; i + 1 < crossings.length; i += 2) {
    if (crossings[i + 1] - crossings[i] > widest[1] - widest[0]) widest = [crossings[i], crossings[i + 1]];
  }
  return [(widest[0] + widest[1]) / 2, middle];
}

function boxArea(polygon: Polygon): number {
  const { west, south, east, north } = boundingBoxOf(polygon);
  return (east - west) * (north - south);
}

function crossingsOf(ring: Polygon[number], lat: number): number[] {
  const crossings: number[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [[fromX, fromY], [toX, toY]] = [ring[i - 1], ring[i]];
    if (fromY >= lat !== toY >= lat) crossings.push(fromX + ((toX - fromX) * (lat - fromY)) / (toY - fromY));
  }
  return crossings;
}
