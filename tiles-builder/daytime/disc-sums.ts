/** Draws random discs of 120 m to 4 km near persons or places, and sums counts in them by a grid index of 250 m squares. */
import { cellToLatLng } from 'h3-js';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { METRES_PER_DEGREE } from '../../src/geo/earth.ts';
import type { Random } from '../base/numbers/random.ts';
import type { PeopleByCell } from './partition-columns.ts';

const RADII_M = [120, 4_000] as const;
const ASIDE_M = 300;

/** Centres of cells in degrees. */
export interface Centres {
  readonly lon: Float64Array;
  readonly lat: Float64Array;
}

export interface Disc {
  /** Sums in the order of the counts. */
  readonly sums: readonly number[];
  /** Whether the disc contains the person of the first count that it was drawn around. */
  readonly containsSampledPerson: boolean;
}

export function drawDisc(sums: DiscSums, isAroundSomebody: boolean, random: Random): Disc {
  const radius_m = RADII_M[0] * (RADII_M[1] / RADII_M[0]) ** random.unit();
  const [x, y] = isAroundSomebody ? sums.placeOfSomebody(random) : sums.anyPlace(random);
  const aside = [random.normal() * ASIDE_M, random.normal() * ASIDE_M] as const;
  return {
    sums: sums.within([x + aside[0], y + aside[1]], radius_m),
    containsSampledPerson: isAroundSomebody && Math.hypot(...aside) <= radius_m,
  };
}

/** Sums counts of places in discs, on a plane in metres at the middle latitude. */
export class DiscSums {
  static readonly #SQUARE_M = 250;
  /** Upper bound from pole to pole. */
  static readonly #MOST_ROWS = 2 ** 20;
  readonly #counts: number;
  /** Coordinates of each place in metres. */
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #people: Float64Array;
  readonly #squares = new Map<number, number[]>();
  readonly #occupied: number[][];
  /** Running totals of the first count. */
  readonly #runningPeople: Float64Array;

  /**
   * @param centres of places, where their people are
   * @param people all counts of the first place, then of the second
   */
  constructor({ lon, lat }: Centres, people: Float64Array, counts: number) {
    const middle = lat.reduce((sum, own) => sum + own, 0) / lat.length;
    const perLon_m = METRES_PER_DEGREE * Math.cos((middle * Math.PI) / 180);
    const x = lon.map((own) => own * perLon_m);
    const y = lat.map((own) => own * METRES_PER_DEGREE);
    this.#counts = counts;
    this.#x = x;
    this.#y = y;
    this.#people = people;
    let total = 0;
    this.#runningPeople = x.map((_, place) => (total += people[place * counts]));
    for (let place = 0; place < x.length; place++) {
      const key = DiscSums.#keyOf(x[place], y[place]);
      const square = this.#squares.get(key);
      if (square) square.push(place);
      else this.#squares.set(key, [place]);
    }
    this.#occupied = [...this.#squares.values()];
  }

  /** @param counts thousandths by cell */
  static ofCells(counts: readonly ReadonlyMap<Cell, number>[]): DiscSums {
    const places = [...new Set(counts.flatMap((count) => [...count.keys()]))].sort();
    const people = new Float64Array(places.length * counts.length);
    for (const [number, place] of places.entries()) {
      for (const [i, count] of counts.entries()) {
        people[number * counts.length + i] = (count.get(place) ?? 0) / MILLIPERSONS;
      }
    }
    const centres = places.map((place) => cellToLatLng(place));
    const lat = Float64Array.from(centres, ([lat]) => lat);
    const lon = Float64Array.from(centres, ([, lon]) => lon);
    return new DiscSums({ lon, lat }, people, counts.length);
  }

  static ofNumbers(counts: readonly PeopleByCell[], centresOf: (numbers: Uint32Array) => Centres): DiscSums {
    const end = counts.reduce((most, { cell }) => Math.max(most, 1 + (cell.at(-1) ?? -1)), 0);
    const isPlace = new Uint8Array(end);
    for (const { cell } of counts) for (let row = 0; row < cell.length; row++) isPlace[cell[row]] = 1;
    const numbers = new Uint32Array(end).map((_, number) => number).filter((number) => isPlace[number] === 1);
    const placeOf = new Uint32Array(end);
    for (let place = 0; place < numbers.length; place++) placeOf[numbers[place]] = place;
    const people = new Float64Array(numbers.length * counts.length);
    for (const [i, { cell, millipersons }] of counts.entries()) {
      for (let row = 0; row < cell.length; row++)
        people[placeOf[cell[row]] * counts.length + i] = millipersons[row] / MILLIPERSONS;
    }
    return new DiscSums(centresOf(numbers), people, counts.length);
  }

  get isEmpty(): boolean {
    return this.#occupied.length === 0;
  }

  /** Returns the first place of a random square. */
  anyPlace(random: Random): [x: number, y: number] {
    const squares = this.#occupied;
    return this.#at(squares[random.integer(0, squares.length - 1)][0]);
  }

  placeOfSomebody(random: Random): [x: number, y: number] {
    return this.#at(random.pickIndex(this.#runningPeople));
  }

  within([atX, atY]: readonly [number, number], radius_m: number): number[] {
    const [x, y, people, counts] = [this.#x, this.#y, this.#people, this.#counts];
    const sums = Array<number>(counts).fill(0);
    for (let east = atX - radius_m; east < atX + radius_m + DiscSums.#SQUARE_M; east += DiscSums.#SQUARE_M) {
      for (
        let north = atY - radius_m;
        north < atY + radius_m + DiscSums.#SQUARE_M;
        north += DiscSums.#SQUARE_M
      ) {
        for (const place of this.#squares.get(DiscSums.#keyOf(east, north)) ?? []) {
          if ((x[place] - atX) ** 2 + (y[place] - atY) ** 2 > radius_m ** 2) continue;
          for (let i = 0; i < counts; i++) sums[i] += people[place * counts + i];
        }
      }
    }
    return sums;
  }

  #at(place: number): [x: number, y: number] {
    return [this.#x[place], this.#y[place]];
  }

  static #keyOf(x: number, y: number): number {
    return Math.floor(x / DiscSums.#SQUARE_M) * DiscSums.#MOST_ROWS + Math.floor(y / DiscSums.#SQUARE_M);
  }
}
