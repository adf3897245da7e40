/** How far the room in a place tells how many people are there. */
import { type Cell, parentOf } from '../../src/geo/cells.ts';

/** Room is compared by blocks of this resolution, about 130 m wide: much wider than places are found amiss. */
const BLOCK_RESOLUTION = 10;
/** Blocks are compared within cells of this resolution, about 2.4 km wide: beyond, groups tell more than room does. */
const COMPARED_RESOLUTION = 7;
/** From "every block holds as many people as another" to "people are where there is room for them, in proportion". */
const EXPONENTS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1] as const;
/** Share of persons who are found somewhere that room tells nothing of. */
const ASTRAY = 0.05;

interface Block {
  persons: number;
  room: number;
}

/**
 * The power of room by block that the panel's persons are likeliest to follow: footprints of offices tell much, those of a
 * map without uses next to nothing. One coarse number for the whole panel, it tells of nobody.
 * @param seen persons of the panel by cell
 */
export function learnRoomExponent(
  room: ReadonlyMap<Cell, number>,
  seen: readonly { readonly cell: Cell; readonly persons: number }[],
): number {
  const neighbourhoods = Map.groupBy(blocksOf(room, seen), ([cell]) => parentOf(cell, COMPARED_RESOLUTION));
  const likelihoods = EXPONENTS.map((exponent) => {
    let likelihood = 0;
    for (const neighbourhood of neighbourhoods.values()) {
      const total = neighbourhood.reduce((sum, [, block]) => sum + block.room ** exponent, 0);
      for (const [, block] of neighbourhood) {
        if (block.persons === 0) continue;
        const share = (1 - ASTRAY) * (block.room ** exponent / total) + ASTRAY / neighbourhood.length;
        likelihood += block.persons * Math.log(share);
      }
    }
    return likelihood;
  });
  return EXPONENTS[likelihoods.lastIndexOf(Math.max(...likelihoods))];
}

/** Room by cell with that of each block raised to the power; within a block cells keep their proportions. */
export function raiseRoom(room: ReadonlyMap<Cell, number>, exponent: number): Map<Cell, number> {
  const blocks = new Map(blocksOf(room, []));
  const raised = [...room].map(
    ([cell, size]) => [cell, size * blocks.get(blockOf(cell))!.room ** (exponent - 1)] as const,
  );
  return new Map(raised);
}

const blockOf = (cell: Cell): Cell => parentOf(cell, BLOCK_RESOLUTION);

/** Blocks with room. */
function blocksOf(
  room: ReadonlyMap<Cell, number>,
  seen: readonly { readonly cell: Cell; readonly persons: number }[],
): [Cell, Block][] {
  const blocks = new Map<Cell, Block>();
  for (const [cell, size] of room) {
    const block = blocks.get(blockOf(cell));
    if (block) block.room += size;
    else blocks.set(blockOf(cell), { persons: 0, room: size });
  }
  for (const { cell, persons } of seen) {
    const block = blocks.get(blockOf(cell));
    if (block) block.persons += persons;
  }
  return [...blocks];
}
