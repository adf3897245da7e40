/** Stores in a folder what a step of the contraction computes for each tile, a packed file each. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell } from '../../../src/geo/cells.ts';
import { readPacked, writePacked } from '../../base/files/packed-file.ts';

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

export async function writePieces<Piece>(
  folder: string,
  cells: readonly Cell[],
  pieces: AsyncIterable<Piece>,
): Promise<void> {
  mkdirSync(folder);
  const cell = cells.values();
  for await (const piece of pieces) writePacked(join(folder, cell.next().value!), piece);
}
