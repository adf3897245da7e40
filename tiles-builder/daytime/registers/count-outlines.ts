/** Disaggregates people of sites with an outline over the cells in it (dasymetric mapping): by capacity, or else equally. */
import type { Cell } from '../../../src/geo/cells.ts';
import type { Position } from '../../../src/geo/positions.ts';
import { addTo } from '../../base/numbers/add-to.ts';
import type { Random } from '../../base/numbers/random.ts';
import { UNITS_PER_DEGREE } from '../../geometry/coordinate-units.ts';
import type { Footprints } from '../../geometry/footprints.ts';
import { cellInPartition, partitionAt } from '../../partitions/partitions.ts';
import type { OutlineInPartition, OutlineShare } from './outline-shares.ts';
import { together } from './over-capacity.ts';
import type { RegisterCounting, RegistersInPartition } from './register-counting.ts';
import { addFigures, addInside, addListed } from './register-totals.ts';
import { type PeopleOfSite, peopleOfSite } from './site-people.ts';
import type { Site } from './site-records.ts';

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
    const { covered, share } = shares[i];
    const own = sitesOf.get(number)!.map((site): CountedSite => ({ ...site, ...peopleOfSite(site, bands) }));
    const position = middleOf(sites.outlines, i);
    const inPlace = together(
      own.map(({ name, counted }) => ({ name, position, sites: 1, people: counted * covered })),
    );
    for (const site of own) addInside(totals, site, site, share);
    if (startsIn(partition, sites.outlines, i)) {
      for (const site of own) {
        addListed(totals, site, covered);
        if (covered > 0) addFigures(totals, 1, site.least);
      }
    }
    if (share === 0) continue;
    const name = `outline ${position[0]} ${position[1]}`;
    const places = placesOf(partition, outlines[i], shares[i]);
    const disaggregated = disaggregate(into, own, share, places, random, (people) => round(people, name));
    if (disaggregated.length > 0) into.places.add(inPlace, disaggregated);
  }
}

interface CountedSite extends Site, PeopleOfSite {}
type SizedCell = readonly [cell: Cell, size: number];

/** @returns people by cell, not rounded */
function disaggregate(
  into: RegisterCounting,
  sites: readonly CountedSite[],
  share: number,
  places: readonly SizedCell[],
  random: Random,
  round: (people: number) => number,
): readonly (readonly [cell: Cell, people: number])[] {
  let size = 0;
  const sizesUpTo = Float64Array.from(places, ([, own]) => (size += own));
  let [all, released] = [0, 0];
  for (const { isSchool, counted, variance } of sites) {
    const here = counted * share;
    if (here === 0) continue;
    into.totals[isSchool ? 'pupils' : 'staff'] += here;
    all += here;
    released += round(counted) * share;
    const [cell] = places[random.pickIndex(sizesUpTo)];
    into.addFoundSomewhere(cell, here, variance * share ** 2, random);
  }
  if (all === 0) return [];
  for (const [cell, own] of places) {
    if (own === 0) continue;
    addTo(into.released, cell, (released * own) / size);
    into.addAtSite(cell, (all * own) / size);
  }
  return places.map(([cell, own]) => [cell, (all * own) / size] as const);
}

function placesOf(
  partition: Cell,
  { cells, capacity }: OutlineInPartition,
  { byCapacity }: OutlineShare,
): SizedCell[] {
  const sized = byCapacity ? [...capacity] : Array.from(cells, (cell) => [cell, 1] as const);
  return sized.map(([cell, size]) => [cellInPartition(partition, cell), size]);
}

/** Only the partition where its first vertex lies adds the totals of an outline. */
function startsIn(partition: Cell, outlines: Footprints, outline: number): boolean {
  const [first] = outlines.verticesOf(outline);
  const [x, y] = outlines.vertices.subarray(2 * first, 2 * first + 2);
  return partitionAt(x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE) === partition;
}

function middleOf(outlines: Footprints, outline: number): Position {
  const { west, south, east, north } = outlines.areaOf(outline).box;
  return [(west + east) / 2, (south + north) / 2];
}
