/** Who is where in one area of the build by day: at the sites of registers, and at home. */
import { cellToChildrenSize, childPosToCell, latLngToCell } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { areaAt, cellInArea } from '../areas/areas.ts';
import type { BandEstimate } from '../config/bands.ts';
import type { Gifts } from '../dataset/ledger.ts';
import { CORNER_UNITS } from '../geometry/footprints.ts';
import { cellAt } from '../geometry/grid-cells.ts';
import { Random } from '../numbers/random.ts';
import { roundToMillipersons } from '../numbers/round-to-millipersons.ts';
import type { MillipersonsByCell } from '../records.ts';
import { TooFewPersons } from '../working/merge-upwards.ts';
import { type GroupInCells, groupsInCells, shownFrom } from '../working/shown-from.ts';
import { spreadWorkers, type Workplace } from '../working/spread-workers.ts';
import type { CountsOfArea } from './learn-from-zones.ts';
import type { CellsOfOutline, WidePeople } from './share-wide-sites.ts';
import type { PointSite, SitesOfArea } from './site-records.ts';
import { type PeopleOfSite, peopleOfSite } from './tally.ts';

export interface AreaInput {
  readonly area: Cell;
  readonly sites: SitesOfArea;
  readonly cellsOfOutlines: readonly CellsOfOutline[];
  readonly shares: ReadonlyMap<number, WidePeople>;
  /** Room for persons by day, by cell inside the coverage. */
  readonly room: ReadonlyMap<Cell, number>;
  /** Who lives in which cell, by census unit. */
  readonly gifts: Gifts;
  /** The share of inhabitants at home, by census unit. */
  readonly atHome: Float64Array;
  /** How much more people at home vary than if each was drawn alone: see `dispersionOf`. */
  readonly dispersion: number;
  readonly bands: readonly BandEstimate[];
  readonly isCovered: (cell: Cell) => boolean;
}

export interface SitesAndPeople {
  sites: number;
  people: number;
}

/** A site with more people than there is room for around it, as far as the map tells. */
export interface CrowdedSite {
  readonly name: string;
  readonly position: Position;
  readonly people: number;
  /** Persons who have room within some 130 m. */
  readonly room: number;
}

/** Inhabitants and people at sites in a part of the area. */
export interface District {
  living: number;
  away: number;
}

/** What an area tells of its people: plain data, nothing below a group's figure but names of sites for the builder. */
export interface CountedArea {
  readonly staff: number;
  readonly pupils: number;
  readonly at_home: number;
  /** Figures of their own, and the people behind the one with the fewest; Infinity without any. */
  readonly groups: number;
  readonly smallest_group_people: number;
  /** Of a cell that is shown on the map without being asked for: see `shownFrom`. */
  readonly shown_from_people: number;
  /** Who is counted nowhere, as fewer than a group needs are at sites of the whole area. */
  readonly withheld: SitesAndPeople;
  /** Sites whose place no source covers. */
  readonly outside: SitesAndPeople;
  /** Sites with more people than may be counted at one, and who is beyond. */
  readonly cut: SitesAndPeople;
  readonly crowded: readonly CrowdedSite[];
  readonly districts: ReadonlyMap<Cell, District>;
}

/** Room is looked for around a site in a cell of this resolution, about 130 m wide. */
const AROUND_RESOLUTION = 10;
/** Where floors are not mapped one is taken: ten times as many may fit, */
const MOST_CROWDED = 10;
/** and fewer people are no matter of where they were booked. */
const FEWEST_CROWDED = 100;
/** Where so many live in a district somebody works. */
export const FEWEST_IDLE = 1_000;
const SEED = 17;
/** Places in cells are exact to some 6 m. */
const FOUND_RESOLUTION = 14;
/** Districts are cells of this resolution, some 6 km wide. */
const DISTRICT_RESOLUTION = 6;

