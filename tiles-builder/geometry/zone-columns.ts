/** Many zones as columns of numbers: 16 bytes a corner, four more a ring and a polygon. */
import type { Polygon, Position, Ring, Zone } from '../../src/geo/positions.ts';
import { GrowingArray } from '../numbers/growing-array.ts';

/** Zones that are only added to, and read by the number in whose order they came. */
export class ZoneColumns {
  /** Longitudes and latitudes in turn, in degrees. */
  readonly #corners = new GrowingArray(Float64Array);
  /** Where each ring, polygon and zone ends, counted in numbers, rings and polygons. */
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
          this.#corners.push(lon);
          this.#corners.push(lat);
        }
        this.#ringEnds.push(this.#corners.length);
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
          const corners = this.#corners.values;
          for (let i = ring === 0 ? 0 : ends[ring - 1]; i < ends[ring]; i += 2) {
            positions.push([corners[i], corners[i + 1]]);
          }
          return positions;
        }),
    );
  }
}

/** What a list of ends says that one of its entries consists of. */
function partsOf<Part>(ends: Uint32Array, index: number, part: (index: number) => Part): Part[] {
  const parts: Part[] = [];
  for (let i = index === 0 ? 0 : ends[index - 1]; i < ends[index]; i++) parts.push(part(i));
  return parts;
}
