/** Disaggregates people of outlined sites over the cells of their outline by room (dasymetric mapping). */
import type { Cell } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import type { Footprints } from '../geometry/footprints.ts';
import { addTo } from '../numbers/add-to.ts';
import type { Random } from '../numbers/random.ts';
import { cellInPartition, partitionAt } from '../partitions/partitions.ts';
import type { RegisterCounting, RegistersInPartition } from './count-registers.ts';
import type { OutlineInPartition, OutlineShare } from './outline-shares.ts';
import { isOverCapacity, together } from './over-capacity.ts';
import { addFigures, addInside, addListed } from './register-totals.ts';
import { type PeopleOfSite, peopleOfSite } from './site-people.ts';
import type { OutlinedSite } from './site-records.ts';

/** @param random draws where people are found */
export function countOutlines(
  into: RegisterCounting,
  {
    partition,
    sites,
    outlines,
    shares,
    bands,
    release: { round = (people) => people },
  }: RegistersInPartition,
  random: Random,
): void {
  const { totals } = into;
  const sitesOf = Map.groupBy(sites.outlined, ({ number }) => number);
  for (const [i, number] of sites.numbers.entries()) {
    const share = shares[i];
    const own = sitesOf
      .get(number)!
      .map((site): CountedSite => ({ ...site, inWorkingHours: peopleOfSite(site, bands) }));
    const position = middleOf(sites.outlines, i);
    const inPlace = together(
      own.map(({ name, inWorkingHours }) => ({
        ...{ name, position, sites: 1 },
        people: inWorkingHours.counted * share.covered,
      })),
    );
    const outline = { ...inPlace, room: share.room };
    for (const site of own) addInside(totals, site, share.share, bands);
    if (startsIn(partition, sites.outlines, i)) {
      for (const { inWorkingHours } of own) {
        addListed(totals, inWorkingHours, share.covered);
        if (share.covered > 0) addFigures(totals, 1, inWorkingHours.least);
      }
      if (isOverCapacity(outline)) into.places.addOutline(outline);
    }
    if (share.share === 0) continue;
    const places = sizedPlaces(partition, outlines[i], share);
    const name = `outline ${position[0]} ${position[1]}`;
    const spread = disaggregate(into, own, share.share, places, random, (people) => round(people, name));
    if (!isOverCapacity(outline) && spread.length > 0) into.places.add(inPlace, spread);
  }
}

interface CountedSite extends OutlinedSite {
  readonly inWorkingHours: PeopleOfSite;
}

/**
 * Adds the people of an outline's sites in proportion to size.
 * @param share of the people in these cells
 * @returns people by cell, not rounded
 */
function disaggregate(
  into: RegisterCounting,
  sites: readonly CountedSite[],
  share: number,
  { cells, sizes }: SizedPlaces,
  random: Random,
  round: (people: number) => number,
): readonly (readonly [cell: Cell, people: number])[] {
  const sizesUpTo = runningTotals(sizes);
  let [all, released] = [0, 0];
  for (const { isSchool, inWorkingHours } of sites) {
    const here = inWorkingHours.counted * share;
    if (here === 0) continue;
    into.totals[isSchool ? 'pupils' : 'staff'] += here;
    all += here;
    released += round(inWorkingHours.counted) * share;
    const cell = cells[random.pickIndex(sizesUpTo)];
    into.addFoundSomewhere(cell, here, inWorkingHours.variance * share ** 2, random);
  }
  if (all === 0) return [];
  const size = sizesUpTo.at(-1)!;
  for (const [i, cell] of cells.entries()) {
    if (sizes[i] === 0) continue;
    addTo(into.spread, cell, (released * sizes[i]) / size);
    into.addAtSite(cell, (all * sizes[i]) / size);
  }
  return cells.map((cell, i) => [cell, (all * sizes[i]) / size] as const);
}

interface SizedPlaces {
  readonly cells: readonly Cell[];
  readonly sizes: readonly number[];
}

/** Cells of an outline, sized by room, or equally without it. */
function sizedPlaces(
  partition: Cell,
  { cells, room }: OutlineInPartition,
  { byRoom }: OutlineShare,
): SizedPlaces {
  const sized = byRoom ? [...room] : Array.from(cells, (cell) => [cell, 1] as const);
  return {
    cells: sized.map(([cell]) => cellInPartition(partition, cell)),
    sizes: sized.map(([, size]) => size),
  };
}

/** One partition adds the totals of an outline: where its first vertex lies. */
function startsIn(partition: Cell, outlines: Footprints, outline: number): boolean {
  const [first] = outlines.verticesOf(outline);
  const [x, y] = outlines.vertices.subarray(2 * first, 2 * first + 2);
  return partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE) === partition;
}

function middleOf(outlines: Footprints, outline: number): Position {
  const { west, south, east, north } = outlines.areaOf(outline).box;
  return [(west + east) / 2, (south + north) / 2];
}

function runningTotals(sizes: readonly number[]): Float64Array {
  let total = 0;
  return Float64Array.from(sizes, (size) => (total += size));
}
