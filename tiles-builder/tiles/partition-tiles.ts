/** Stores the count tiles of a partition between steps: packs as files, and a compressed list of tiles with their people. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import type { Cell } from '../../src/geo/cells.ts';
import { readPacked, writePacked } from '../base/files/packed-file.ts';
import type { AddObject } from '../base/records.ts';
import type { TileSetWriter } from '../dataset/tile-set-writer.ts';
import {
  cutOverviews,
  cutPartition,
  type PartitionTiles,
  type PeopleInCells,
  type UnitsInCells,
} from './cut-count-tiles.ts';

const TILES = 'tiles';
const OBJECTS = 'objects';

export function writePartitionTiles(
  folder: string,
  layer: Layer,
  partition: Cell,
  people: PeopleInCells,
  units: UnitsInCells | null = null,
): void {
  const objects = join(folder, OBJECTS);
  mkdirSync(objects);
  const add: AddObject = (name, object) => writeFileSync(join(objects, name), object);
  const tiles = cutPartition(layer, partition, people, add, units);
  writePacked(join(folder, TILES), tiles);
}

/** @param folders of partitions, filled by {@link writePartitionTiles} */
export function joinPartitionTiles(
  layer: Layer,
  folders: readonly string[],
  { add, finish }: TileSetWriter,
): CountLayer {
  const tiles = folders.map((folder) => {
    const own = readPacked<PartitionTiles>(join(folder, TILES));
    for (const name of own.packs) add(name, readFileSync(join(folder, OBJECTS, name)));
    return own;
  });
  return { ...cutOverviews(layer, tiles, add), ...finish() };
}
