/** Refuses a census in which two polygons share land, found by planar overlay (snap rounding). */
import type { Polygon } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { whole } from '../../base/numbers/whole-number.ts';
import { EdgeList } from '../../geometry/chain-edges.ts';
import { GridRings } from '../../geometry/grid-rings.ts';
import { areaAndPerimeter, isNarrow, SLIVER_M } from '../../geometry/narrow-polygon.ts';
import { arcsOf } from '../../geometry/planar-arrangement.ts';
import { snapRounded } from '../../geometry/snap-rounding.ts';
import type { UnitTable } from './unit-table.ts';

const NAMED = 3;

interface SharedLand {
  /** Polygons, the first with the smaller number. */
  readonly first: number;
  readonly second: number;
  readonly border: EdgeList;
}

/**
 * Strips narrower than 5 m are no overlaps, since borders are digitised as loosely as that. Squares are not compared.
 * @throws BadInput where polygons of two units, or of one, share land
 */
export function refuseOverlaps(file: string, units: UnitTable): void {
  const unitOf: number[] = [];
  const drawn = GridRings.of(polygonsOf(units, unitOf));
  if (drawn.polygons === 0) return;
  const overlaps = sharedLands(snapRounded(drawn))
    .map((shared) => ({ ...shared, area_m2: wideArea_m2(shared.border) }))
    .filter(({ area_m2 }) => area_m2 > 0)
    .sort((a, b) => b.area_m2 - a.area_m2);
  if (overlaps.length === 0) return;
  const named = overlaps.slice(0, NAMED).map(({ first, second, area_m2 }) => {
    const [a, b] = [unitOf[first], unitOf[second]];
    return a === b
      ? `parts of ${units.id(a)} share ${spelledArea(area_m2)}`
      : `${units.id(a)} (${whole(units.people[a])} people) and ${units.id(b)} (${whole(units.people[b])}) share ${spelledArea(area_m2)}`;
  });
  const more = overlaps.length > NAMED ? `; and ${whole(overlaps.length - NAMED)} more pairs` : '';
  throw new BadInput(
    file,
    null,
    `units overlap, so that their people would be counted twice: ${named.join('; ')}${more}`,
    'Take one level of units alone. Where people are listed once and only borders are drawn over each other, mend them with: mapshaper FILE -clean overlap-rule=min-area -o mended.geojson',
  );
}

function* polygonsOf(units: UnitTable, unitOf: number[]): Generator<Polygon> {
  for (let unit = 0; unit < units.length; unit++) {
    if (units.square(unit)) continue;
    for (const polygon of units.outline(unit)) {
      unitOf.push(unit);
      yield polygon;
    }
  }
}

function sharedLands(rings: GridRings): SharedLand[] {
  const pairs = new Map<number, SharedLand>();
  for (const { edges, left, right } of arcsOf(rings)) {
    for (const [side, other] of [
      [left, right],
      [right, left],
    ]) {
      for (const [first, second] of pairsOnOneSide(side, other)) {
        const key = first * rings.polygons + second;
        const pair = pairs.get(key) ?? { first, second, border: new EdgeList() };
        pairs.set(key, pair);
        pair.border.addAll(edges, side === left);
      }
    }
  }
  return [...pairs.values()];
}

function* pairsOnOneSide(
  side: readonly number[],
  other: readonly number[],
): Generator<readonly [a: number, b: number]> {
  if (side.length < 2) return;
  const across = new Set(other);
  for (const [at, a] of side.entries()) {
    for (const b of side.slice(at + 1)) if (!across.has(a) || !across.has(b)) yield [a, b];
  }
}

const wideArea_m2 = (border: EdgeList): number =>
  border
    .polygons()
    .filter((polygon) => !isNarrow(polygon, SLIVER_M))
    .reduce((sum, polygon) => sum + areaAndPerimeter(polygon).area_m2, 0);

const spelledArea = (area_m2: number): string =>
  area_m2 < 1e5 ? `${whole(area_m2)} m²` : `${(area_m2 / 1e6).toFixed(1)} km²`;
