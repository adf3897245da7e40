/** Computes the outline of a standard grid cell in longitude and latitude, from lattice vertices around its centre. */
import {
  aOf,
  bOf,
  faceOf,
  locate,
  located,
  type PointNumber,
  pointNumber,
  verticesAndNeighbours,
} from './grid-lattice.ts';

/** Coordinates are degrees, and longitudes continue beyond ±180. */
export class CellOutline {
  /** Vertices are counterclockwise, and the ring is not closed. */
  readonly lons: number[] = [];
  readonly lats: number[] = [];
  west = 0;
  east = 0;
  south = 0;
  north = 0;
  readonly #vertices: PointNumber[] = [];
  readonly #neighbours: PointNumber[] = [];

  take(face: number, a: number, b: number): void {
    const count = verticesAndNeighbours(pointNumber(face, a, b), this.#vertices, this.#neighbours);
    this.lons.length = 0;
    this.lats.length = 0;
    for (let i = 0; i < count; i++) {
      const vertex = this.#vertices[i];
      locate(faceOf(vertex), aOf(vertex), bOf(vertex));
      this.lons.push(i === 0 ? located.lon : nearestTurn(located.lon, this.lons[i - 1]));
      this.lats.push(located.lat);
    }
    const closing = nearestTurn(this.lons[0], this.lons[count - 1]);
    if (closing !== this.lons[0]) {
      const pole = this.lats[0] > 0 ? 90 : -90;
      this.lons.push(closing, closing, this.lons[0]);
      this.lats.push(this.lats[0], pole, pole);
    }
    this.west = Math.min(...this.lons);
    this.east = Math.max(...this.lons);
    this.south = Math.min(...this.lats);
    this.north = Math.max(...this.lats);
  }
}

const nearestTurn = (lon: number, reference: number): number =>
  lon - reference > 180 ? lon - 360 : reference - lon > 180 ? lon + 360 : lon;
