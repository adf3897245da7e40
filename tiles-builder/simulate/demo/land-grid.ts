/** Raster around a place, for distances to lines (chamfer transform) and outlines of areas (marching squares). */
import type { Position, Zone } from '../../../src/geo/positions.ts';
import { ArrivalRaster } from '../../../src/isochrone/arrival-raster.ts';
import { outlineOfRaster } from '../../../src/isochrone/outline.ts';
import { latOfPixel, lonOfPixel, pixelWidth_m, pixelX, pixelY } from '../../../src/isochrone/pixel-grid.ts';
import { type LocalPlane, localPlane, squareAround } from '../local-plane.ts';

/** Around the world: 41 m at 57° north. */
const PIXELS = 2 ** 19;
/** Smaller holes, in square pixels, are filled. */
const LEAST_HOLE = 4;
const FAR_M = 5_000;
/** Values fit 16 bits and trace smooth lines. */
const STEPS_PER_M = 4;
const MOST_STEPS = 30_000;

export class LandGrid {
  readonly #plane: LocalPlane;
  readonly #west: number;
  readonly #north: number;
  readonly #width: number;
  readonly #height: number;
  readonly #pixel_m: number;

  constructor(centre: Position, half_m: number) {
    this.#plane = localPlane(centre);
    const [southWest, , northEast] = squareAround(centre, half_m);
    this.#west = Math.floor(pixelX(southWest[0], PIXELS));
    this.#north = Math.floor(pixelY(northEast[1], PIXELS));
    this.#width = Math.ceil(pixelX(northEast[0], PIXELS)) - this.#west;
    this.#height = Math.ceil(pixelY(southWest[1], PIXELS)) - this.#north;
    this.#pixel_m = pixelWidth_m(centre[1], PIXELS);
  }

  /** Metres by sample (Borgefors 1986); `FAR_M` where no line is near. */
  distancesTo(lines: readonly (readonly Position[])[]): Float32Array {
    const [width, height] = [this.#width, this.#height];
    const distances = new Float32Array(width * height).fill(FAR_M);
    for (const line of lines) {
      for (const [i, to] of line.entries()) this.#mark(distances, line[Math.max(0, i - 1)], to);
    }
    // From the north-west to the south-east, and back.
    for (const step of [1, -1] as const) this.#sweep(distances, step);
    return distances;
  }

  #sweep(distances: Float32Array, step: 1 | -1): void {
    const width = this.#width;
    const [straight, diagonal] = [this.#pixel_m, this.#pixel_m * Math.SQRT2];
    const [firstColumn, lastColumn] = step > 0 ? [0, width - 1] : [width - 1, 0];
    const known = (at: number): number => distances[at] ?? FAR_M;
    for (let i = 0; i < distances.length; i++) {
      const at = step > 0 ? i : distances.length - 1 - i;
      const column = at % width;
      const before = at - step * width;
      let least = Math.min(distances[at], known(before) + straight);
      if (column !== firstColumn)
        least = Math.min(least, known(at - step) + straight, known(before - step) + diagonal);
      if (column !== lastColumn) least = Math.min(least, known(before + step) + diagonal);
      distances[at] = least;
    }
  }

  #mark(distances: Float32Array, from: Position, to: Position): void {
    const [x0, y0] = this.#pixelOf(from);
    const [x1, y1] = this.#pixelOf(to);
    const steps = Math.ceil(2 * Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 0.5));
    for (let step = 0; step <= steps; step++) {
      const x = x0 + ((x1 - x0) * step) / steps;
      const y = y0 + ((y1 - y0) * step) / steps;
      // Exact distances next to lines, without steps of the grid.
      for (const column of [Math.floor(x), Math.ceil(x)]) {
        for (const row of [Math.floor(y), Math.ceil(y)]) {
          if (column < 0 || row < 0 || column >= this.#width || row >= this.#height) continue;
          const at = row * this.#width + column;
          distances[at] = Math.min(distances[at], this.#pixel_m * Math.hypot(column - x, row - y));
        }
      }
    }
  }

  /** @param valueAt metres from the area's edge, negative outside */
  zoneWhere(valueAt: (sample: number, x: number, y: number) => number): Zone {
    const [width, height] = [this.#width, this.#height];
    const raster = new ArrivalRaster(this.#west, this.#north, width, height);
    for (let row = 0; row < height; row++) {
      raster.firstInside[row] = width;
      raster.lastInside[row] = -1;
      const lat = latOfPixel(this.#north + row, PIXELS);
      for (let column = 0; column < width; column++) {
        const [x, y] = this.#plane.toPlane([lonOfPixel(this.#west + column, PIXELS), lat]);
        const sample = row * width + column;
        const isEdge = row === 0 || column === 0 || row === height - 1 || column === width - 1;
        const steps = Math.round(STEPS_PER_M * (isEdge ? -1 : valueAt(sample, x, y)));
        raster.walkLeft[sample] = Math.max(-MOST_STEPS, Math.min(MOST_STEPS, steps));
        if (steps < 0) continue;
        raster.firstInside[row] = Math.min(raster.firstInside[row], column);
        raster.lastInside[row] = column;
      }
    }
    return outlineOfRaster(raster, PIXELS, LEAST_HOLE);
  }

  #pixelOf([lon, lat]: Position): [x: number, y: number] {
    return [pixelX(lon, PIXELS) - this.#west, pixelY(lat, PIXELS) - this.#north];
  }
}
