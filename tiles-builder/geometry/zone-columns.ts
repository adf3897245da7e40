/** Zones in flat columns with cumulative ends: 16 bytes a vertex, 4 a ring and a polygon. */
import type { Polygon, Position, Ring, Zone } from '../../src/geo/positions.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';

export class ZoneColumns {
  readonly #vertices = new GrowingArray(Float64Array);
  /** Cumulative: rings, polygons, zones. */
  readonly #ringEnds = new GrowingArray(Uint32Array);
  readonly #polygonEnds = new GrowingArray(Uint32Array);
  readonly #zoneEnds = new GrowingArray(Uint32Array);

  get length(): number {
    return this.#zoneEnds.length;
  }

  add(zone: Zone): void {
    for (const polygon of zone) {
      for (const ring of polygon) {
        for (const [lon, lat] of ring) {
          this.#vertices.push(lon);
          this.#vertices.push(lat);
        }
        this.#ringEnds.push(this.#vertices.length);
      }
      this.#polygonEnds.push(this.#ringEnds.length);
    }
    this.#zoneEnds.push(this.#polygonEnds.length);
  }

  zone(index: number): Zone {
    return partsOf(
      this.#zoneEnds.values,
      index,
      (polygon): Polygon =>
        partsOf(this.#polygonEnds.values, polygon, (ring): Ring => {
          const positions: Position[] = [];
          const ends = this.#ringEnds.values;
          const vertices = this.#vertices.values;
          for (let i = ring === 0 ? 0 : ends[ring - 1]; i < ends[ring]; i += 2) {
            positions.push([vertices[i], vertices[i + 1]]);
          }
          return positions;
        }),
    );
  }
}

function partsOf<Part>(ends: Uint32Array, index: number, part: (index: number) => Part): Part[] {
  const parts: Part[] = [];
  for (let i = index === 0 ? 0 : ends[index - 1]; i < ends[index]; i++) parts.push(part(i));
  return parts;
}
