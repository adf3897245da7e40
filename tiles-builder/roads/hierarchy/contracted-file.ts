/** A contracted district on its way to the process that cuts tiles from it, with a checksum: another machine may have written it. */
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Cell } from '../../../src/geo/cells.ts';
import { KeyedFile, KeyedFileWriter } from '../../files/keyed-file.ts';
import type { ContractedDistrict } from './contract-district.ts';
import type { Pieces } from './pieces-by-cell.ts';

const FILE = 'contracted';
const REMOVE_IT = 'Remove the steps of this build (npm run tiles -- clean DATASET), and build again.';

/** @param folder of the district alone */
export function writeContracted(folder: string, cell: Cell, district: ContractedDistrict): void {
  const writer = new KeyedFileWriter(join(folder, FILE));
  writer.add(cell, serialize(district));
  writer.finish();
}

/** Districts that each lie in a folder of their own, read as they are asked for. */
export class ContractedFolders implements Pieces<ContractedDistrict> {
  readonly #folderOf: (cell: Cell) => string;

  constructor(folderOf: (cell: Cell) => string) {
    this.#folderOf = folderOf;
  }

  read(cell: Cell): ContractedDistrict {
    const file = new KeyedFile(join(this.#folderOf(cell), FILE), { missing: REMOVE_IT, damaged: REMOVE_IT });
    try {
      return deserialize(file.read(cell)) as ContractedDistrict;
    } finally {
      file.close();
    }
  }

  close(): void {}
}
