/** Stores polygons in flat columns, in a quarter of the memory of objects. */
import type { Polygon, Position, Ring, Zone } from '../../../src/geo/positions.ts';
import { GrowingArray } from '../../base/numbers/growing-array.ts';
import type { Tags } from '../../base/records.ts';
import type { PolygonFeature } from '../features.ts';

export class PolygonList {
  readonly #areas: {
    readonly id: string;
    readonly tags: Tags;
    readonly order: number;
    readonly end: number;
  }[] = [];
  readonly #vertices = new GrowingArray(Float64Array);
  readonly #ringEnds = new GrowingArray(Int32Array);
  readonly #polygonEnds = new GrowingArray(Int32Array);

  add({ id, tags, order, polygons }: PolygonFeature): void {
    for (const polygon of polygons) {
      for (const ring of polygon) {
        for (const [lon, lat] of ring) {
          this.#vertices.push(lon);
          this.#vertices.push(lat);
        }
        this.#ringEnds.push(this.#vertices.length / 2);
      }
      this.#polygonEnds.push(this.#ringEnds.length);
    }
    this.#areas.push({ id, tags, order, end: this.#polygonEnds.length });
  }

  inSourceOrder(): PolygonFeature[] {
    return this.#areas
      .map(({ end, ...area }, index): PolygonFeature => {
        const start = index === 0 ? 0 : this.#areas[index - 1].end;
        return { ...area, polygons: this.#polygonsBetween(start, end) };
      })
      .sort((a, b) => a.order - b.order);
  }

  #polygonsBetween(from: number, to: number): Zone {
    const polygons: Polygon[] = [];
    for (let polygon = from; polygon < to; polygon++) {
      const rings: Ring[] = [];
      for (let ring = startOf(this.#polygonEnds, polygon); ring < this.#polygonEnds.values[polygon]; ring++) {
        rings.push(this.#verticesOf(ring));
      }
      polygons.push(rings);
    }
    return polygons;
  }

  #verticesOf(ring: number): Ring {
    const vertices: Position[] = [];
    const { values } = this.#vertices;
    for (let vertex = startOf(this.#ringEnds, ring); vertex < this.#ringEnds.values[ring]; vertex++) {
      vertices.push([values[2 * vertex], values[2 * vertex + 1]]);
    }
    return vertices;
  }
}

const startOf = (ends: GrowingArray<Int32Array>, index: number): number =>
  index === 0 ? 0 : ends.values[index - 1];
