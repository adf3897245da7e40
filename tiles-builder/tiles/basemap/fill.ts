/** How renderers fill the areas of a vector tile: each polygon is cut into triangles by ear clipping. */
import earcut, { deviation, flatten } from 'earcut';
import type { Polygon, Position, Ring } from '../../../src/geo/positions.ts';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { unionOfPolygons } from '../../geometry/clip-zones.ts';

/** A tile unit on the grid of the overlay, which is finer: crossings between units stay apart. */
const DEGREES_A_UNIT = 1e-4;
/** Above it, triangles cover each other or the holes: rounding alone stays far below. */
const ROUNDING = 1e-6;

/**
 * By what share of its area the triangles of a polygon differ from it, 0 where they fill it exactly.
 * @param polygon in tile units, its rings closed
 */
export function fillDeviation(polygon: Polygon): number {
  const { vertices, holes, dimensions } = flatten(polygon.map((ring) => ring.map(([x, y]) => [x, y])));
  return deviation(vertices, holes, dimensions, earcut(vertices, holes, dimensions));
}

/**
 * Rings that ear clipping fills right. Holes that were cut at the edge of a tile lie along their shell or across each
 * other; these become the shell's own border by an overlay of the planar partition.
 * @param rings of an area in tile units, closed, each shell before its holes
 * @returns the same rings where they can be filled as they are
 */
export function fillableRings(rings: readonly Ring[]): readonly Ring[] {
  const polygons = polygonsOf(rings);
  if (polygons.every((polygon) => fillDeviation(polygon) <= ROUNDING)) return rings;
  const scaled = (ring: Ring, factor: number): Ring => ring.map(([x, y]) => [x * factor, y * factor]);
  const parts = unionOfPolygons(
    polygons.map((polygon) => polygon.map((ring) => scaled(ring, DEGREES_A_UNIT))),
  );
  const shellsTurn = Math.sign(signedDoubleArea(rings[0]));
  return parts.flatMap((polygon) => {
    const [shell, ...holes] = polygon.map((ring) => wholeUnits(scaled(ring, 1 / DEGREES_A_UNIT)));
    return [turned(shell, shellsTurn), ...holes.map((hole) => turned(hole, -shellsTurn))].filter(
      (ring) => ring.length > 3,
    );
  });
}

/** Each shell with its holes: shells turn as the first ring does, holes the other way. */
export function polygonsOf(rings: readonly Ring[]): Polygon[] {
  const shellsTurn = Math.sign(signedDoubleArea(rings[0]));
  const polygons: Ring[][] = [];
  for (const ring of rings) {
    const turn = Math.sign(signedDoubleArea(ring));
    if (turn === shellsTurn || polygons.length === 0) polygons.push([ring]);
    else if (turn !== 0) polygons.at(-1)!.push(ring);
  }
  return polygons;
}

/** Vertices at whole units, none twice in a row; closed. */
function wholeUnits(ring: Ring): Ring {
  const whole: Position[] = [];
  for (const [x, y] of ring) {
    const at: Position = [Math.round(x), Math.round(y)];
    const before = whole.at(-1);
    if (!before || before[0] !== at[0] || before[1] !== at[1]) whole.push(at);
  }
  return whole;
}

const turned = (ring: Ring, turn: number): Ring =>
  Math.sign(signedDoubleArea(ring)) === turn ? ring : ring.toReversed();
