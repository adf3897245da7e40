/**
 * Union, intersection and difference of zones: snap rounding, a planar arrangement, and edges with the result on one side
 * alone.
 */
import { boundingBoxOf, type Polygon, type Zone } from '../../src/geo/positions.ts';
import { EdgeList } from './chain-edges.ts';
import { GridRings } from './grid-rings.ts';
import { PlanarArea } from './planar-area.ts';
import { arcsOf } from './planar-arrangement.ts';
import { snapRounded } from './snap-rounding.ts';

/** Polygons of a zone may overlap. */
export function intersectionOf(a: Zone, b: Zone): Zone {
  if (a.length === 0 || b.length === 0) return [];
  const relation = relationOf(a, b);
  if (relation !== 'edge') return relation === 'inside' ? a : [];
  return relationOf(b, a) === 'inside' ? b : overlayOfTwo(a, b, (inA, inB) => inA && inB);
}

export function unionOf(...zones: readonly Zone[]): Zone {
  const [first = [], ...others] = zones.filter((zone) => zone.length > 0);
  return others.length === 0 && first.length <= 1 ? first : unionOfPolygons([first, ...others].flat());
}

export const unionOfPolygons = (polygons: Iterable<Polygon>): Zone =>
  overlay(polygons, (covering) => covering.length > 0);

export function differenceOf(a: Zone, b: Zone): Zone {
  if (a.length === 0 || b.length === 0) return a;
  const relation = relationOf(a, b);
  if (relation === 'edge') return overlayOfTwo(a, b, (inA, inB) => inA && !inB);
  return relation === 'inside' ? [] : a;
}

const relationOf = (a: Zone, b: Zone): 'inside' | 'outside' | 'edge' =>
  new PlanarArea(b).relationOf(boundingBoxOf(a.flat()));

function overlay(polygons: Iterable<Polygon>, isIn: (covering: readonly number[]) => boolean): Zone {
  const border = new EdgeList();
  for (const { edges, left, right } of arcsOf(snapRounded(GridRings.of(polygons)))) {
    const isLeft = isIn(left);
    if (isLeft !== isIn(right)) border.addAll(edges, isLeft);
  }
  return border.polygons();
}

function overlayOfTwo(a: Zone, b: Zone, isIn: (isInA: boolean, isInB: boolean) => boolean): Zone {
  return overlay([...a, ...b], (covering) =>
    isIn(
      covering.some((polygon) => polygon < a.length),
      covering.some((polygon) => polygon >= a.length),
    ),
  );
}
