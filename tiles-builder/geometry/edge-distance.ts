import { distanceToLine_m } from '../../src/geo/douglas-peucker.ts';
import { boundingBoxOf, boxAround, type Position, type Zone } from '../../src/geo/positions.ts';
import { PolygonIndex } from './polygon-index.ts';

/** Returns the distance in metres from a place to the nearest edge of a zone, `Infinity` if none lies within `within_m`. */
export type EdgeDistance = (place: Position, within_m: number) => number;

export function edgeDistanceOf(zone: Zone): EdgeDistance {
  const edges = zone
    .flat()
    .flatMap((ring) => ring.slice(1).map((end, i): [Position, Position] => [ring[i], end]));
  const index = new PolygonIndex(edges.map((edge) => boundingBoxOf([edge])));
  return (place, within_m) => {
    const near_m = index
      .meeting(boxAround(place, within_m))
      .map((edge) => distanceToLine_m(place, ...edges[edge]));
    return near_m.reduce(
      (least, distance_m) => (distance_m <= within_m && distance_m < least ? distance_m : least),
      Infinity,
    );
  };
}
