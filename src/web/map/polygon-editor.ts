/** Changes to a polygon that is drawn by hand. Pure: positions in, positions out. */
import type { Feature, FeatureCollection } from 'geojson';
import type { Position } from '../../geo/positions.ts';
import type { Question } from '../question.ts';

export type Drawing = Pick<Question, 'rings' | 'closed'>;

export const EMPTY_DRAWING: Drawing = { rings: [], closed: false };
export const MIN_CORNERS = 3;

export function addCorner({ rings, closed }: Drawing, position: Position): Drawing {
  return closed ? { rings, closed } : { rings: [[...(rings[0] ?? []), position]], closed };
}

export function canFinish({ rings, closed }: Drawing): boolean {
  return !closed && (rings[0]?.length ?? 0) >= MIN_CORNERS;
}

export const finish = (drawing: Drawing): Drawing =>
  canFinish(drawing) ? { rings: drawing.rings, closed: true } : drawing;

/** @param corner index in the ring; a corner is put in there first where `inserted` */
export function moveCorner(
  { rings, closed }: Drawing,
  ring: number,
  corner: number,
  position: Position,
  inserted: boolean,
): Drawing {
  const moved = rings.map((positions, index) =>
    index === ring ? positions.toSpliced(corner, inserted ? 0 : 1, position) : positions,
  );
  return { rings: moved, closed };
}

/** Without a corner; a ring that would be left with fewer than three stays as it is. */
export function removeCorner({ rings, closed }: Drawing, ring: number, corner: number): Drawing {
  if (closed && rings[ring]!.length <= MIN_CORNERS) return { rings, closed };
  return {
    rings: rings.map((positions, i) => (i === ring ? positions.toSpliced(corner, 1) : positions)),
    closed,
  };
}

/** The polygon, or the line drawn so far. */
export function drawnShape({ rings, closed }: Drawing): FeatureCollection {
  const [shell] = rings;
  if (!shell || shell.length < 2) return { type: 'FeatureCollection', features: [] };
  const coordinates = rings.map((ring) => [...ring, ring[0]!]) as unknown as [number, number][][];
  const geometry: Feature['geometry'] = closed
    ? { type: 'Polygon', coordinates }
    : { type: 'LineString', coordinates: shell as unknown as [number, number][] };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
}

/** What can be taken hold of: corners, and once the polygon is closed the middles of its sides, where a corner can be added. */
export function handlesOf({ rings, closed }: Drawing): FeatureCollection {
  const handle = (kind: string, ring: number, corner: number, [lon, lat]: Position): Feature => ({
    type: 'Feature',
    properties: { kind, ring, corner },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  });
  const features = rings.flatMap((positions, ring) =>
    positions.flatMap((position, corner) => {
      const [lon, lat] = positions[(corner + 1) % positions.length]!;
      const middle: Position = [(position[0] + lon) / 2, (position[1] + lat) / 2];
      const vertex = handle('vertex', ring, corner, position);
      return closed ? [handle('midpoint', ring, corner + 1, middle), vertex] : [vertex];
    }),
  );
  return { type: 'FeatureCollection', features };
}
