/**
 * Assembles the polygons of a multipolygon relation: joins member ways at their ends to rings, and puts each hole into the
 * smallest shell around it (OSM wiki, Relation:multipolygon).
 */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { polygon as turfPolygon } from '@turf/helpers';
import type { Position, Ring, Zone } from '../../../src/geo/positions.ts';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { isSimpleRing, rightHanded } from '../../geometry/rings.ts';
import { knownPositions, type LineNodes, NOWHERE } from '../features.ts';
import type { MemberNodes } from './member-ways.ts';

export interface MemberWay {
  readonly nodes: MemberNodes;
  readonly isInner: boolean;
}

/** @returns right-handed polygons; `null` for missing nodes, unclosed or self-intersecting rings, or holes outside shells */
export function assemblePolygons(ways: readonly MemberWay[]): Zone | null {
  const ringsOf = (inner: boolean): Ring[] | null => {
    const joined = joinRings(ways.filter(({ isInner }) => isInner === inner).map(({ nodes }) => nodes));
    const rings = joined?.map(ringOfPieces);
    return rings?.every((ring) => ring !== null && isSimpleRing(ring)) ? (rings as Ring[]) : null;
  };
  const shells = ringsOf(false);
  const holes = ringsOf(true);
  if (!shells || !holes || shells.length === 0) return null;
  const polygons = shells.map((shell) => [shell]);
  for (const hole of holes) {
    const around = polygons.filter(([shell]) => surrounds(shell, hole));
    if (around.length === 0) return null;
    around.reduce((a, b) => (area(b[0]) < area(a[0]) ? b : a)).push(hole);
  }
  return polygons.map(rightHanded);
}

const area = (ring: Ring): number => Math.abs(signedDoubleArea(ring));

/** @returns `null` if a node is missing */
export function ringOf(nodes: Pick<LineNodes, 'lon' | 'lat'>): Ring | null {
  return nodes.lon.includes(NOWHERE) ? null : knownPositions(nodes);
}

function surrounds(shell: Ring, hole: Ring): boolean {
  const around = turfPolygon([shell as [number, number][]]);
  return hole.every((position) => booleanPointInPolygon(position as [number, number], around));
}

interface Piece {
  readonly nodes: MemberNodes;
  readonly isReversed: boolean;
}

function joinRings(ways: readonly MemberNodes[]): Piece[][] | null {
  const usable = ways.filter(({ lon }) => lon.length > 1);
  const unused = new Set(usable.keys());
  const waysAt = new Map<number, number[]>();
  usable.forEach((way, index) => {
    for (const end of [way.first, way.last]) {
      const at = waysAt.get(end);
      if (at) at.push(index);
      else waysAt.set(end, [index]);
    }
  });
  const rings: Piece[][] = [];
  for (const start of unused) {
    unused.delete(start);
    const first = usable[start];
    const pieces: Piece[] = [{ nodes: first, isReversed: false }];
    for (let end = first.last; end !== first.first; ) {
      const next = waysAt.get(end)?.find((index) => unused.has(index));
      if (next === undefined) return null;
      unused.delete(next);
      const nodes = usable[next];
      const isReversed = nodes.first !== end;
      pieces.push({ nodes, isReversed });
      end = isReversed ? nodes.first : nodes.last;
    }
    rings.push(pieces);
  }
  return rings;
}

function ringOfPieces(pieces: readonly Piece[]): Ring | null {
  const ring: Position[] = [];
  for (const { nodes, isReversed } of pieces) {
    const positions = ringOf(nodes);
    if (!positions) return null;
    const onwards = isReversed ? [...positions].reverse() : positions;
    for (const position of ring.length === 0 ? onwards : onwards.slice(1)) ring.push(position);
  }
  return ring;
}
