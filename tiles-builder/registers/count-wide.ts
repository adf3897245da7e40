/** People at sites that are outlines: spread over the cells in them. */
import type { Cell } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { areaAt, cellInArea } from '../areas/areas.ts';
import type { BandEstimate } from '../config/bands.ts';
import { CORNER_UNITS } from '../geometry/footprints.ts';
import type { Random } from '../numbers/random.ts';
import type { AreaPeople } from './area-people.ts';
import { type CrowdedSite, ifCrowded } from './crowded-sites.ts';
import type { CellsOfOutline, WidePeople } from './share-wide-sites.ts';
import type { SitesOfArea, WideSite } from './site-records.ts';
import { peopleOfSite } from './tally.ts';

/** Outlines over which sites are spread, as far as they concern an area. */
export interface OutlinesOfArea {
  readonly cells: readonly CellsOfOutline[];
  /** By number of the outline. */
  readonly shares: ReadonlyMap<number, WidePeople>;
}

/**
 * @param random says where in an outline the people of a site may be
 * @returns sites that are crowded, of outlines that begin in the area
 */
export function countWide(
  into: AreaPeople,
  area: Cell,
  sites: SitesOfArea,
  { cells, shares }: OutlinesOfArea,
  bands: readonly BandEstimate[],
  random: Random,
): readonly CrowdedSite[] {
  const crowded: CrowdedSite[] = [];
  const placesOf = new Map(cells.map((own) => [own.number, own]));
  const ownOutlines = ownedBy(area, sites);
  for (const [number, own] of Map.groupBy(sites.wide, (site) => site.number)) {
    const part = shares.get(number);
    const found = placesOf.get(number);
    if (!part || !found) throw new Error(`site ${own[0].name} has no share in ${area}`);
    const middle = ownOutlines.get(number);
    if (middle) crowded.push(...noteWhole(into, own, part, middle, bands));
    if (part.share === 0) continue;
    const sizesOf = part.byRoom ? [...found.room] : Array.from(found.cells, (cell) => [cell, 1] as const);
    const places = sizesOf.map(([cell]) => cellInArea(area, cell));
    const sizes = sizesOf.map(([, size]) => size);
    const sizesUpTo = runningTotals(sizes);
    let [all, certain] = [0, 0];
    for (const site of own) {
      const people = peopleOfSite(site, bands);
      const here = people.counted * part.share;
      if (here === 0) continue;
      into.addToRegister(site.isSchool, here);
      all += here;
      certain += people.least * part.share;
      // Where in it they are nobody knows: they may all be in one place.
      const place = places[random.pickIndex(sizesUpTo)];
      into.addFoundSomewhere(place, here, people.variance * part.share ** 2, random);
    }
    const size = sizesUpTo.at(-1) ?? 0;
    for (const [i, cell] of places.entries()) {
      if (all === 0 || sizes[i] === 0) continue;
      into.addOthers(cell, (all * sizes[i]) / size, (certain * sizes[i]) / size);
      into.addAway(cell, (all * sizes[i]) / size);
    }
  }
  return crowded;
}

/**
 * Notes what sites of an outline have as a whole, in whichever areas.
 * @returns those that are crowded
 */
function noteWhole(
  into: AreaPeople,
  sites: readonly WideSite[],
  { covered, room }: WidePeople,
  middle: Position,
  bands: readonly BandEstimate[],
): CrowdedSite[] {
  return sites.flatMap((site) => {
    const people = peopleOfSite(site, bands);
    if (covered < 1) into.outside.people += people.listed * (1 - covered);
    if (covered === 0) into.outside.sites++;
    into.addCut(people, covered);
    if (covered > 0) into.addFigures(1, people.least);
    return ifCrowded({ name: site.name, position: middle, people: people.counted * covered, room });
  });
}

/** The middles of outlines whose first corner lies in an area, by their numbers: what they have as a whole is noted there. */
function ownedBy(area: Cell, { outlines, numbers }: SitesOfArea): Map<number, Position> {
  const { corners } = outlines;
  const isOwned = (outline: number): boolean => {
    const [first] = outlines.cornersOf(outline);
    return areaAt(corners[2 * first] / CORNER_UNITS, corners[2 * first + 1] / CORNER_UNITS) === area;
  };
  const middleOf = (outline: number): Position => {
    const { west, south, east, north } = outlines.areaOf(outline).box;
    return [(west + east) / 2, (south + north) / 2];
  };
  return new Map(
    numbers.flatMap((number, outline) => (isOwned(outline) ? [[number, middleOf(outline)] as const] : [])),
  );
}

function runningTotals(sizes: readonly number[]): Float64Array {
  let total = 0;
  return Float64Array.from(sizes, (size) => (total += size));
}
