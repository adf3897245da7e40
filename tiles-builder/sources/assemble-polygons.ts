/**
 * Polygons of a multipolygon or boundary relation from its member ways.
 * Source: https://wiki.openstreetmap.org/wiki/Relation:multipolygon
 */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { polygon as turfPolygon } from '@turf/helpers';
import type { Position, Ring, Zone } from '../../src/geo/positions.ts';
import { isSimpleRing, rightHanded, signedDoubleArea } from './rings.ts';

/** A member way: its nodes' ids in order, and whether it bounds a hole. */
export interface MemberWay {
  readonly nodeIds: readonly number[];
  readonly inner: boolean;
}

/**
 * Joins ways end to end into rings, and puts each hole into the smallest shell around it.
 * @param positionOf `null` for a node that the file does not hold
 * @returns right-handed polygons, or `null` where the ways do not close, a ring crosses itself or a hole has no shell
 */
export function assemblePolygons(
  ways: readonly MemberWay[],
  positionOf: (nodeId: number) => Position | null,
): Zone | null {
  const ringsOf = (inner: boolean): Ring[] | null => {
    const joined = joinRings(ways.filter((way) => way.inner === inner).map((way) => way.nodeIds));
    const rings = joined?.map((nodeIds) => toRing(nodeIds, positionOf));
    return rings?.every((ring) => ring !== null && isSimpleRing(ring)) ? (rings as Ring[]) : null;
  };
  const shells = ringsOf(false);
  const holes = ringsOf(true);
  if (!shells || !holes || shells.length === 0) return null;
  const polygons = shells.map((shell) => [shell]);
  for (const hole of holes) {
    const around = polygons.filter(([shell]) => surrounds(shell!, hole));
    if (around.length === 0) return null;
    around.reduce((a, b) => (area(b[0]!) < area(a[0]!) ? b : a)).push(hole);
  }
  return polygons.map(rightHanded);
}

const area = (ring: Ring): number => Math.abs(signedDoubleArea(ring));

/** The ring of some nodes, or `null` where one of them is not known. */
export function toRing(
  nodeIds: readonly number[],
  positionOf: (nodeId: number) => Position | null,
): Ring | null {
  const ring: Position[] = [];
  for (const id of nodeIds) {
    const position = positionOf(id);
    if (position === null) return null;
    ring.push(position);
  }
  return ring;
}

function surrounds(shell: Ring, hole: Ring): boolean {
  const around = turfPolygon([shell as [number, number][]]);
  return hole.every((position) => booleanPointInPolygon(position as [number, number], around));
}

/** Rings as lists of node ids, the first repeated at the end; `null` where a way finds no other to go on with. */
function joinRings(ways: readonly (readonly number[])[]): number[][] | null {
  const usable = ways.filter((way) => way.length > 1);
  const unused = new Set(usable.keys());
  const waysAt = new Map<number, number[]>();
  usable.forEach((way, index) => {
    for (const end of [way[0]!, way[way.length - 1]!]) {
      const at = waysAt.get(end);
      if (at) at.push(index);
      else waysAt.set(end, [index]);
    }
  });
  const rings: number[][] = [];
  for (const start of unused) {
    unused.delete(start);
    const ring = [...usable[start]!];
    while (ring[0] !== ring[ring.length - 1]) {
      const end = ring[ring.length - 1]!;
      const next = waysAt.get(end)!.find((index) => unused.has(index));
      if (next === undefined) return null;
      unused.delete(next);
      const way = usable[next]!;
      const onwards = way[0] === end ? way : [...way].reverse();
      for (const id of onwards.slice(1)) ring.push(id);
    }
    rings.push(ring);
  }
  return rings;
}
