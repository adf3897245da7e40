/** Stores in a folder what a step of the contraction computes for each tile, a packed file each. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import { readPacked, writePacked } from '../../base/files/packed-file.ts';
import { inOrder } from '../../base/threads/in-order.ts';
import type { JobThreads } from '../../base/threads/job-threads.ts';
import type { PlacedGraph } from './place-graph.ts';

export class PiecesByCell<Piece> {
  readonly #fileOf: ReadonlyMap<Cell, string>;

  /** @param folders of {@link writePieces}, each with tiles of its own */
  constructor(...folders: readonly string[]) {
    this.#fileOf = new Map(
      folders.flatMap((folder) => readdirSync(folder).map((cell) => [cell, join(folder, cell)] as const)),
    );
  }

  /** @throws Error for a damaged piece; RangeError for an unknown tile */
  read(cell: Cell): Piece {
    const file = this.#fileOf.get(cell);
    if (file === undefined) throw new RangeError(`no folder has ${cell}`);
    return readPacked(file);
  }
}

/** Makes the pieces of tiles in threads, and writes them in order. */
export async function writePieces<Piece>(
  folder: string,
  { tree }: PlacedGraph,
  tiles: readonly number[],
  { atOnce }: JobThreads,
  make: (tile: number) => Promise<Piece>,
): Promise<void> {
  mkdirSync(folder);
  const next = tiles.values();
  for await (const piece of inOrder(tiles, atOnce, make))
    writePacked(join(folder, tree.cells[next.next().value!]), piece);
}
