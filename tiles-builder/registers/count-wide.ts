/** Disaggregates people at sites with outlines over their cells. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { BandEstimate } from '../config/bands.ts';
import { UNITS_PER_DEGREE } from '../geometry/coordinate-units.ts';
import type { Footprints } from '../geometry/footprints.ts';
import { addTo } from '../numbers/add-to.ts';
import type { Random } from '../numbers/random.ts';
import { cellInPartition, partitionAt } from '../partitions/partitions.ts';
import type { RoundPeople } from '../working/keyed-rounding.ts';
import type { AreaPeople } from './area-people.ts';
import { type BookedSites, isCrowded, together } from './crowded-places.ts';
import type { CellsOfOutline, WidePeople } from './share-wide-sites.ts';
import type { SitesOfArea, WideSite } from './site-records.ts';
import { peopleOfSite } from './tally.ts';

/** Outlines of sites near a partition. */
export interface OutlinesOfArea {
  readonly cells: readonly CellsOfOutline[];
  /** By number of the outline. */
  readonly shares: ReadonlyMap<number, WidePeople>;
}

/** @param random draws positions in outlines */
export function countWide(
  into: AreaPeople,
  area: Cell,
  sites: SitesOfArea,
  { cells, shares }: OutlinesOfArea,
  bands: readonly BandEstimate[],
  random: Random,
  round: RoundPeople = (people) => people,
): void {
  const placesOf = new Map(cells.map((own) => [own.number, own]));
  const outlinesOf = new Map(sites.numbers.map((number, outline) => [number, outline]));
  for (const [number, own] of Map.groupBy(sites.wide, (site) => site.number)) {
    const part = shares.get(number);
    const found = placesOf.get(number);
    const outline = outlinesOf.get(number);
    if (!part || !found || outline === undefined) {
      throw new Error(`site ${own[0].name} has no share in ${area}`);
    }
    const middle = middleOf(sites.outlines, outline);
    const booked = bookedIn(own, part, middle, bands);
    const isOutlineCrowded = isCrowded({ ...booked, room: part.room });
    if (beginsIn(area, sites.outlines, outline)) {
      noteWhole(into, own, part, bands);
      if (isOutlineCrowded) into.places.addOutline({ ...booked, room: part.room });
    }
    if (part.share === 0) continue;
    const roundHere = (people: number): number => round(people, `outline ${middle[0]} ${middle[1]}`);
    const spread = spreadSites(
      into,
      own,
      part.share,
      sizedPlaces(area, found, part),
      bands,
      random,
      roundHere,
    );
    if (!isOutlineCrowded && spread.length > 0) into.places.book(booked, spread);
  }
}

/**
 * Disaggregates the people of an outline's sites over its cells, in proportion to size.
 * @param share of the people in these cells
 */
function spreadSites(
  into: AreaPeople,
  outlineSites: readonly WideSite[],
  share: number,
  { places, sizes }: SizedPlaces,
  bands: readonly BandEstimate[],
  random: Random,
  round: (people: number) => number,
): readonly (readonly [cell: Cell, people: number])[] {
  const sizesUpTo = runningTotals(sizes);
  let [all, released] = [0, 0];
  for (const site of outlineSites) {
    const people = peopleOfSite(site, bands);
    const here = people.counted * share;
    if (here === 0) continue;
    into.addToRegister(site.isSchool, here);
    all += here;
    released += round(people.counted) * share;
    const place = places[random.pickIndex(sizesUpTo)];
    into.addFoundSomewhere(place, here, people.variance * share ** 2, random);
  }
  if (all === 0) return [];
  const size = sizesUpTo.at(-1) ?? 0;
  const shareIn = (i: number, people: number): number => (people * sizes[i]) / size;
  for (const [i, cell] of places.entries()) {
    if (sizes[i] === 0) continue;
    addTo(into.spread, cell, shareIn(i, released));
    into.addAway(cell, shareIn(i, all));
  }
  return places.map((cell, i) => [cell, shareIn(i, all)] as const);
}

interface SizedPlaces {
  readonly places: readonly Cell[];
  readonly sizes: readonly number[];
}

/** Cells of an outline, sized by room, or equally without it. */
function sizedPlaces(area: Cell, { cells, room }: CellsOfOutline, { byRoom }: WidePeople): SizedPlaces {
  const sized = byRoom ? [...room] : Array.from(cells, (cell) => [cell, 1] as const);
  return {
    places: sized.map(([cell]) => cellInPartition(area, cell)),
    sizes: sized.map(([, size]) => size),
  };
}

/** Adds figures of whole sites. */
function noteWhole(
  into: AreaPeople,
  sites: readonly WideSite[],
  { covered }: WidePeople,
  bands: readonly BandEstimate[],
): void {
  for (const site of sites) {
    const people = peopleOfSite(site, bands);
    if (covered < 1) into.outside.people += people.listed * (1 - covered);
    if (covered === 0) into.outside.sites++;
    into.addCut(people, covered);
    if (covered > 0) into.addFigures(1, people.least);
  }
}

/** All sites of an outline. */
const bookedIn = (
  sites: readonly WideSite[],
  { covered }: WidePeople,
  position: Position,
  bands: readonly BandEstimate[],
): BookedSites =>
  together(
    sites.map((site) => ({
      name: site.name,
      position,
      sites: 1,
      people: peopleOfSite(site, bands).counted * covered,
    })),
  );

/** One partition counts each outline's whole figures: where it starts. */
function beginsIn(area: Cell, outlines: Footprints, outline: number): boolean {
  const [first] = outlines.verticesOf(outline);
  const { vertices } = outlines;
  return (
    partitionAt(vertices[2 * first] / UNITS_PER_DEGREE, vertices[2 * first + 1] / UNITS_PER_DEGREE) === area
  );
}

function middleOf(outlines: Footprints, outline: number): Position {
  const { west, south, east, north } = outlines.areaOf(outline).box;
  return [(west + east) / 2, (south + north) / 2];
}

function runningTotals(sizes: readonly number[]): Float64Array {
  let total = 0;
  return Float64Array.from(sizes, (size) => (total += size));
}
