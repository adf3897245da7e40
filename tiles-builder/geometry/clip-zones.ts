/** What zones share, cover together, or have apart; edges are straight lines in longitude and latitude. */
import { boundingBoxOf, type Polygon, type Zone } from '../../src/geo/positions.ts';
import { EdgeList } from './chain-edges.ts';
import { GridRings } from './grid-rings.ts';
import { PlanarArea } from './planar-area.ts';
import { arcsOf } from './planar-partition.ts';
import { snapRounded } from './snap-rounding.ts';

/** What lies in both; the polygons of either may overlap. */
export function intersectionOf(a: Zone, b: Zone): Zone {
  if (a.length === 0 || b.length === 0) return [];
  const relation = relationOf(a, b);
  if (relation !== 'edge') return relation === 'inside' ? a : [];
  return relationOf(b, a) === 'inside' ? b : overlay([a, b], (inA, inB) => inA && inB);
}

/** What lies in any polygon of any of some zones. */
export function unionOf(...zones: readonly Zone[]): Zone {
  const [first = [], ...others] = zones.filter((zone) => zone.length > 0);
  return others.length === 0 && first.length <= 1 ? first : overlay([first, others.flat()], (a, b) => a || b);
}

/** What of `a` is not in `b`. */
export function differenceOf(a: Zone, b: Zone): Zone {
  if (a.length === 0 || b.length === 0) return a;
  const relation = relationOf(a, b);
  if (relation === 'edge') return overlay([a, b], (inA, inB) => inA && !inB);
  return relation === 'inside' ? [] : a;
}

/** How the box of `a` lies to `b`: where no edge meets it, there is nothing to clip, however many vertices both have. */
const relationOf = (a: Zone, b: Zone): 'inside' | 'outside' | 'edge' =>
  new PlanarArea(b).relationOf(boundingBoxOf(a.flat()));

function overlay(
  [a, b]: readonly [Zone, Zone],
  isIn: (isInA: boolean, isInB: boolean) => boolean,
): Polygon[] {
  const rings = snapRounded(GridRings.of([...a, ...b]));
  const isInside = (polygons: readonly number[]): boolean =>
    isIn(
      polygons.some((polygon) => polygon < a.length),
      polygons.some((polygon) => polygon >= a.length),
    );
  const border = new EdgeList();
  for (const { edges, left, right } of arcsOf(rings)) {
    const isLeft = isInside(left);
    if (isLeft === isInside(right)) continue;
    border.addAll(edges, isLeft);
  }
  return border.polygons();
}
