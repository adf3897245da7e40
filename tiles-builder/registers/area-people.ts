/** Sums people by day in one partition. */
import { cellToChildrenSize, childPosToCell, latLngToCell } from 'h3-js';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { Position } from '../../src/geo/positions.ts';
import { addTo } from '../numbers/add-to.ts';
import type { Random } from '../numbers/random.ts';
import { BookedPlaces } from './crowded-places.ts';
import type { CountsOfArea } from './learn-from-zones.ts';
import type { PeopleOfSite } from './tally.ts';

export interface SitesAndPeople {
  sites: number;
  people: number;
}

/** Part of a partition. */
export interface District {
  living: number;
  away: number;
}

/** Some 6 km wide. */
const DISTRICT_RESOLUTION = 6;
/** Some 6 m wide. */
const FOUND_RESOLUTION = 14;

export class AreaPeople {
  readonly spread = new Map<Cell, number>();
  readonly #found = new Map<Cell, number>();
  readonly #variance = new Map<Cell, number>();
  readonly #living = new Map<Cell, number>();
  readonly districts = new Map<Cell, District>();
  readonly places = new BookedPlaces();
  staff = 0;
  pupils = 0;
  at_home = 0;
  /** Released figures, and the fewest people behind one; Infinity without any. */
  groups = 0;
  smallest_group_people = Infinity;
  /** Sites outside the coverage. */
  readonly outside: SitesAndPeople = { sites: 0, people: 0 };
  /** Sites over their limit, and the people beyond it. */
  readonly cut: SitesAndPeople = { sites: 0, people: 0 };

  get counts(): CountsOfArea {
    return { spread: this.spread, found: this.#found, variance: this.#variance, living: this.#living };
  }

  addToRegister(isSchool: boolean, people: number): void {
    this[isSchool ? 'pupils' : 'staff'] += people;
  }

  addFigures(figures: number, fewestPeople: number): void {
    this.groups += figures;
    this.smallest_group_people = Math.min(this.smallest_group_people, fewestPeople);
  }

  /** @param covered share of the site inside the coverage */
  addCut({ listed, counted }: PeopleOfSite, covered: number): void {
    if (counted === listed) return;
    this.cut.sites++;
    this.cut.people += (listed - counted) * covered;
  }

  addAway(cell: Cell, people: number): void {
    this.#districtOf(cell).away += people;
  }

  addLiving(cell: Cell, inhabitants: number): void {
    addTo(this.#living, cell, inhabitants);
    this.#districtOf(cell).living += inhabitants;
  }

  /** @param variance of `people` */
  addFound(cell: Cell, [lon, lat]: Position, people: number, variance: number): void {
    addTo(this.#found, latLngToCell(lat, lon, FOUND_RESOLUTION), people);
    addTo(this.#variance, cell, variance);
  }

  /** Adds people at a random place of a cell. */
  addFoundSomewhere(cell: Cell, people: number, variance: number, random: Random): void {
    const place = random.integer(0, cellToChildrenSize(cell, FOUND_RESOLUTION) - 1);
    addTo(this.#found, childPosToCell(place, cell, FOUND_RESOLUTION), people);
    addTo(this.#variance, cell, variance);
  }

  #districtOf(cell: Cell): District {
    const name = parentOf(cell, DISTRICT_RESOLUTION);
    const known = this.districts.get(name) ?? { living: 0, away: 0 };
    this.districts.set(name, known);
    return known;
  }
}