/** @returns also what `learnFromZones` learns from, which is not for release */
export function countArea({
  area,
  sites,
  cellsOfOutlines,
  shares,
  room,
  gifts,
  atHome,
  dispersion,
  bands,
  isCovered,
}: AreaInput): CountedArea & { readonly people: MillipersonsByCell; readonly counts: CountsOfArea } {
  const totals = { staff: 0, pupils: 0 };
  const outside = { sites: 0, people: 0 };
  const beyond = { sites: 0, people: 0 };
  const districts = new Map<Cell, District>();
  const districtOf = (cell: Cell): District => {
    const name = parentOf(cell, DISTRICT_RESOLUTION);
    const known = districts.get(name) ?? { living: 0, away: 0 };
    districts.set(name, known);
    return known;
  };
  const found = new Map<Cell, number>();
  const variance = new Map<Cell, number>();
  const covered: { readonly cell: Cell; readonly site: PointSite; readonly people: PeopleOfSite }[] = [];
  const crowded: CrowdedSite[] = [];
  for (const site of sites.points) {
    const [lon, lat] = site.position;
    const cell = cellAt([lon, lat]);
    const people = peopleOfSite(site, bands);
    if (!isCovered(cell)) {
      outside.sites++;
      outside.people += people.listed;
      continue;
    }
    covered.push({ cell, site, people });
  }
  const points = covered.map(
    ({ cell, people }): Workplace => ({
      cell,
      persons: people.least,
      people: people.counted,
    }),
  );
  const { grouped, groups, smallest, inCells, withheld } = spreadPoints(points, room);
  const others = new Map<Cell, number>();
  const crowding = crowdingIn(room);
  for (const { cell, site, people } of withheld.sites > 0 ? [] : covered) {
    if (people.counted < people.listed) {
      beyond.sites++;
      beyond.people += people.listed - people.counted;
    }
    totals[site.isSchool ? 'pupils' : 'staff'] += people.counted;
    const [lon, lat] = site.position;
    addTo(found, latLngToCell(lat, lon, FOUND_RESOLUTION), people.counted);
    addTo(variance, cell, people.variance);
    districtOf(cell).away += people.counted;
    const { name, position } = site;
    crowded.push(...crowding(cell, { name, position, people: people.counted }));
  }

  const random = new Random(SEED);
  const cellsOf = new Map(cellsOfOutlines.map(({ number, cells }) => [number, cells]));
  const ownOutlines = ownedBy(area, sites);
  let figures = groups;
  let fewest = smallest;
  for (const [number, own] of Map.groupBy(sites.wide, (site) => site.number)) {
    const part = shares.get(number);
    const numbers = cellsOf.get(number);
    if (!part || !numbers) throw new Error(`site ${own[0].name} has no share in ${area}`);
    const cells = part.share === 0 ? [] : Array.from(numbers, (cell) => cellInArea(area, cell));
    const sizes = cells.map((cell) => (part.byRoom ? (room.get(cell) ?? 0) : 1));
    const sizesUpTo = runningTotals(sizes);
    let all = 0;
    for (const site of own) {
      const people = peopleOfSite(site, bands);
      if (ownOutlines.has(number)) {
        if (part.covered < 1) outside.people += people.listed * (1 - part.covered);
        if (part.covered === 0) outside.sites++;
        if (people.counted < people.listed) {
          beyond.sites++;
          beyond.people += (people.listed - people.counted) * part.covered;
        }
        if (part.covered > 0) {
          figures++;
          fewest = Math.min(fewest, people.least);
        }
      }
      const here = people.counted * part.share;
      if (here === 0) continue;
      totals[site.isSchool ? 'pupils' : 'staff'] += here;
      all += here;
      // Where in it they are nobody knows: they may all be in one place.
      const place = cells[random.pickIndex(sizesUpTo)];
      addTo(found, somewhereIn(place, random), here);
      addTo(variance, place, people.variance * part.share ** 2);
    }
    const size = sizesUpTo.at(-1) ?? 0;
    for (const [i, cell] of cells.entries()) {
      if (all === 0 || sizes[i] === 0) continue;
      addTo(others, cell, (all * sizes[i]) / size);
      districtOf(cell).away += (all * sizes[i]) / size;
    }
  }

  const living = new Map<Cell, number>();
  let at_home = 0;
  for (const [i, number] of gifts.cell.entries()) {
    const cell = cellInArea(area, number);
    if (!isCovered(cell)) continue;
    const inhabitants = gifts.millipersons[i] / MILLIPERSONS;
    const share = atHome[gifts.unit[i]];
    at_home += inhabitants * share;
    addTo(living, cell, inhabitants);
    addTo(others, cell, inhabitants * share);
    addTo(found, somewhereIn(cell, random), inhabitants * share);
    addTo(variance, cell, dispersion * inhabitants * share * (1 - share));
    districtOf(cell).living += inhabitants;
  }
  const spread = new Map(grouped);
  for (const [cell, people] of others) addTo(spread, cell, people);
  return {
    ...totals,
    at_home,
    groups: figures,
    smallest_group_people: fewest,
    shown_from_people: shownFrom(inCells, others),
    withheld,
    outside,
    cut: beyond,
    crowded,
    districts,
    counts: { spread, found, variance, living },
    people: roundToMillipersons(spread),
  };
}

