/**
 * Stores building footprints and other zones in flat columns (30 to 60 bytes a building), with an R-tree of boxes (Flatbush),
 * and encodes them by deltas in protobuf.
 */
import Flatbush from 'flatbush';
import type { PbfReader, PbfWriter } from 'pbf';
import type { Polygon, Position, Ring, Zone } from '../../src/geo/positions.ts';
import { GrowingArray } from '../base/numbers/growing-array.ts';
import { coordinateUnits, UNITS_PER_DEGREE } from './coordinate-units.ts';
import { PlanarArea } from './planar-area.ts';

export class Footprints {
  /** Alternating longitude and latitude in 1e-7 degrees; rings are not closed. */
  readonly vertices: Int32Array;
  /** Ends of rings among vertices; a polygon's shell comes first. */
  readonly ringEnds: Int32Array;
  readonly polygonEnds: Int32Array;
  readonly ends: Int32Array;

  constructor({ vertices, ringEnds, polygonEnds, ends }: FootprintColumns) {
    this.vertices = vertices;
    this.ringEnds = ringEnds;
    this.polygonEnds = polygonEnds;
    this.ends = ends;
  }

  get count(): number {
    return this.ends.length;
  }

  firstPolygon(footprint: number): number {
    return startOf(this.ends, footprint);
  }

  firstRing(polygon: number): number {
    return startOf(this.polygonEnds, polygon);
  }

  firstVertex(ring: number): number {
    return startOf(this.ringEnds, ring);
  }

  /** Returns a half-open range of rings. */
  ringsOf(footprint: number): [from: number, to: number] {
    return [this.firstRing(this.firstPolygon(footprint)), this.polygonEnds[this.ends[footprint] - 1]];
  }

  /** Returns a half-open range of vertices. */
  verticesOf(footprint: number): [from: number, to: number] {
    const [from, to] = this.ringsOf(footprint);
    return [this.firstVertex(from), this.ringEnds[to - 1]];
  }

  /** Returns the bounding box in 1e-7 degrees. */
  boxOf(footprint: number): [west: number, south: number, east: number, north: number] {
    const { vertices } = this;
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const [from, to] = this.verticesOf(footprint);
    for (let vertex = from; vertex < to; vertex++) {
      west = Math.min(west, vertices[2 * vertex]);
      east = Math.max(east, vertices[2 * vertex]);
      south = Math.min(south, vertices[2 * vertex + 1]);
      north = Math.max(north, vertices[2 * vertex + 1]);
    }
    return [west, south, east, north];
  }

  /** Returns an index of boxes in 1e-7 degrees, `null` if empty. */
  boxIndex(): Flatbush | null {
    if (this.count === 0) return null;
    const index = new Flatbush(this.count, undefined, Int32Array);
    for (let footprint = 0; footprint < this.count; footprint++) index.add(...this.boxOf(footprint));
    index.finish();
    return index;
  }

  /** Coordinates are in 1e-7 degrees; points on an edge may count either way. */
  contains(footprint: number, x: number, y: number): boolean {
    const { vertices } = this;
    let inside = false;
    const [from, to] = this.ringsOf(footprint);
    for (let ring = from; ring < to; ring++) {
      const end = this.ringEnds[ring];
      let before = end - 1;
      for (let vertex = this.firstVertex(ring); vertex < end; before = vertex++) {
        const [y1, y2] = [vertices[2 * before + 1], vertices[2 * vertex + 1]];
        if (y1 > y === y2 > y) continue;
        const x1 = vertices[2 * before];
        if (x < x1 + ((y - y1) / (y2 - y1)) * (vertices[2 * vertex] - x1)) inside = !inside;
      }
    }
    return inside;
  }

  areaOf(footprint: number): PlanarArea {
    return new PlanarArea(this.zoneOf(footprint));
  }

  /** Returns degrees and closed rings. */
  zoneOf(footprint: number): Zone {
    const polygons: Polygon[] = [];
    for (let polygon = this.firstPolygon(footprint); polygon < this.ends[footprint]; polygon++) {
      const rings: Ring[] = [];
      for (let ring = this.firstRing(polygon); ring < this.polygonEnds[polygon]; ring++) {
        const positions: Position[] = [];
        for (let vertex = this.firstVertex(ring); vertex < this.ringEnds[ring]; vertex++) {
          positions.push([
            this.vertices[2 * vertex] / UNITS_PER_DEGREE,
            this.vertices[2 * vertex + 1] / UNITS_PER_DEGREE,
          ]);
        }
        rings.push([...positions, positions[0]]);
      }
      polygons.push(rings);
    }
    return polygons;
  }
}

const startOf = (ends: Int32Array, index: number): number => (index === 0 ? 0 : ends[index - 1]);

type FootprintColumns = Pick<Footprints, 'vertices' | 'ringEnds' | 'polygonEnds' | 'ends'>;

export class FootprintList {
  readonly #vertices = new GrowingArray(Int32Array);
  readonly #ringEnds = new GrowingArray(Int32Array);
  readonly #polygonEnds = new GrowingArray(Int32Array);
  readonly #ends = new GrowingArray(Int32Array);

  get count(): number {
    return this.#ends.length;
  }

  /** Adds a vertex in 1e-7 degrees. */
  vertex(x: number, y: number): void {
    this.#vertices.push(x);
    this.#vertices.push(y);
  }

  endRing(): void {
    this.#ringEnds.push(this.#vertices.length / 2);
  }

  endPolygon(): void {
    this.#polygonEnds.push(this.#ringEnds.length);
  }

  endFootprint(): void {
    this.#ends.push(this.#polygonEnds.length);
  }

  /** Rounds a zone in degrees, with closed rings. */
  add(zone: Zone): void {
    for (const polygon of zone) {
      for (const ring of polygon) {
        for (let i = 0; i + 1 < ring.length; i++)
          this.vertex(coordinateUnits(ring[i][0]), coordinateUnits(ring[i][1]));
        this.endRing();
      }
      this.endPolygon();
    }
    this.endFootprint();
  }

  finish(): Footprints {
    return new Footprints({
      vertices: this.#vertices.taken(),
      ringEnds: this.#ringEnds.taken(),
      polygonEnds: this.#polygonEnds.taken(),
      ends: this.#ends.taken(),
    });
  }
}

/** @param origin in 1e-7 degrees */
export function writePolygons(pbf: PbfWriter, polygons: Zone, origin: Position): void {
  let [x, y] = origin;
  pbf.writeVarint(polygons.length);
  for (const polygon of polygons) {
    pbf.writeVarint(polygon.length);
    for (const ring of polygon) {
      pbf.writeVarint(ring.length - 1);
      for (let i = 0; i < ring.length - 1; i++) {
        const [lon, lat] = ring[i];
        const [toX, toY] = [coordinateUnits(lon), coordinateUnits(lat)];
        pbf.writeSVarint(toX - x);
        pbf.writeSVarint(toY - y);
        [x, y] = [toX, toY];
      }
    }
  }
}

export function readPolygons(pbf: PbfReader, origin: Position, list: FootprintList): void {
  let [x, y] = origin;
  for (let polygons = pbf.readVarint(); polygons > 0; polygons--) {
    for (let rings = pbf.readVarint(); rings > 0; rings--) {
      for (let vertices = pbf.readVarint(); vertices > 0; vertices--) {
        x += pbf.readSVarint();
        y += pbf.readSVarint();
        list.vertex(x, y);
      }
      list.endRing();
    }
    list.endPolygon();
  }
  list.endFootprint();
}
