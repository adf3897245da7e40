/** From traced rings to valid polygons: rounds positions and gives each hole to its shell. */
import booleanPointInPolygon from '@turf/boolean-point-in-polygon';
import {
  boundingBoxOf,
  type Polygon,
  type Position,
  type Ring,
  signedDoubleArea,
  type Zone,
} from '../geo/positions.ts';

/**
 * @param rings not closed; shells counterclockwise, holes clockwise, none crossing or touching another
 * @returns polygons with at most six decimals
 */
export function polygonsOfRings(rings: readonly (readonly Position[])[]): Zone {
  const rounded = rings.map(roundRing).filter((ring) => ring.length >= 4);
  const shells = rounded.filter((ring) => signedDoubleArea(ring) > 0);
  const holes = rounded.filter((ring) => signedDoubleArea(ring) < 0);
  if (shells.length === 1) return [[shells[0], ...holes]];
  const polygons = shells
    .map((shell) => ({
      shell,
      area: signedDoubleArea(shell),
      outline: outlineOf(shell),
      holes: [] as Ring[],
    }))
    .sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    const home = polygons.find(({ outline }) => booleanPointInPolygon([...hole[0]], outline));
    if (!home) throw new Error('A hole of the grid zone lies in none of its shells');
    home.holes.push(hole);
  }
  return polygons.map(({ shell, holes: own }): Polygon => [shell, ...own]);
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 + 0;

/** Rounds, drops repeated positions and spikes that lead somewhere and straight back, and closes. */
function roundRing(ring: readonly Position[]): Position[] {
  const rounded: Position[] = [];
  for (const [lon, lat] of ring) {
    const position: Position = [round(lon), round(lat)];
    if (isSame(rounded.at(-1), position)) continue;
    if (isSame(rounded.at(-2), position)) rounded.pop();
    else rounded.push(position);
  }
  for (;;) {
    const [first, second] = rounded;
    if (rounded.length > 1 && isSame(rounded.at(-1), first)) rounded.pop();
    else if (rounded.length > 2 && isSame(rounded.at(-2), first)) rounded.splice(-2);
    else if (rounded.length > 2 && isSame(rounded.at(-1), second)) rounded.splice(0, 2);
    else return [...rounded, first];
  }
}

const isSame = (a: Position | undefined, b: Position): boolean =>
  a !== undefined && a[0] === b[0] && a[1] === b[1];

function outlineOf(shell: Ring): GeoJSON.Polygon {
  const { west, south, east, north } = boundingBoxOf([shell]);
  const coordinates = [shell] as unknown as [number, number][][];
  return { type: 'Polygon', coordinates, bbox: [west, south, east, north] };
}