/** Groups of sites until each holds enough people, and these spread over all places in it: see `spreadWorkers`. */
function spreadPoints(points: readonly Workplace[], room: ReadonlyMap<Cell, number>) {
  try {
    const spread = spreadWorkers(points, room);
    return {
      grouped: spread.people,
      groups: spread.groups.length,
      smallest: Math.min(...spread.groups.map(({ persons }) => persons)),
      inCells: groupsInCells(spread),
      withheld: { sites: 0, people: 0 },
    };
  } catch (error) {
    if (!(error instanceof TooFewPersons)) throw error;
    const people = points.reduce((sum, point) => sum + point.people, 0);
    return {
      ...{ grouped: new Map<Cell, number>(), groups: 0, smallest: Infinity, inCells: [] as GroupInCells[] },
      withheld: { sites: points.length, people },
    };
  }
}

/** The numbers of outlines whose first corner lies in an area: what they have as a whole is noted there. */
function ownedBy(area: Cell, { outlines, numbers }: SitesOfArea): Set<number> {
  const { corners } = outlines;
  const isOwned = (outline: number): boolean => {
    const [first] = outlines.cornersOf(outline);
    return areaAt(corners[2 * first] / CORNER_UNITS, corners[2 * first + 1] / CORNER_UNITS) === area;
  };
  return new Set(numbers.filter((_, outline) => isOwned(outline)));
}

function crowdingIn(room: ReadonlyMap<Cell, number>) {
  const around = new Map<Cell, number>();
  for (const [cell, size] of room) addTo(around, parentOf(cell, AROUND_RESOLUTION), size);
  return (cell: Cell, site: Omit<CrowdedSite, 'room'>): CrowdedSite[] => {
    const persons = around.get(parentOf(cell, AROUND_RESOLUTION)) ?? 0;
    const isCrowded = site.people >= FEWEST_CROWDED && site.people > MOST_CROWDED * persons;
    return isCrowded ? [{ ...site, room: persons }] : [];
  };
}

/** Where in a cell somebody is, nobody knows. */
const somewhereIn = (cell: Cell, random: Random): Cell =>
  childPosToCell(random.integer(0, cellToChildrenSize(cell, FOUND_RESOLUTION) - 1), cell, FOUND_RESOLUTION);

function addTo(map: Map<Cell, number>, cell: Cell, number: number): void {
  map.set(cell, (map.get(cell) ?? 0) + number);
}

function runningTotals(sizes: readonly number[]): Float64Array {
  let total = 0;
  return Float64Array.from(sizes, (size) => (total += size));
}
