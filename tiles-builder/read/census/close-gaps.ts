/** Gaps between units of a partition → land of the units beside them. */
import type { Polygon, Zone } from '../../../src/geo/positions.ts';
import { bridgesOf } from '../../geometry/bridge-gaps.ts';
import { EdgeList } from '../../geometry/chain-edges.ts';
import { type GridBox, GridRings } from '../../geometry/grid-rings.ts';
import { isNarrow } from '../../geometry/narrow-polygon.ts';
import { arcsOf } from '../../geometry/planar-partition.ts';
import { snapRounded } from '../../geometry/snap-rounding.ts';
import { GrowingArray } from '../../numbers/growing-array.ts';

/** Units of the grid in which a vertex may move others. */
const MARGIN = 8;
/** What is left between bridges is filled in the second round; snapping may leave specks of centimetres, which stay. */
const MOST_ROUNDS = 3;

/**
 * @param rings polygons of units that share no land, their vertices in common
 * @param unitOf the unit of each polygon, ascending
 * @param isFiner which of two units gets the land between them
 * @returns the outlines of units that change
 */
export function closeGaps(
  rings: GridRings,
  unitOf: readonly number[],
  width_m: number,
  isFiner: (a: number, b: number) => boolean,
): Map<number, Zone> {
  const fill: Filling[] = [];
  for (const {
    owners: [a, b],
    polygon,
  } of bridgesOf(bareEdges(rings, unitOf), width_m)) {
    fill.push({ owner: isFiner(a, b) ? a : b, polygon });
  }
  if (fill.length === 0) return new Map();
  const near = polygonsNear(rings, unitOf, GridRings.of(fill.map(({ polygon }) => polygon)));
  const isNear = new Set(near);
  const units = near.map((polygon): Filling => ({ owner: unitOf[polygon], polygon: rings.polygon(polygon) }));
  for (let round = 1; ; round++) {
    const { borders, enclosed } = filled(units, fill, isFiner);
    const left = enclosed.filter(
      ({ polygon }) =>
        isNarrow(polygon, width_m) &&
        // Else the land may be that of a unit farther away.
        rings.near(GridRings.of([polygon]).boxOf(0)).every((other) => isNear.has(other)),
    );
    if (left.length === 0 || round === MOST_ROUNDS)
      return new Map([...borders].map(([unit, border]) => [unit, border.polygons()]));
    for (const filling of left) fill.push(filling);
  }
}

/** Land of a unit, or land between units that one of them gets. */
interface Filling {
  readonly owner: number;
  readonly polygon: Polygon;
}

/** @returns the borders of units, and land that is left between them with the unit that has the longest edge along it */
function filled(
  units: readonly Filling[],
  fill: readonly Filling[],
  isFiner: (a: number, b: number) => boolean,
): { borders: Map<number, EdgeList>; enclosed: Filling[] } {
  const all = [...units, ...fill];
  const ownerOf = (found: readonly number[]): number | null => {
    if (found.length === 0) return null;
    if (found[0] < units.length) return all[found[0]].owner;
    return found.map((own) => all[own].owner).reduce((best, own) => (isFiner(own, best) ? own : best));
  };
  const borders = new Map<number, EdgeList>();
  const none = new EdgeList();
  const besideNone = new Map<string, number>();
  const addTo = (
    owner: number | null,
    other: number | null,
    edges: readonly number[],
    isForward: boolean,
  ): void => {
    if (owner !== null) {
      const border = borders.get(owner) ?? new EdgeList();
      borders.set(owner, border);
      border.addAll(edges, isForward);
      return;
    }
    none.addAll(edges, isForward);
    for (let i = 0; i < edges.length; i += 4) besideNone.set(lineKey(edges.slice(i, i + 4)), other!);
  };
  for (const { edges, left, right } of arcsOf(snapRounded(GridRings.of(all.map(({ polygon }) => polygon))))) {
    const [onLeft, onRight] = [ownerOf(left), ownerOf(right)];
    if (onLeft === onRight) continue;
    addTo(onLeft, onRight, edges, true);
    addTo(onRight, onLeft, edges, false);
  }
  const enclosed: Filling[] = [];
  const gaps = none.rings();
  for (let gap = 0; gap < gaps.polygons; gap++) {
    if (gaps.doubleArea(gap) <= 0) continue;
    let [longest, owner] = [0, 0];
    gaps.forEachEdge(gap, (from, to) => {
      const ends = [gaps.x[from], gaps.y[from], gaps.x[to], gaps.y[to]];
      const length = Math.hypot(ends[2] - ends[0], ends[3] - ends[1]);
      if (length > longest) [longest, owner] = [length, besideNone.get(lineKey(ends))!];
    });
    enclosed.push({ owner, polygon: gaps.polygon(gap) });
  }
  return { borders, enclosed };
}

/** The same for both directions of an edge. */
const lineKey = ([x1, y1, x2, y2]: readonly number[]): string =>
  x1 < x2 || (x1 === x2 && y1 < y2) ? `${x1} ${y1} ${x2} ${y2}` : `${x2} ${y2} ${x1} ${y1}`;

/** Edges of units beside land that no unit has. */
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

/** All polygons of units of which one is near any of some others, ascending. */
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
