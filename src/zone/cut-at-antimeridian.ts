/**
 * Cuts rings at the antimeridian (RFC 7946, section 3.1.9). The pieces are joined along the meridian, each eastward crossing
 * with the next westward one to the north, or with a pole.
 */
import type { Position } from '../geo/positions.ts';

interface Crossing {
  lat: number;
  readonly eastwards: boolean;
  readonly next: Position[];
}

const LAST_DECIMAL = 1e-6;
/** Vertices stay this far from the meridian, so that rounding puts none onto it. */
const CLEARANCE = LAST_DECIMAL;

/**
 * @param rings open, interior on the left; a step of over 180° crosses the meridian
 * @returns rings that do not cross it
 */
export function cutAtAntimeridian(rings: readonly Position[][]): readonly Position[][] {
  const whole = rings.filter((ring) => !crosses(ring));
  if (whole.length === rings.length) return rings;
  const crossings: Crossing[] = [];
  const endOfChain = new Map<Position[], Crossing>();
  for (const ring of rings) if (crosses(ring)) breakIntoChains(ring.map(keptClear), crossings, endOfChain);
  crossings.sort((a, b) => a.lat - b.lat);
  keepApart(crossings);
  return [...whole, ...joinChains(crossings, endOfChain)];
}

const jumps = (from: Position, to: Position): boolean => Math.abs(to[0] - from[0]) > 180;

const crosses = (ring: readonly Position[]): boolean =>
  ring.some((position, index) => jumps(ring.at(index - 1)!, position));

const keptClear = ([lon, lat]: Position): Position => [
  Math.max(CLEARANCE - 180, Math.min(180 - CLEARANCE, lon)),
  lat,
];

/** Moves crossings apart that would touch after rounding to six decimals. */
function keepApart(crossings: readonly Crossing[]): void {
  let below = Number.NEGATIVE_INFINITY;
  for (const crossing of crossings) {
    below = Math.max(below + 1, Math.round(crossing.lat / LAST_DECIMAL));
    crossing.lat = below * LAST_DECIMAL;
  }
}

function breakIntoChains(
  ring: readonly Position[],
  crossings: Crossing[],
  endOfChain: Map<Position[], Crossing>,
): void {
  const start = ring.findIndex((position, index) => jumps(ring.at(index - 1)!, position));
  let chain: Position[] | null = null;
  const firstCrossing = crossings.length;
  for (let i = 0; i < ring.length; i++) {
    const to = ring[(start + i) % ring.length];
    const from = ring.at((start + i - 1) % ring.length)!;
    if (jumps(from, to)) {
      const eastwards = from[0] > 0;
      const before = 180 - Math.abs(from[0]);
      const behind = 180 - Math.abs(to[0]);
      const lat = from[1] + ((to[1] - from[1]) * before) / (before + behind);
      const crossing = { lat, eastwards, next: [] };
      crossings.push(crossing);
      if (chain) endOfChain.set(chain, crossing);
      chain = crossing.next;
    }
    chain!.push(to);
  }
  endOfChain.set(chain!, crossings[firstCrossing]);
}

function joinChains(crossings: readonly Crossing[], endOfChain: Map<Position[], Crossing>): Position[][] {
  const rings: Position[][] = [];
  const left = new Set(crossings.map((crossing) => crossing.next));
  for (const first of left) {
    const ring: Position[] = [];
    for (let chain: Position[] = first; left.delete(chain); ) {
      ring.push(...chain);
      const end = endOfChain.get(chain)!;
      const partner = crossings[crossings.indexOf(end) + (end.eastwards ? 1 : -1)];
      const side = end.eastwards ? 180 : -180;
      ring.push([side, end.lat]);
      if (partner) {
        ring.push([side, partner.lat]);
        chain = partner.next;
      } else {
        const pole = end.eastwards ? 90 : -90;
        ring.push([side, pole], [0, pole], [-side, pole], [-side, end.lat]);
        chain = end.next;
      }
    }
    rings.push(ring);
  }
  return rings;
}
