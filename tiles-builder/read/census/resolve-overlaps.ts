/**
 * Makes overlapping census units disjoint by planar overlay (snap rounding): the smallest unit gets common land,
 * duplicates lose people and land, and narrow gaps are closed.
 */
import { METRES_PER_DEGREE } from '../../../src/geo/earth.ts';
import type { Polygon, Zone } from '../../../src/geo/positions.ts';
import type { OverlapRule } from '../../config/config.ts';
import { BadInput } from '../../failures/bad-input.ts';
import { EdgeList } from '../../geometry/chain-edges.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import { GridRings } from '../../geometry/grid-rings.ts';
import { areaAndPerimeter, isNarrow } from '../../geometry/narrow-polygon.ts';
import { arcsOf } from '../../geometry/planar-arrangement.ts';
import { snapRounded } from '../../geometry/snap-rounding.ts';
import { whole } from '../../numbers/whole-number.ts';
import { closeGaps } from './close-gaps.ts';
import { nestSquares, type ShortSquare } from './nest-squares.ts';
import type { UnitTable } from './unit-table.ts';

export interface Overlap {
  /** The first unit is smaller and gets the land. */
  readonly units: readonly [string, string];
  readonly area_m2: number;
  readonly people: readonly [number, number];
}

export interface OverlapReport {
  /** Descending by area. */
  readonly overlaps: readonly Overlap[];
  readonly overlap_count: number;
  readonly slivers: number;
  readonly repeated_units: number;
  /** Uncounted units whose land others claim, descending by people. */
  readonly landless: readonly ListedUnit[];
  readonly landless_units: number;
  readonly landless_people: number;
  /** Squares that contain finer ones, and people listed in both. */
  readonly nesting_units: number;
  readonly nested_people: number;
  readonly short: readonly ShortSquare[];
}

export interface ListedUnit {
  readonly id: string;
  readonly people: number;
}

export const NOTHING_SHARED: OverlapReport = {
  overlaps: [],
  overlap_count: 0,
  slivers: 0,
  repeated_units: 0,
  landless: [],
  landless_units: 0,
  landless_people: 0,
  nesting_units: 0,
  nested_people: 0,
  short: [],
};

export interface DisjointUnits {
  readonly units: UnitTable;
  readonly report: OverlapReport;
}

/** Narrower strips and gaps are digitising noise. */
const SLIVER_M = 5;
/** Two units with a larger common share of either are equal. */
const SAME_SHARE = 0.999;
/** A unit with a larger share inside another is part of it. */
const PART_SHARE = 0.95;
/** Excess of parts that rounding or disclosure noise explains. */
const ROUNDING_PEOPLE = 1;
const NAMED = 3;
const MOST_REPORTED = 1_000;

interface Shared {
  readonly first: number;
  readonly second: number;
  readonly border: EdgeList;
}

/**
 * Gaps narrower than 5 m fall to the smaller neighbour. Unit numbers stay, unless squares are nested.
 * @throws BadInput where units overlap against `rule`, or equal units differ in people
 */
export function resolveOverlaps(file: string, listed: UnitTable, rule: OverlapRule): DisjointUnits {
  const { units, ...nesting } = nestSquares(file, listed);
  const unitOf: number[] = [];
  const drawn = GridRings.of(polygonsOf(units, unitOf));
  if (drawn.polygons === 0) return { units, report: { ...NOTHING_SHARED, ...nesting } };
  const rings = snapRounded(drawn);
  const areas_m2 = areasOf(rings, unitOf, units.length);
  const isFiner = (a: number, b: number): boolean =>
    areas_m2[a] < areas_m2[b] || (areas_m2[a] === areas_m2[b] && a < b);
  const { shared, changed } = findShared(rings, unitOf, isFiner);
  const people = units.people.slice();
  const { overlaps, apart, wholeOf, repeated, slivers } = classified(file, units, shared, areas_m2, isFiner);
  for (const unit of repeated) people[unit] = 0;
  const refused = rule === 'refuse' ? overlaps : rule === 'nested' ? apart : [];
  if (refused.length > 0) refuse(file, refused);
  overlaps.sort((a, b) => b.area_m2 - a.area_m2);
  if (rule === 'nested') takeParts(file, units, wholeOf, repeated, people);
  const outlines = outlinesOf(rings, unitOf, isFiner, changed);
  const landless = withoutLand(outlines, repeated).map((unit) => ({
    id: units.id(unit),
    people: people[unit],
  }));
  landless.sort((a, b) => b.people - a.people);
  const resolved = units.withOutlines(people, changedOutlines(rings, unitOf, units.length, outlines));
  const resolvedOf: number[] = [];
  const resolvedRings = outlines.size === 0 ? rings : GridRings.of(polygonsOf(resolved, resolvedOf));
  const closed = closeGaps(resolvedRings, outlines.size === 0 ? unitOf : resolvedOf, SLIVER_M, isFiner);
  return {
    units: closed.size === 0 ? resolved : resolved.withOutlines(people, replaced(resolved, closed)),
    report: {
      overlaps: overlaps.slice(0, MOST_REPORTED),
      overlap_count: overlaps.length,
      slivers,
      repeated_units: repeated.size,
      landless: landless.slice(0, MOST_REPORTED),
      landless_units: landless.length,
      landless_people: landless.reduce((sum, unit) => sum + unit.people, 0),
      ...nesting,
    },
  };
}

