/**
 * Simplifies the outline of a set of hexagons without changing which cell centres are inside: a chord is as long as one
 * direction passes between the centres inside and outside along it (Williams 1978). See GRID_ZONE.md.
 */
import { EARTH_RADIUS_M, RADIANS } from '../geo/earth.ts';
import { aOf, bOf, faceOf, locate, located, NEIGHBOUR_STEPS, VERTEX_STEPS } from '../geo/grid-lattice.ts';
import type { Position } from '../geo/positions.ts';
import {
  cellOfSide,
  isExactSide,
  isWellInsideFace,
  numberOfSide,
  type Side,
  startOfSide,
} from './cell-sides.ts';
import { POLAR_LATITUDE } from './cover-zone.ts';

/** Chords stay this share of a gate away from its ends: 0.13 m, of which rounding takes 0.08. */
const GATE_MARGIN = 1 / 100;
/** A chord straight on a face deviates at most this far from one straight in degrees. */
const MAX_SAGITTA_M = 0.02;
/** No cell has a longer side. */
const SIDE_M = 12;
const MAX_GATES = 256;
const ENDS = [0.5, 0.02, 0.98];

interface FacePlace {
  readonly a: number;
  readonly b: number;
}

/**
 * @param ring sides; those to follow, at face edges, or around poles stay
 * @returns degrees, not closed
 */
export function simplifiedRing(ring: readonly Side[]): Position[] {
  const firstKept = ring.findIndex(isKept);
  if (firstKept < 0) {
    takeGate(ring[0]);
    const middle = { a: gate.leftA + gate.acrossA / 2, b: gate.leftB + gate.acrossB / 2 };
    return chordsAlong(ring.slice(1), middle, middle);
  }
  const positions: Position[] = [];
  const sides = [...ring.slice(firstKept), ...ring.slice(0, firstKept)];
  for (let from = 0, to = 0; from < sides.length; from = to) {
    to = from + 1;
    if (isKept(sides[from])) {
      positions.push(startOfSide(sides[from]));
      continue;
    }
    while (to < sides.length && !isKept(sides[to])) to++;
    const [start, end] = [vertexOfSide(sides[from], 5), vertexOfSide(sides[to - 1], 6)];
    for (const position of chordsAlong(sides.slice(from, to), start, end)) positions.push(position);
  }
  return positions;
}

function isKept(side: Side): boolean {
  const cell = cellOfSide(side);
  const [a, b] = [aOf(cell), bOf(cell)];
  if (isExactSide(side) || !isWellInsideFace(a, b)) return true;
  locate(faceOf(cell), a, b);
  return Math.abs(located.lat) > POLAR_LATITUDE;
}

function vertexOfSide(side: Side, more: number): FacePlace {
  const cell = cellOfSide(side);
  const vertex = (numberOfSide(side) + more) % 6;
  return { a: aOf(cell) + VERTEX_STEPS[2 * vertex], b: bOf(cell) + VERTEX_STEPS[2 * vertex + 1] };
}

/** {@link takeGate} sets this gate: its start near the cell's centre, and a vector across. */
const gate = { leftA: 0, leftB: 0, acrossA: 0, acrossB: 0 };

function takeGate(side: Side): void {
  const cell = cellOfSide(side);
  const step = 2 * numberOfSide(side);
  const [stepA, stepB] = [NEIGHBOUR_STEPS[step], NEIGHBOUR_STEPS[step + 1]];
  gate.leftA = aOf(cell) + GATE_MARGIN * stepA;
  gate.leftB = bOf(cell) + GATE_MARGIN * stepB;
  gate.acrossA = (1 - 2 * GATE_MARGIN) * stepA;
  gate.acrossB = (1 - 2 * GATE_MARGIN) * stepB;
}

const cross = (a1: number, b1: number, a2: number, b2: number): number => a1 * b2 - b1 * a2;

/** {@link gatesPassed} sets this sector, counterclockwise. */
const open = { lowA: 0, lowB: 0, highA: 0, highB: 0 };

/** @returns first gate that a chord misses, or `last` */
function gatesPassed(sides: readonly Side[], a: number, b: number, first: number, last: number): number {
  let [lowA, lowB, highA, highB] = [0, 0, 0, 0];
  let next = first;
  for (; next < last; next++) {
    takeGate(sides[next]);
    const leftA = gate.leftA - a;
    const leftB = gate.leftB - b;
    const rightA = leftA + gate.acrossA;
    const rightB = leftB + gate.acrossB;
    const narrowsLow = next === first || cross(lowA, lowB, rightA, rightB) > 0;
    const narrowsHigh = next === first || cross(leftA, leftB, highA, highB) > 0;
    const newLowA = narrowsLow ? rightA : lowA;
    const newLowB = narrowsLow ? rightB : lowB;
    const newHighA = narrowsHigh ? leftA : highA;
    const newHighB = narrowsHigh ? leftB : highB;
    if (cross(newLowA, newLowB, newHighA, newHighB) <= 0) break;
    lowA = newLowA;
    lowB = newLowB;
    highA = newHighA;
    highB = newHighB;
  }
  open.lowA = lowA;
  open.lowB = lowB;
  open.highA = highA;
  open.highB = highB;
  return next;
}

/** @returns vertices from `start`, without `end` */
function chordsAlong(sides: readonly Side[], start: FacePlace, end: FacePlace): Position[] {
  const positions: Position[] = [];
  const face = faceOf(cellOfSide(sides[0]));
  let { a, b } = start;
  for (let first = 0; ; ) {
    locate(face, a, b);
    positions.push([located.lon, located.lat]);
    if (first === sides.length) return positions;
    const most = gatesPerChord(located.lat);
    const next = gatesPassed(sides, a, b, first, Math.min(sides.length, first + most));
    if (next === sides.length && isOpen(end.a - a, end.b - b)) return positions;
    takeGate(sides[next - 1]);
    const from = shareAcross(a, b, open.lowA, open.lowB);
    const to = shareAcross(a, b, open.highA, open.highB);
    const { leftA, leftB, acrossA, acrossB } = gate;
    let farthest = -1;
    for (const part of ENDS) {
      const share = from + part * (to - from);
      const endA = leftA + share * acrossA;
      const endB = leftB + share * acrossB;
      const passed = gatesPassed(sides, endA, endB, next, Math.min(sides.length, next + most));
      if (passed <= farthest) continue;
      farthest = passed;
      a = endA;
      b = endB;
    }
    first = next;
  }
}

const isOpen = (a: number, b: number): boolean =>
  cross(open.lowA, open.lowB, a, b) >= 0 && cross(a, b, open.highA, open.highB) >= 0;

function shareAcross(a: number, b: number, towardsA: number, towardsB: number): number {
  const share =
    -cross(towardsA, towardsB, gate.leftA - a, gate.leftB - b) /
    cross(towardsA, towardsB, gate.acrossA, gate.acrossB);
  return Math.max(0, Math.min(1, share));
}

/** A chord along a parallel deviates by length² tan(latitude) / 8 R. */
function gatesPerChord(lat: number): number {
  const longest_m = Math.sqrt((8 * EARTH_RADIUS_M * MAX_SAGITTA_M) / Math.tan(Math.abs(lat) * RADIANS));
  return Math.max(1, Math.min(MAX_GATES, Math.floor(longest_m / SIDE_M)));
}
