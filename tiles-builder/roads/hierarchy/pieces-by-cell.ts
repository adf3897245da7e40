/** Stores what a step of the contraction makes for each tile, serialised (V8) in keyed files. */
import { deserialize, serialize } from 'node:v8';
import type { Cell } from '../../../src/geo/cells.ts';
import { type KeyedFile, KeyedFileWriter } from '../../base/files/keyed-file.ts';

export class PiecesByCell<Piece> {
  readonly #files: readonly KeyedFile[];

  constructor(files: readonly KeyedFile[]) {
    this.#files = files;
  }

  /** @throws BadInput for a missing or damaged piece; RangeError for an unknown tile */
  read(cell: Cell): Piece {
    const file = this.#files.find((each) => each.has(cell));
    if (!file) throw new RangeError(`no file has ${cell}`);
    return deserialize(file.read(cell)) as Piece;
  }

  close(): void {
    for (const file of this.#files) file.close();
  }
}

/** Writes atomically. */
export async function writePieces<Piece>(
  file: string,
  cells: readonly Cell[],
  pieces: AsyncIterable<Piece>,
): Promise<void> {
  const writer = new KeyedFileWriter(file);
  try {
    const cell = cells.values();
    for await (const piece of pieces) writer.add(cell.next().value!, serialize(piece));
    writer.finish();
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
