/** How far the room in a place tells how many people are there. */
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import { type Cell, parentOf } from '../../src/geo/cells.ts';
import type { MillipersonsByCell } from '../records.ts';
import { ROADSIDE_PERSONS } from './places-by-cell.ts';

/** Room is compared by blocks of this resolution, about 130 m wide: much wider than places are found amiss. */
const BLOCK_RESOLUTION = 10;
/** Blocks are compared within cells of this resolution, about 2.4 km wide: beyond, groups tell more than room does. */
const COMPARED_RESOLUTION = 7;
/** From "every block holds as many people as another" to "people are where there is room for them, in proportion". */
const EXPONENTS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1] as const;
/** From "next to nobody is where no building is mapped" to "buildings stand along roads and are not mapped". */
const ROADSIDE_FACTORS = [1, 4, 16, 64, 256, 1_024, 4_096] as const;
/** From "inhabitants tell nothing of who is there by day" to "where room is the same, people are where others live". */
const INHABITANTS_EXPONENTS = [0, 0.25, 0.5, 0.75, 1] as const;
/** Share of persons who are found somewhere that room tells nothing of. */
const ASTRAY = 0.05;

/** How people follow room. */
export interface RoomFollowed {
  /** Blocks hold people in proportion to this power of their room, */
  readonly room_exponent: number;
  /** to this power of one more than their inhabitants, */
  readonly inhabitants_exponent: number;
  /** and, where they have no mapped building and so room beside their roads alone, to this. */
  readonly roadside_factor: number;
}

interface Block {
  persons: number;
  room: number;
  inhabitants: number;
  isRoadside: boolean;
}

/**
 * How the panel's persons are likeliest to follow room: footprints of offices tell much, those of a map without uses next to
 * nothing; roads without buildings lie in the woods or where nobody mapped the houses, which inhabitants tell. Three coarse
 * numbers for the whole panel, they tell of nobody. Where several tell the same, those that believe the map most.
 * @param seen persons of the panel by cell
 * @param inhabitants thousandths by cell; none where they are the room itself
 */
export function learnRoomFollowed(
  room: ReadonlyMap<Cell, number>,
  seen: readonly { readonly cell: Cell; readonly persons: number }[],
  inhabitants: MillipersonsByCell = new Map(),
): RoomFollowed {
  const all = blocksOf(room, inhabitants, seen);
  const inhabitantsExponents = inhabitants.size > 0 ? INHABITANTS_EXPONENTS : [0];
  const inCells = Map.groupBy(all, ([cell]) => parentOf(cell, COMPARED_RESOLUTION));
  const neighbourhoods = Array.from(inCells.values(), (entries) => entries.map(([, block]) => block)).filter(
    (blocks) => blocks.some(({ persons }) => persons > 0),
  );
  let likeliest: RoomFollowed = { room_exponent: 1, inhabitants_exponent: 0, roadside_factor: 1 };
  let greatest = -Infinity;
  for (const room_exponent of EXPONENTS.toReversed()) {
    for (const inhabitants_exponent of inhabitantsExponents) {
      const built = { room_exponent, inhabitants_exponent, roadside_factor: 1 };
      const likelihoods = neighbourhoods.map((blocks) => likelihoodsIn(blocks, built));
      for (const roadside_factor of ROADSIDE_FACTORS) {
        const likelihood = likelihoods.reduce((sum, of) => sum + of(roadside_factor), 0);
        if (likelihood > greatest) {
          greatest = likelihood;
          likeliest = { ...built, roadside_factor };
        }
      }
    }
  }
  return likeliest;
}

/** By the factor of roadsides: the logarithm of how likely the persons are in just these of the blocks. */
function likelihoodsIn(blocks: readonly Block[], built: RoomFollowed): (roadside_factor: number) => number {
  const pulls = blocks.map((block) => pullOf(block, built));
  const sumOf = (isRoadside: boolean): number =>
    pulls.reduce((sum, pull, i) => (blocks[i].isRoadside === isRoadside ? sum + pull : sum), 0);
  const [inBuilt, inRoadside] = [sumOf(false), sumOf(true)];
  const inhabited = [...blocks.entries()].filter(([, { persons }]) => persons > 0);
  return (roadside_factor) => {
    const total = inBuilt + inRoadside * roadside_factor;
    return inhabited.reduce((sum, [i, { persons, isRoadside }]) => {
      const pull = pulls[i] * (isRoadside ? roadside_factor : 1);
      return sum + persons * Math.log((1 - ASTRAY) * (pull / total) + ASTRAY / blocks.length);
    }, 0);
  };
}

const pullOf = ({ room, inhabitants, isRoadside }: Block, followed: RoomFollowed): number =>
  room ** followed.room_exponent *
  (1 + inhabitants) ** followed.inhabitants_exponent *
  (isRoadside ? followed.roadside_factor : 1);

/**
 * What people are spread in proportion to, by cell; within a block cells keep their proportions.
 * @param inhabitants thousandths by cell
 */
export function followRoom(
  room: ReadonlyMap<Cell, number>,
  followed: RoomFollowed,
  inhabitants: MillipersonsByCell = new Map(),
): Map<Cell, number> {
  const scales = new Map(
    blocksOf(room, inhabitants, []).map(
      ([cell, block]) => [cell, pullOf(block, followed) / block.room] as const,
    ),
  );
  return new Map([...room].map(([cell, size]) => [cell, size * scales.get(blockOf(cell))!] as const));
}

const blockOf = (cell: Cell): Cell => parentOf(cell, BLOCK_RESOLUTION);

/** Blocks with room. */
function blocksOf(
  room: ReadonlyMap<Cell, number>,
  inhabitants: MillipersonsByCell,
  seen: readonly { readonly cell: Cell; readonly persons: number }[],
): [Cell, Block][] {
  const blocks = new Map<Cell, Block>();
  for (const [cell, size] of room) {
    const block = blocks.get(blockOf(cell));
    const isRoadside = size <= ROADSIDE_PERSONS;
    if (block) {
      block.room += size;
      block.isRoadside &&= isRoadside;
    } else blocks.set(blockOf(cell), { persons: 0, room: size, inhabitants: 0, isRoadside });
  }
  for (const [cell, millipersons] of inhabitants) {
    const block = blocks.get(blockOf(cell));
    if (block) block.inhabitants += millipersons / MILLIPERSONS;
  }
  for (const { cell, persons } of seen) {
    const block = blocks.get(blockOf(cell));
    if (block) block.persons += persons;
  }
  return [...blocks];
}
