/** What a step found of each tile, in the files of its shares. */
import { deserialize, serialize } from 'node:v8';
import type { Cell } from '../../../src/geo/cells.ts';
import { type KeyedFile, KeyedFileWriter } from '../../files/keyed-file.ts';

/** What a step found of each tile. */
export interface Pieces<Piece> {
  /** @throws BadInput where it is missing or damaged */
  read(cell: Cell): Piece;
  close(): void;
}

export class PiecesByCell<Piece> implements Pieces<Piece> {
  readonly #files: readonly KeyedFile[];

  constructor(files: readonly KeyedFile[]) {
    this.#files = files;
  }

  /** @throws BadInput where the files lack it, or one is damaged; RangeError where none has it */
  read(cell: Cell): Piece {
    const file = this.#files.find((each) => each.has(cell));
    if (!file) throw new RangeError(`no share has ${cell}`);
    return deserialize(file.read(cell)) as Piece;
  }

  close(): void {
    for (const file of this.#files) file.close();
  }
}

/** Writes pieces as they come, all or none. */
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
