/** Finds the administrative border along which an extract was cut: the smallest area that nearly all lines enter. */
import type { Ring, Zone } from '../../../src/geo/positions.ts';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import { simplifyZone } from '../../geometry/simplify-zone.ts';
import type { PolygonFeature } from '../features.ts';

export interface Border {
  readonly name: string;
  readonly zone: Zone;
}

/** The share is below 1, as extracts are cut slightly outside the border. */
const NEARLY_ALL = 0.98;

const MAX_OFF_M = 50;

export function cutBorder(borders: readonly PolygonFeature[], lines: () => Iterable<Ring>): Border | null {
  const smallestFirst = borders
    .map(({ id, polygons, tags }) => ({ name: tags.name ?? id, zone: polygons, size: sizeOf(polygons) }))
    .sort((a, b) => a.size - b.size);
  const found = smallestFirst.find(({ zone }) => isEnteredByNearlyAll(zone, lines()));
  return found ? { name: found.name, zone: simplifyZone(found.zone, MAX_OFF_M) } : null;
}

const sizeOf = (zone: Zone): number => zone.reduce((sum, [shell]) => sum + signedDoubleArea(shell), 0);

function isEnteredByNearlyAll(zone: Zone, lines: Iterable<Ring>): boolean {
  const area = new PlanarArea(zone);
  let all = 0;
  let entering = 0;
  for (const line of lines) {
    if (line.length === 0) continue;
    all++;
    if (line.some((position) => area.contains(position))) entering++;
    else if (all > MANY && entering < all / 2) return false;
  }
  return entering >= NEARLY_ALL * all;
}

const MANY = 1_000;
