/** Vectorises the arrival raster: contour by marching squares, rings grouped and simplified, as GeoJSON. */
import type { Position, Ring, Zone } from '../geo/positions.ts';
import type { ArrivalRaster } from './arrival-raster.ts';
import { type ContourRing, contourRings } from './contour-rings.ts';
import { latOfPixel, lonOfPixel } from './pixel-grid.ts';
import { simplifyRing } from './simplify-ring.ts';
import { type Contour, traceContour } from './trace-contour.ts';

const DECIMALS = 1_000_000;

/**
 * @param minHole square pixels; smaller holes are filled
 * @returns simple, disjoint, right-hand rings with at most 6 decimals
 */
export function outlineOfRaster(raster: ArrivalRaster, pixels: number, minHole: number): Zone {
  const contour = traceContour(raster);
  const rowLats = new Float64Array(raster.height);
  for (let row = 0; row < raster.height; row++) rowLats[row] = latOfPixel(raster.north + row, pixels);
  const positionOf = (vertex: number): Position => {
    const row = Math.floor(contour.y[vertex]);
    const share = contour.y[vertex] - row;
    const lat = share === 0 ? rowLats[row] : rowLats[row] + share * (rowLats[row + 1] - rowLats[row]);
    const lon = lonOfPixel(raster.west + contour.x[vertex], pixels);
    return [Math.round(lon * DECIMALS) / DECIMALS, Math.round(lat * DECIMALS) / DECIMALS];
  };
  return contourRings(contour, minHole).map(({ shell, holes }) =>
    [shell, ...holes].map((ring) => closedRing(contour, ring, positionOf)),
  );
}

function closedRing(contour: Contour, ring: ContourRing, positionOf: (vertex: number) => Position): Ring {
  const positions = simplifyRing(contour, ring.vertices).map(positionOf);
  positions.push(positions[0]);
  return positions;
}
