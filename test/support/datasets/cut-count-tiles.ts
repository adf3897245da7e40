import type { Layer } from '../../../src/format/tile-sets.ts';
import type { AddObject, MillipersonsByCell } from '../../../tiles-builder/base/records.ts';
import { numberInPartition, partitionOf } from '../../../tiles-builder/partitions/partitions.ts';
import {
  type CountFigures,
  cutOverviews,
  cutPartition,
} from '../../../tiles-builder/tiles/cut-count-tiles.ts';

/** In all partitions at once. */
export function cutCountTiles(layer: Layer, people: MillipersonsByCell, add: AddObject): CountFigures {
  const occupied = [...people.keys()].filter((cell) => people.get(cell)! > 0).sort();
  const partitions = [...Map.groupBy(occupied, partitionOf)].map(([partition, cells]) => {
    const millipersons = cells.map((cell) => people.get(cell)!);
    return cutPartition(layer, partition, { cell: cells.map(numberInPartition), millipersons }, add);
  });
  return cutOverviews(layer, partitions, add);
}
