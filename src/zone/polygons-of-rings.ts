/**
 * Assembles traced rings into valid polygons with 6 decimals. A hole lies in the shell of the nearest edge below its
 * southernmost vertex.
 */
import { type Polygon, type Position, type Ring, signedDoubleArea, type Zone } from '../geo/positions.ts';
import { ZoneEdges } from '../geo/zone-edges.ts';

interface Shell {
  readonly ring: Ring;
  readonly area: number;
  readonly holes: Ring[];
}

/**
 * @param rings open, without contact; shells counterclockwise, holes clockwise
 * @returns at most six decimals, smallest polygon first
 */
export function polygonsOfRings(rings: readonly (readonly Position[])[]): Zone {
  const rounded = rings.map(roundRing).filter((ring) => ring.length >= 4);
  const areas = rounded.map(signedDoubleArea);
  const shellOf = rounded.map((ring, index): Shell | null =>
    areas[index] > 0 ? { ring, area: areas[index], holes: [] } : null,
  );
  const shells = shellOf.filter((shell) => shell !== null);
  const holes = rounded.flatMap((ring, index) =>
    areas[index] < 0 ? [{ index, south: southernmost(ring) }] : [],
  );
  // The nearest edge is of the shell, or of another of its holes.
  holes.sort((a, b) => a.south[1] - b.south[1]);
  const edges = new ZoneEdges(rounded.map((ring) => [ring]));
  for (const { index, south } of holes) {
    const below = shells.length === 1 ? shells[0] : shellOf[edges.polygonBelow(...south) - 1];
    if (!below) throw new Error('A hole of the grid zone lies in none of its shells');
    below.holes.push(rounded[index]);
    shellOf[index] = below;
  }
  return shells.sort((a, b) => a.area - b.area).map(({ ring, holes: own }): Polygon => [ring, ...own]);
}

const southernmost = (ring: Ring): Position =>
  ring.reduce((south, position) => (position[1] < south[1] ? position : south));

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 + 0;

/** Drops repeats and spikes, and closes. */
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
