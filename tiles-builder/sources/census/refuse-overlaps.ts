/** Refuses a census in which two polygons share land. */
import { boxesOverlap, type Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { whole } from '../../base/numbers/whole-number.ts';
import { areaAndPerimeter } from '../../geometry/area-and-perimeter.ts';
import { intersectionOf } from '../../geometry/clip-zones.ts';
import { isNarrow, SLIVER_M } from '../../geometry/narrow-polygon.ts';
import { areaOfOutlinesWithin, PlanarArea, squareMetresPerSquareDegree } from '../../geometry/planar-area.ts';
import type { UnitTable } from './unit-table.ts';

const NAMED = 3;

/** Less than a disc that is wider than a sliver. */
const LEAST_M2 = (Math.PI * SLIVER_M ** 2) / 4;

interface Overlap {
  readonly first: number;
  readonly second: number;
  readonly area_m2: number;
}

/**
 * Strips narrower than 5 m are no overlaps, since borders are digitised as loosely as that. Squares are not compared.
 * @throws BadInput if polygons of two units, or of one, share land
 */
export function refuseOverlaps(file: string, units: UnitTable): void {
  const overlaps = [...overlapsOf(units)]
    .filter(({ area_m2 }) => area_m2 > 0)
    .sort((a, b) => b.area_m2 - a.area_m2);
  if (overlaps.length === 0) return;
  const named = overlaps
    .slice(0, NAMED)
    .map(({ first: a, second: b, area_m2 }) =>
      a === b
        ? `parts of ${units.id(a)} share ${spelledArea(area_m2)}`
        : `${units.id(a)} (${whole(units.people[a])} people) and ${units.id(b)} (${whole(units.people[b])}) share ${spelledArea(area_m2)}`,
    );
  const more = overlaps.length > NAMED ? `; and ${whole(overlaps.length - NAMED)} more pairs` : '';
  throw new BadInput(
    file,
    null,
    `units overlap, so that their people would be counted twice: ${named.join('; ')}${more}`,
    'Take one level of units alone. Where people are listed once and only borders are drawn over each other, mend them with: mapshaper FILE -clean overlap-rule=min-area -o mended.geojson',
  );
}

function* overlapsOf(units: UnitTable): Generator<Overlap> {
  for (let first = 0; first < units.length; first++) {
    if (units.square(first)) continue;
    const parts = partsOf(units.outline(first));
    for (const [i, part] of parts.entries())
      for (const other of parts.slice(i + 1))
        yield { first, second: first, area_m2: wideArea_m2(part, other) };
    const near = units.near(units.box(first));
    for (const [i, second] of near.units.entries()) {
      const outline = near.outlines[i];
      if (second <= first || 'size_m' in outline) continue;
      for (const other of partsOf(outline))
        for (const part of parts) yield { first, second, area_m2: wideArea_m2(part, other) };
    }
  }
}

interface Part {
  readonly zone: Zone;
  readonly area: PlanarArea;
}

const partsOf = (outline: Zone): Part[] =>
  outline.map((polygon) => ({ zone: [polygon], area: new PlanarArea([polygon]) }));

/** Exact areas find the few pairs that need an overlay. */
function wideArea_m2(a: Part, b: Part): number {
  if (!boxesOverlap(a.area.box, b.area.box)) return 0;
  const [small, large] = a.area.vertexCount < b.area.vertexCount ? [a.area, b.area] : [b.area, a.area];
  const shared = areaOfOutlinesWithin(small.outlines, [large]);
  if (shared * squareMetresPerSquareDegree(small.box.south) < LEAST_M2) return 0;
  return intersectionOf(a.zone, b.zone)
    .filter((polygon) => !isNarrow(polygon, SLIVER_M))
    .reduce((sum, polygon) => sum + areaAndPerimeter(polygon).area_m2, 0);
}

const spelledArea = (area_m2: number): string =>
  area_m2 < 1e5 ? `${whole(area_m2)} m²` : `${(area_m2 / 1e6).toFixed(1)} km²`;