interface ClassifiedPairs {
  readonly overlaps: Overlap[];
  readonly apart: readonly Overlap[];
  readonly wholeOf: ReadonlyMap<number, number>;
  readonly repeated: ReadonlySet<number>;
  readonly slivers: number;
}

function classified(
  file: string,
  units: UnitTable,
  shared: readonly Shared[],
  areas_m2: Float64Array,
  isFiner: IsFiner,
): ClassifiedPairs {
  const [overlaps, apart]: [Overlap[], Overlap[]] = [[], []];
  const wholeOf = new Map<number, number>();
  const repeated = new Set<number>();
  let slivers = 0;
  for (const { first, second, border } of shared) {
    const { all_m2, wide_m2 } = sharedAreas(border);
    if (all_m2 > SAME_SHARE * Math.max(areas_m2[first], areas_m2[second])) {
      requireSamePeople(file, units, first, second);
      repeated.add(second);
    } else if (wide_m2 > 0) {
      const overlap = overlapOf(units, first, second, wide_m2);
      overlaps.push(overlap);
      if (all_m2 > PART_SHARE * areas_m2[first]) {
        const known = wholeOf.get(first);
        if (known === undefined || isFiner(second, known)) wholeOf.set(first, second);
      } else apart.push(overlap);
    } else slivers++;
  }
  return { overlaps, apart, wholeOf, repeated, slivers };
}

function withoutLand(outlines: Map<number, Zone>, repeated: ReadonlySet<number>): number[] {
  const landless: number[] = [];
  for (const [unit, outline] of outlines) {
    const isRepeated = repeated.has(unit);
    if (!isRepeated && !outline.every((polygon) => isNarrow(polygon, SLIVER_M))) continue;
    outlines.set(unit, []);
    if (!isRepeated) landless.push(unit);
  }
  return landless;
}

