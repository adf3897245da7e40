/**
 * Assigns narrow gaps between census units to the finer unit at each: bridges facing edges, overlays units and bridges by
 * snap rounding, and traces outlines again.
 */
import type { Polygon, Zone } from '../../../src/geo/positions.ts';
import { bridgesOf } from '../../geometry/bridge-gaps.ts';
import { EdgeList } from '../../geometry/chain-edges.ts';
import { type GridBox, GridRings } from '../../geometry/grid-rings.ts';
import { isNarrow } from '../../geometry/narrow-polygon.ts';
import { arcsOf } from '../../geometry/planar-arrangement.ts';
import { snapRounded } from '../../geometry/snap-rounding.ts';
import { GrowingArray } from '../../numbers/growing-array.ts';

/** Grid units; closing a gap moves borders less. */
const MARGIN = 1_000;
const MOST_AT_ONCE = 20_000;
/** Later rounds fill specks of snapping. */
const MOST_ROUNDS = 3;

type IsFiner = (a: number, b: number) => boolean;

/**
 * @param rings polygons of disjoint units with shared vertices
 * @param isFiner which of two units gets the land between
 * @returns outlines of changed units
 */
export function closeGaps(
  rings: GridRings,
  unitOf: readonly number[],
  width_m: number,
  isFiner: IsFiner,
): Map<number, Zone> {
  const changed = new Map<number, Zone>();
  let fill: Filling[] = [];
  for (const {
    owners: [a, b],
    polygon,
  } of bridgesOf(bareEdges(rings, unitOf), width_m)) {
    fill.push({ owner: isFiner(a, b) ? a : b, polygon });
    if (fill.length < MOST_AT_ONCE) continue;
    fillGaps(fill, changed, { rings, unitOf, width_m, isFiner });
    fill = [];
  }
  if (fill.length > 0) fillGaps(fill, changed, { rings, unitOf, width_m, isFiner });
  return changed;
}

interface Gaps {
  readonly rings: GridRings;
  readonly unitOf: readonly number[];
  readonly width_m: number;
  readonly isFiner: IsFiner;
}

function fillGaps(
  fill: Filling[],
  changed: Map<number, Zone>,
  { rings, unitOf, width_m, isFiner }: Gaps,
): void {
  const near = polygonsNear(rings, unitOf, GridRings.of(fill.map(({ polygon }) => polygon)));
  const isNear = new Set(near);
  const owners = new Set(near.map((polygon) => unitOf[polygon]));
  const units = [
    ...near
      .filter((polygon) => !changed.has(unitOf[polygon]))
      .map((polygon) => ({
        owner: unitOf[polygon],
        polygon: rings.polygon(polygon),
      })),
    ...[...owners].flatMap((owner) => (changed.get(owner) ?? []).map((polygon) => ({ owner, polygon }))),
  ];
  for (let round = 1; ; round++) {
    const { borders, left } = filled(units, fill, isFiner, (polygon) => {
      const isBetween = rings.near(GridRings.of([polygon]).boxOf(0)).every((other) => isNear.has(other));
      return isBetween && isNarrow(polygon, width_m);
    });
    if (left.length > 0 && round < MOST_ROUNDS) {
      for (const filling of left) fill.push(filling);
      continue;
    }
    for (const [unit, border] of borders) changed.set(unit, border.polygons());
    return;
  }
}

interface Filling {
  readonly owner: number;
  readonly polygon: Polygon;
}

function filled(
  units: readonly Filling[],
  fill: readonly Filling[],
  isFiner: IsFiner,
  isWanted: (polygon: Polygon) => boolean,
): { borders: Map<number, EdgeList>; left: Filling[] } {
  const all = [...units, ...fill];
  const ownerOf = (found: readonly number[]): number | null => {
    if (found.length === 0) return null;
    if (found[0] < units.length) return all[found[0]].owner;
    return found.map((own) => all[own].owner).reduce((best, own) => (isFiner(own, best) ? own : best));
  };
  const rings = snapRounded(GridRings.of(all.map(({ polygon }) => polygon)));
  const borders = new Map<number, EdgeList>();
  const none = new EdgeList();
  const addTo = (owner: number | null, edges: readonly number[], isForward: boolean): void => {
    const border = owner === null ? none : (borders.get(owner) ?? new EdgeList());
    if (owner !== null) borders.set(owner, border);
    border.addAll(edges, isForward);
  };
  for (const { edges, left, right } of arcsOf(rings)) {
    const [onLeft, onRight] = [ownerOf(left), ownerOf(right)];
    if (onLeft === onRight) continue;
    addTo(onLeft, edges, true);
    addTo(onRight, edges, false);
  }
  const wanted = new Map<string, Polygon>();
  const gaps = none.rings();
  for (let gap = 0; gap < gaps.polygons; gap++) {
    if (gaps.doubleArea(gap) <= 0) continue;
    const polygon = gaps.polygon(gap);
    if (isWanted(polygon)) wanted.set(longestEdge(gaps, gap), polygon);
  }
  const left: Filling[] = [];
  if (wanted.size === 0) return { borders, left };
  for (const arc of arcsOf(rings)) {
    const owner = ownerOf(arc.left) ?? ownerOf(arc.right);
    if (owner === null) continue;
    for (let i = 0; i < arc.edges.length; i += 4) {
      const polygon = wanted.get(lineKey(arc.edges.slice(i, i + 4)));
      if (polygon) left.push({ owner, polygon });
    }
  }
  return { borders, left };
}

function longestEdge(rings: GridRings, polygon: number): string {
  let [longest, key] = [0, ''];
  rings.forEachEdge(polygon, (from, to) => {
    const ends = [rings.x[from], rings.y[from], rings.x[to], rings.y[to]];
    const length = Math.hypot(ends[2] - ends[0], ends[3] - ends[1]);
    if (length > longest) [longest, key] = [length, lineKey(ends)];
  });
  return key;
}

/** Equal for both directions. */
const lineKey = ([x1, y1, x2, y2]: readonly number[]): string =>
  x1 < x2 || (x1 === x2 && y1 < y2) ? `${x1} ${y1} ${x2} ${y2}` : `${x2} ${y2} ${x1} ${y1}`;

function bareEdges(rings: GridRings, unitOf: readonly number[]): { owner: Uint32Array; ends: Int32Array } {
  const owner = new GrowingArray(Uint32Array);
  const ends = new GrowingArray(Int32Array);
  for (const { edges, left, right } of arcsOf(rings)) {
    if (left.length > 0 && right.length > 0) continue;
    const unit = unitOf[(left.length > 0 ? left : right)[0]];
    for (let i = 0; i < edges.length; i += 4) {
      const [x1, y1, x2, y2] = [edges[i], edges[i + 1], edges[i + 2], edges[i + 3]];
      owner.push(unit);
      ends.append(left.length > 0 ? [x1, y1, x2, y2] : [x2, y2, x1, y1]);
    }
  }
  return { owner: owner.view(), ends: ends.view() };
}

function polygonsNear(rings: GridRings, unitOf: readonly number[], others: GridRings): number[] {
  const units = new Set<number>();
  for (let other = 0; other < others.polygons; other++) {
    for (const polygon of rings.near(widened(others.boxOf(other)))) units.add(unitOf[polygon]);
  }
  return [...unitOf.keys()].filter((polygon) => units.has(unitOf[polygon]));
}

const widened = ({ west, south, east, north }: GridBox): GridBox => ({
  west: west - MARGIN,
  south: south - MARGIN,
  east: east + MARGIN,
  north: north + MARGIN,
});
