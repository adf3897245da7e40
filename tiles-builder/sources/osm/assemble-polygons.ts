/**
 * Assembles the polygons of a multipolygon relation: joins member ways at their ends to rings, and nests these (OSM wiki, Relation:multipolygon).
 */
import type { Ring, Zone } from '../../../src/geo/positions.ts';
import { isSimpleRing, rightHanded } from '../../geometry/rings.ts';
import { polygonsOf } from '../../geometry/rings-to-polygons.ts';
import { knownPositions, type LineNodes, NOWHERE } from '../features.ts';
import type { MemberNodes } from './member-ways.ts';

export interface MemberWay {
  readonly nodes: MemberNodes;
  readonly isInner: boolean;
}

/** @returns right-handed polygons; `null` for missing nodes, for unclosed or self-intersecting rings, and for holes outside shells */
export function assemblePolygons(ways: readonly MemberWay[]): Zone | null {
  const [shells, holes] = [false, true].map((inner) =>
    joinRings(ways.filter(({ isInner }) => isInner === inner).map(({ nodes }) => nodes)),
  );
  if (!shells?.length || !holes) return null;
  const rings = [...shells, ...holes];
  const polygons = rings.every(isSimpleRing) ? polygonsOf(rings) : [];
  return polygons.length === shells.length ? polygons.map(rightHanded) : null;
}

/** @returns `null` if a node is missing */
export function ringOf(nodes: Pick<LineNodes, 'lon' | 'lat'>): Ring | null {
  return nodes.lon.includes(NOWHERE) ? null : knownPositions(nodes);
}

function joinRings(ways: readonly MemberNodes[]): Ring[] | null {
  const usable = ways.filter(({ lon }) => lon.length > 1);
  if (usable.some(({ lon }) => lon.includes(NOWHERE))) return null;
  const unused = new Set(usable.keys());
  const waysAt = new Map<number, number[]>();
  usable.forEach((way, index) => {
    for (const end of [way.first, way.last]) {
      const at = waysAt.get(end);
      if (at) at.push(index);
      else waysAt.set(end, [index]);
    }
  });
  const rings: Ring[] = [];
  for (const start of unused) {
    unused.delete(start);
    const { first, last } = usable[start];
    const ring = knownPositions(usable[start]);
    for (let end = last; end !== first; ) {
      const next = waysAt.get(end)?.find((index) => unused.has(index));
      if (next === undefined) return null;
      unused.delete(next);
      const way = usable[next];
      const isReversed = way.first !== end;
      const positions = knownPositions(way);
      if (isReversed) positions.reverse();
      for (const position of positions.slice(1)) ring.push(position);
      end = isReversed ? way.first : way.last;
    }
    rings.push(ring);
  }
  return rings;
}