function takeParts(
  file: string,
  units: UnitTable,
  wholeOf: ReadonlyMap<number, number>,
  repeated: ReadonlySet<number>,
  people: Float64Array,
): void {
  for (const [part, whole] of wholeOf)
    if (!repeated.has(part) && !repeated.has(whole)) people[whole] -= units.people[part];
  for (const [unit, left] of people.entries()) {
    if (left < -ROUNDING_PEOPLE) {
      const reason = `has ${units.people[unit]} people, and units inside it have ${whole(-left)} more`;
      throw new BadInput(
        file,
        units.id(unit),
        reason,
        'Say "overlaps": "finer" where they are not among its own.',
      );
    }
    people[unit] = Math.max(0, left);
  }
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

function areasOf(rings: GridRings, unitOf: readonly number[], units: number): Float64Array {
  const areas_m2 = new Float64Array(units);
  for (const [polygon, unit] of unitOf.entries()) {
    if (rings.endVertex(polygon) === rings.firstVertex(polygon)) continue;
    const y = rings.y[rings.firstVertex(polygon)];
    areas_m2[unit] += (rings.doubleArea(polygon) / 2) * unitSide_m ** 2 * shrinkAt(y);
  }
  return areas_m2;
}

const unitSide_m = METRES_PER_DEGREE / UNITS_PER_DEGREE;
const shrinkAt = (y: number): number => Math.cos((y / UNITS_PER_DEGREE) * (Math.PI / 180));

function unitsIn(polygons: readonly number[], unitOf: readonly number[]): readonly number[] {
  if (polygons.length === 1) return [unitOf[polygons[0]]];
  return [...new Set(polygons.map((polygon) => unitOf[polygon]))].sort((a, b) => a - b);
}

type IsFiner = (a: number, b: number) => boolean;
const finestOf = (units: readonly number[], isFiner: IsFiner): number =>
  units.reduce((best, unit) => (isFiner(unit, best) ? unit : best));

function findShared(
  rings: GridRings,
  unitOf: readonly number[],
  isFiner: IsFiner,
): { shared: Shared[]; changed: Set<number> } {
  const pairs = new Map<number, Shared>();
  const changed = new Set<number>();
  const count = unitOf[unitOf.length - 1] + 1;
  for (const { edges, left, right } of arcsOf(rings)) {
    if (left.length < 2 && right.length < 2) continue;
    const sides = [unitsIn(left, unitOf), unitsIn(right, unitOf)];
    for (const [i, polygons] of [left, right].entries()) {
      if (polygons.length < 2) continue;
      const isRepeated = sides[i].length < polygons.length;
      const finest = finestOf(sides[i], isFiner);
      for (const unit of sides[i]) if (isRepeated || unit !== finest) changed.add(unit);
      for (const [a, b] of pairsOnOneSide(sides[i], sides[1 - i])) {
        const [first, second] = isFiner(a, b) ? [a, b] : [b, a];
        const key = first * count + second;
        const pair = pairs.get(key) ?? { first, second, border: new EdgeList() };
        pairs.set(key, pair);
        pair.border.addAll(edges, i === 0);
      }
    }
  }
  return { shared: [...pairs.values()], changed };
}

function* pairsOnOneSide(
  side: readonly number[],
  other: readonly number[],
): Generator<readonly [a: number, b: number]> {
  const across = new Set(other);
  for (const [at, a] of side.entries()) {
    for (const b of side.slice(at + 1)) if (!across.has(a) || !across.has(b)) yield [a, b];
  }
}

function sharedAreas(border: EdgeList): { all_m2: number; wide_m2: number } {
  let [all_m2, wide_m2] = [0, 0];
  for (const polygon of border.polygons()) {
    const { area_m2 } = areaAndPerimeter(polygon);
    all_m2 += area_m2;
    if (!isNarrow(polygon, SLIVER_M)) wide_m2 += area_m2;
  }
  return { all_m2, wide_m2 };
}

function overlapOf(units: UnitTable, first: number, second: number, area_m2: number): Overlap {
  return {
    units: [units.id(first), units.id(second)],
    area_m2,
    people: [units.people[first], units.people[second]],
  };
}

function requireSamePeople(file: string, units: UnitTable, first: number, second: number): void {
  const [own, other] = [units.people[second], units.people[first]];
  if (own === other) return;
  const reason = `is the same polygon as ${units.id(first)}, and has ${own} people where that has ${other}`;
  throw new BadInput(file, units.id(second), reason);
}

function refuse(file: string, overlaps: readonly Overlap[]): never {
  const named = overlaps.slice(0, NAMED).map(spelledOverlap);
  const more = overlaps.length > NAMED ? `; and ${whole(overlaps.length - NAMED)} more pairs` : '';
  throw new BadInput(
    file,
    null,
    `units overlap, so that their people would be counted twice: ${named.join('; ')}${more}`,
    'Take one level of units alone, or say in the census of the configuration what they are: with "overlaps": "nested" the people of the smaller unit are among those of the larger; with "overlaps": "finer" they are not. The smaller unit keeps the land, and the larger has the others on the rest of its own.',
  );
}

export const spelledOverlap = ({ units: [a, b], people, area_m2 }: Overlap): string =>
  `${a} (${whole(people[0])} people) and ${b} (${whole(people[1])}) share ${spelledArea(area_m2)}`;

const spelledArea = (area_m2: number): string =>
  area_m2 < 1e5 ? `${whole(area_m2)} m²` : `${(area_m2 / 1e6).toFixed(1)} km²`;

function outlinesOf(
  rings: GridRings,
  unitOf: readonly number[],
  isFiner: IsFiner,
  changed: ReadonlySet<number>,
): Map<number, Zone> {
  const borders = new Map([...changed].map((unit) => [unit, new EdgeList()]));
  if (changed.size === 0) return new Map();
  for (const { edges, left, right } of arcsOf(rings)) {
    const [ownerLeft, ownerRight] = [left, right].map((polygons) =>
      polygons.length === 0 ? null : finestOf(unitsIn(polygons, unitOf), isFiner),
    );
    if (ownerLeft === ownerRight) continue;
    if (ownerLeft !== null) borders.get(ownerLeft)?.addAll(edges, true);
    if (ownerRight !== null) borders.get(ownerRight)?.addAll(edges, false);
  }
  return new Map([...borders].map(([unit, border]) => [unit, border.polygons()]));
}

function* changedOutlines(
  rings: GridRings,
  unitOf: readonly number[],
  units: number,
  changed: ReadonlyMap<number, Zone>,
): Generator<Zone> {
  let polygon = 0;
  for (let unit = 0; unit < units; unit++) {
    const own: Polygon[] = [];
    for (; unitOf[polygon] === unit; polygon++) own.push(rings.polygon(polygon));
    yield changed.get(unit) ?? own.filter((rings) => rings.length > 0);
  }
}

function* replaced(units: UnitTable, outlines: ReadonlyMap<number, Zone>): Generator<Zone> {
  for (let unit = 0; unit < units.length; unit++) {
    yield outlines.get(unit) ?? (units.square(unit) ? [] : units.outline(unit));
  }
}
