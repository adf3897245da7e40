import type { Cell } from '../../src/geo/cells.ts';
import { centreOf } from '../geometry/grid-cells.ts';
import type { PlanarArea } from '../geometry/planar-area.ts';
import { cellInPartition } from './partitions.ts';

/** Tests whether the centre of a partition's cell lies in a zone. */
export const centresInside =
  (partition: Cell, zone: PlanarArea): ((number: number) => boolean) =>
  (number) =>
    zone.contains(centreOf(cellInPartition(partition, number)));
