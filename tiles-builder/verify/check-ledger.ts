/**
 * Checks that tiles are the ledger's sums by cell, with the unit that gave most and its people in other tiles, and that units
 * gave all their people.
 */
import { type CountTile, MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { type TileUnits, WHOLE } from '../../src/format/unit-runs.ts';
import {
  type Cell,
  COUNT_TILE_RESOLUTION,
  cellFromKey,
  GRID_RESOLUTION,
  numberOfTile,
  type TileNumber,
} from '../../src/geo/cells.ts';
import {
  type Allocations,
  ledgerFolderOf,
  readAllocations,
  readLedger,
  readLedgerUnits,
} from '../dataset/ledger.ts';
import { sumAllocations } from '../living/sum-allocations.ts';
import { GrowingArray } from '../numbers/growing-array.ts';
import { cellInPartition, numberInPartition } from '../partitions/partitions.ts';
import type { PeopleInCells } from '../tiles/cut-count-tiles.ts';

/**
 * Reads by partition; needs 20 bytes a unit, and some 700 for one in several partitions until all are read.
 * @param partitions partitions with people in tiles
 */
export async function checkLedger(
  folder: string,
  { version, census }: Pick<Manifest, 'version' | 'census'>,
  partitions: Iterable<Cell>,
  tilesIn: (partition: Cell) => Promise<readonly CountTile[]>,
  step: (done: number, total: number) => void,
): Promise<{ units: number; partitions: number }> {
  const ledgerFolder = ledgerFolderOf(folder);
  const ledger = readLedger(ledgerFolder);
  if (ledger.version !== version) throw new Error(`it is of version ${ledger.version}`);
  if (!census) throw new Error('the dataset has no census');
  const { inside, listed_people } = await readUnits(ledger.units);
  expectEqual('listed people', listed_people, census.listed_people);
  const given = new Float64Array(inside.length);
  const spread = new UnitsOfTiles(inside.length);
  let wrongUnit: string | null = null;
  const all = [...new Set([...ledger.partitions, ...partitions])].sort();
  for (const [done, partition] of all.entries()) {
    step(done, all.length);
    const allocations = readAllocations(ledgerFolder, partition);
    for (const [i, unit] of allocations.unit.entries()) {
      if (unit >= inside.length) throw new Error(`${partition}: there is no unit ${unit}`);
      given[unit] += allocations.millipersons[i];
    }
    const tiles = await tilesIn(partition);
    expectSame(partition, sumAllocations(allocations), peopleInTiles(tiles));
    const largest = largestUnits(allocations);
    for (const tile of tiles) wrongUnit ??= spread.faultIn(tile, largest);
  }
  for (const [unit, sum] of given.entries()) {
    if (sum === inside[unit]) continue;
    throw new Error(
      `unit ${await idOf(ledger.units, unit)} gave ${sum} thousandths of a person to cells, and has ${inside[unit]}`,
    );
  }
  wrongUnit ??= spread.missing();
  if (wrongUnit !== null) throw new Error(wrongUnit);
  const total = inside.reduce((sum, own) => sum + own, 0);
  expectEqual('thousandths of a person of all units', total, census.inside_millipersons);
  return { units: inside.length, partitions: all.length };
}

/** @throws Error where a unit's people do not follow from the census */
async function readUnits(files: readonly string[]): Promise<{ inside: Float64Array; listed_people: number }> {
  const inside = new GrowingArray(Float64Array);
  let listed_people = 0;
  for (const file of files) {
    let listed = 0;
    for await (const { id, people, inside_millipersons: own, uncounted_millipersons } of readLedgerUnits(
      file,
    )) {
      const uncounted = Object.values(uncounted_millipersons);
      const all = uncounted.reduce((sum, millipersons) => sum + millipersons, own);
      const isRight =
        all === Math.round(people * MILLIPERSONS) &&
        [own, ...uncounted].every((millipersons) => Number.isInteger(millipersons) && millipersons >= 0);
      if (!isRight) {
        throw new Error(
          `${file}: unit ${id} has ${people} people, and ${all} thousandths of a person inside and not counted`,
        );
      }
      listed += people;
      inside.push(own);
    }
    listed_people += listed;
  }
  return { inside: inside.view().slice(), listed_people };
}

async function idOf(files: readonly string[], unit: number): Promise<string> {
  let number = 0;
  for (const file of files)
    for await (const { id } of readLedgerUnits(file)) if (number++ === unit) return id;
  return String(unit);
}

function peopleInTiles(tiles: Iterable<CountTile>): PeopleInCells {
  const cell = new GrowingArray(Uint32Array);
  const millipersons = new GrowingArray(Uint32Array);
  for (const tile of [...tiles].sort((a, b) => (a.cell < b.cell ? -1 : 1))) {
    for (const [i, key] of tile.keys.entries()) {
      cell.push(numberInPartition(cellFromKey(tile.cell, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION)));
      millipersons.push(tile.runningTotals[i] - (i === 0 ? 0 : tile.runningTotals[i - 1]));
    }
  }
  return { cell: cell.view(), millipersons: millipersons.view() };
}

function expectSame(partition: Cell, ledger: PeopleInCells, tiles: PeopleInCells): void {
  const count = Math.max(ledger.cell.length, tiles.cell.length);
  for (let i = 0; i < count; i++) {
    if (ledger.cell[i] === tiles.cell[i] && ledger.millipersons[i] === tiles.millipersons[i]) continue;
    const cell = Math.min(ledger.cell[i] ?? Infinity, tiles.cell[i] ?? Infinity);
    const of = (people: PeopleInCells): number => (people.cell[i] === cell ? people.millipersons[i] : 0);
    throw new Error(
      `cell ${cellInPartition(partition, cell)} holds ${of(tiles)} thousandths of a person in the tiles, ${of(ledger)} by the ledger`,
    );
  }
}

/** Compares what all tiles say of a unit: its people by tile. */
export class UnitsOfTiles {
  readonly #tiles: Uint32Array;
  /** Of units in tiles to come. */
  readonly #peopleOf = new Map<number, ReadonlyMap<TileNumber, number>>();

  constructor(units: number) {
    this.#tiles = new Uint32Array(units);
  }

  faultIn(tile: CountTile, largest: ReadonlyMap<number, number>): string | null {
    if (!tile.units) return `tile ${tile.cell} does not say which census units its cells are in`;
    const unitAt = unitsAtPlaces(tile, tile.units, largest);
    if (typeof unitAt === 'string') return unitAt;
    for (const [place, unit] of unitAt) {
      const people = peopleByTile(tile.cell, tile.units, place);
      const known = this.#peopleOf.get(unit) ?? (this.#tiles[unit] === 0 ? people : null);
      const number = people.size > 1 ? unit : WHOLE;
      const isSame = known?.size === people.size && [...people].every(([at, own]) => known.get(at) === own);
      if (!isSame || tile.units.numbers[place] !== number)
        return `tile ${tile.cell} lists other people of unit ${unit} in other tiles than those have`;
      if (++this.#tiles[unit] === people.size) this.#peopleOf.delete(unit);
      else this.#peopleOf.set(unit, known);
    }
    return null;
  }

  missing(): string | null {
    for (const [unit, { size }] of this.#peopleOf)
      return `unit ${unit} is in ${this.#tiles[unit]} of the ${size} tiles that list it`;
    return null;
  }
}

function peopleByTile(tile: Cell, units: TileUnits, place: number): Map<TileNumber, number> {
  const people = new Map([[numberOfTile(tile), units.here[place]]]);
  for (let i = place > 0 ? units.otherEnds[place - 1] : 0; i < units.otherEnds[place]; i++)
    people.set(units.otherTiles[i], units.otherPeople[i]);
  return people;
}

/** By cell; ties go to the first unit. */
function largestUnits({ cell, unit, millipersons }: Allocations): Map<number, number> {
  const largest = new Map<number, number>();
  for (const [i, own] of cell.entries()) {
    const known = largest.get(own);
    if (known === undefined || millipersons[i] > millipersons[known]) largest.set(own, i);
  }
  return new Map([...largest].map(([own, i]) => [own, unit[i]]));
}

/** Unit of each entry in a tile's list, or a fault: both must match one to one. */
function unitsAtPlaces(
  { cell: tile, keys }: CountTile,
  { runEnds, runUnits }: NonNullable<CountTile['units']>,
  largest: ReadonlyMap<number, number>,
): Map<number, number> | string {
  const unitAt = new Map<number, number>();
  let run = 0;
  for (const [i, key] of keys.entries()) {
    while (i >= runEnds[run]) run++;
    const cell = cellFromKey(tile, COUNT_TILE_RESOLUTION, key, GRID_RESOLUTION);
    const unit = largest.get(numberInPartition(cell))!;
    const place = runUnits[run];
    if ((unitAt.get(place) ?? unit) !== unit) {
      return `tile ${tile} has cell ${cell} in another unit than ${unit}, which gave it most`;
    }
    unitAt.set(place, unit);
  }
  return new Set(unitAt.values()).size === unitAt.size ? unitAt : `tile ${tile} lists a unit twice`;
}

function expectEqual(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${found} ${what} in the ledger, the manifest says ${expected}`);
}
