/** Stores in a folder what a step of the contraction computes for each tile, a packed file each. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import { readPacked, writePacked } from '../../base/files/packed-file.ts';
import type { Progress } from '../../base/records.ts';
import { inOrder } from '../../base/threads/in-order.ts';
import type { JobThreads } from '../../base/threads/job-threads.ts';
import type { PlacedGraph } from './place-graph.ts';

export interface PiecesByCell<Piece> {
  /** @throws Error for a damaged piece or an unknown tile */
  readonly read: (cell: Cell) => Piece;
}

/** Makes the pieces of tiles in threads, and writes them in order. */
export async function writePieces<Piece>(
  folder: string,
  { tree }: PlacedGraph,
  tiles: readonly number[],
  { threads, progress }: { readonly threads: JobThreads; readonly progress: Progress },
  make: (tile: number) => Promise<Piece>,
): Promise<PiecesByCell<Piece>> {
  mkdirSync(folder);
  let done = 0;
  for await (const piece of inOrder(tiles, threads.atOnce, make)) {
    progress('Contract roads', done, tiles.length);
    writePacked(join(folder, tree.cells[tiles[done++]]), piece);
  }
  return { read: (cell) => readPacked(join(folder, cell)) };
}
