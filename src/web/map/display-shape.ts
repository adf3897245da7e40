/**
 * Isochrone as the map draws it: gaps, holes and islands too narrow to be of use at its size are closed, by the morphological
 * closing of a raster (J. Serra, Image Analysis and Mathematical Morphology, 1982). Counts and files keep the exact zone.
 */
import type { MultiPolygon, Polygon } from 'geojson';
import { boundingBoxOf, type Position } from '../../geo/positions.ts';
import { contourRings } from '../../isochrone/contour-rings.ts';
import { simplifyRing } from '../../isochrone/simplify-ring.ts';
import { traceContour } from '../../isochrone/trace-contour.ts';
import { ringsOf } from './map-extent.ts';

/** Raster cells along the longer side of the isochrone. */
const CELLS = 400;
/** Radius of the closing, as a share of the square root of the isochrone's area. */
const RADIUS_SHARE = 0.04;
/** Holes and islands below this share of the isochrone's area are not drawn. */
const LEAST_HOLE_SHARE = 0.01;
const LEAST_ISLAND_SHARE = 0.001;
/** Chamfer distances to direct and diagonal neighbours (G. Borgefors 1986). */
const [DIRECT, DIAGONAL] = [3, 4];

/** Answers render again and again. */
const known = new WeakMap<Polygon | MultiPolygon, MultiPolygon>();

export function displayShape(geometry: Polygon | MultiPolygon): MultiPolygon {
  const shape = known.get(geometry) ?? closed(geometry);
  known.set(geometry, shape);
  return shape;
}

function closed(geometry: Polygon | MultiPolygon): MultiPolygon {
  const rings = ringsOf(geometry);
  const { west, south, east, north } = boundingBoxOf(rings);
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const cell_degrees = Math.max((east - west) * shrink, north - south) / CELLS;
  const margin = Math.ceil(RADIUS_SHARE * CELLS) + 2;
  const columnOf = (lon: number): number => ((lon - west) * shrink) / cell_degrees + margin;
  const rowOf = (lat: number): number => (north - lat) / cell_degrees + margin;
  const width = Math.ceil(columnOf(east)) + margin;
  const height = Math.ceil(rowOf(south)) + margin;
  const inside = rasterOf(
    rings.map((ring) => ring.map(([lon, lat]): Position => [columnOf(lon), rowOf(lat)])),
    width,
    height,
  );
  const area = inside.reduce((sum, is) => sum + is, 0);
  const radius = Math.round(DIRECT * Math.max(1, RADIUS_SHARE * Math.sqrt(area)));
  const toShape = distancesTo(inside, 1, width, height);
  const outside = distancesTo(
    toShape.map((distance) => Number(distance <= radius)),
    0,
    width,
    height,
  );
  const contour = traceContour({
    width,
    height,
    walkLeft: Int16Array.from(outside, (distance) => distance - radius),
    firstInside: new Int32Array(height).fill(1),
    lastInside: new Int32Array(height).fill(width - 2),
  });
  const positionOf = (vertex: number): Position => [
    west + ((contour.x[vertex] - margin) * cell_degrees) / shrink,
    north - (contour.y[vertex] - margin) * cell_degrees,
  ];
  const parts = contourRings(contour, LEAST_HOLE_SHARE * area);
  const largest = Math.max(...parts.map(({ shell }) => shell.area));
  const coordinates = parts
    .filter(({ shell }) => shell.area >= Math.min(largest, LEAST_ISLAND_SHARE * area))
    .map(({ shell, holes }) =>
      [shell, ...holes].map(({ vertices }) => {
        const ring = simplifyRing(contour, vertices).map((vertex) => [...positionOf(vertex)]);
        return [...ring, ring[0]];
      }),
    );
  return { type: 'MultiPolygon', coordinates };
}

/** Cells whose middle lies inside, or that an edge passes: 1, else 0. */
function rasterOf(rings: readonly (readonly Position[])[], width: number, height: number): Int32Array {
  const inside = new Int32Array(width * height);
  const crossings: number[][] = Array.from({ length: height }, () => []);
  for (const ring of rings) {
    for (const [i, [x, y]] of ring.slice(1).entries()) {
      const [x0, y0] = ring[i];
      const steps = Math.ceil(2 * Math.max(Math.abs(x - x0), Math.abs(y - y0), 0.5));
      for (let step = 0; step < steps; step++) {
        const share = step / steps;
        inside[Math.floor(y0 + share * (y - y0)) * width + Math.floor(x0 + share * (x - x0))] = 1;
      }
      const [top, bottom] = y < y0 ? [y, y0] : [y0, y];
      for (let row = Math.ceil(top - 0.5); row + 0.5 < bottom; row++)
        crossings[row].push(x0 + ((row + 0.5 - y0) / (y - y0)) * (x - x0));
    }
  }
  for (const [row, xs] of crossings.entries()) {
    xs.sort((a, b) => a - b);
    for (let i = 0; i + 1 < xs.length; i += 2)
      inside.fill(1, row * width + Math.ceil(xs[i] - 0.5), row * width + Math.ceil(xs[i + 1] - 0.5));
  }
  return inside;
}

/** Chamfer distances, in thirds of a cell, to the nearest cell with a value; cells at the border are far. */
function distancesTo(values: Int32Array, value: number, width: number, height: number): Int32Array {
  const distances = values.map((own) => (own === value ? 0 : DIRECT * (width + height)));
  const relax = (at: number, step: number): void => {
    distances[at] = Math.min(
      distances[at],
      distances[at - step] + DIRECT,
      distances[at - step * width] + DIRECT,
      distances[at - step * (width + 1)] + DIAGONAL,
      distances[at - step * (width - 1)] + DIAGONAL,
    );
  };
  for (let at = width + 1; at < (height - 1) * width - 1; at++) relax(at, 1);
  for (let at = (height - 1) * width - 2; at > width; at--) relax(at, -1);
  return distances;
}
