/**
 * Ensures that renderers fill the polygons of a vector tile correctly: tests them by ear clipping, and if one is filled
 * wrongly, replaces all by their union.
 */
import earcut, { deviation, flatten } from 'earcut';
import type { Polygon, Position, Ring } from '../../../src/geo/positions.ts';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { unionOfPolygons } from '../../geometry/clip-zones.ts';

/** Separates crossings on the overlay's finer grid. */
const DEGREES_A_UNIT = 1e-4;
/** Larger deviations are overlapping triangles. */
const ROUNDING = 1e-6;

/**
 * Returns how far the area of the triangles deviates, relatively; 0 for an exact fill.
 * @param polygon in tile units, rings closed
 */
export function fillDeviation(polygon: Polygon): number {
  const { vertices, holes, dimensions } = flatten(polygon.map((ring) => ring.map(([x, y]) => [x, y])));
  return deviation(vertices, holes, dimensions, earcut(vertices, holes, dimensions));
}

/**
 * Makes rings that ear clipping fills correctly: merges holes that touch their shell or each other.
 * @param rings in tile units, closed, each shell before its holes
 * @returns the argument if already fillable
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

/** Shells have the first ring's orientation. */
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
