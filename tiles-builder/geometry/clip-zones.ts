/** What zones share, cover together, or have apart; edges are straight lines in longitude and latitude. */
import { difference, type Geom, intersection, union } from 'polyclip-ts';
import { boundingBoxOf, type Zone } from '../../src/geo/positions.ts';
import { BadInput } from '../failures/bad-input.ts';
import { PlanarArea } from './planar-area.ts';

/** A tenth of a millimetre. */
const DECIMALS = 9;

/** @throws BadInput where the zones' edges cannot be distinguished */
export function intersectionOf(a: Zone, b: Zone): Zone {
  if (a.length === 0 || b.length === 0) return [];
  const relation = relationOf(a, b);
  if (relation !== 'edge') return relation === 'inside' ? a : [];
  return relationOf(b, a) === 'inside' ? b : clip(intersection, a, b);
}

/** @throws BadInput where the zones' edges cannot be distinguished */
export const unionOf = (a: Zone, b: Zone): Zone =>
  a.length === 0 ? b : b.length === 0 ? a : clip(union, a, b);

/**
 * What of `a` is not in `b`.
 * @throws BadInput where the zones' edges cannot be distinguished
 */
export function differenceOf(a: Zone, b: Zone): Zone {
  if (a.length === 0 || b.length === 0) return a;
  const relation = relationOf(a, b);
  if (relation === 'edge') return clip(difference, a, b);
  return relation === 'inside' ? [] : a;
}

/** How the box of `a` lies to `b`: where no edge meets it, there is nothing to clip, however many corners both have. */
const relationOf = (a: Zone, b: Zone): 'inside' | 'outside' | 'edge' =>
  new PlanarArea(b).relationOf(boundingBoxOf(a.flat()));

function clip(operation: (a: Geom, b: Geom) => unknown, a: Zone, b: Zone): Zone {
  try {
    return operation(a as unknown as Geom, b as unknown as Geom) as Zone;
  } catch {
    // The library gives up where corners or crossings nearly coincide: rounded, they do or they do not.
  }
  try {
    return operation(rounded(a), rounded(b)) as Zone;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new BadInput(
      'coverage',
      null,
      `the coverages of two sources cannot be clipped to each other, draw one with fewer positions or a little wider (${reason})`,
    );
  }
}

const rounded = (zone: Zone): Geom =>
  zone.map((rings) =>
    rings.map((ring) =>
      ring.map(([lon, lat]): [number, number] => [
        Number(lon.toFixed(DECIMALS)),
        Number(lat.toFixed(DECIMALS)),
      ]),
    ),
  );
