/** Finds polygons or edges whose bounding boxes meet a box, by a packed R-tree (Flatbush). */
import Flatbush from 'flatbush';
import type { BoundingBox } from '../../src/geo/positions.ts';

export class PolygonIndex {
  readonly #tree: Flatbush | null = null;

  constructor(boxes: readonly BoundingBox[]) {
    if (boxes.length === 0) return;
    this.#tree = new Flatbush(boxes.length);
    for (const { west, south, east, north } of boxes) this.#tree.add(west, south, east, north);
    this.#tree.finish();
  }

  /** Lists polygons whose box meets a box, ascending. */
  meeting({ west, south, east, north }: BoundingBox): number[] {
    return this.#tree?.search(west, south, east, north).sort((a, b) => a - b) ?? [];
  }
}
