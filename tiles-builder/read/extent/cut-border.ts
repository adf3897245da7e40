/** The administrative border that an extract was cut along. */
import type { Ring, Zone } from '../../../src/geo/positions.ts';
import { signedDoubleArea } from '../../../src/geo/positions.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import { simplifyZone } from '../../geometry/simplify-zone.ts';
import type { Area } from '../features.ts';

export interface Border {
  /** As people call it. */
  readonly name: string;
  readonly zone: Zone;
}

/** Extracts are cut along a line that is a little wider and simpler than the border. */
const NEARLY_ALL = 0.98;

/** How far the zone may be off the border: half of how near to it a road must end to be taken for cut. */
const MAX_OFF_M = 50;

/**
 * The smallest of the administrative areas that nearly all lines enter.
 * @param borders of the areas that a file holds whole
 * @param lines of the same file; gone through several times
 */
export function cutBorder(borders: readonly Area[], lines: () => Iterable<Ring>): Border | null {
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

/** After so many lines, an area that most of them pass by needs no further look. */
const MANY = 1_000;
