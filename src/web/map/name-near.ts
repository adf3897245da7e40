/** Names a point of the map after the nearest named street that the basemap draws around it, or else the nearest settlement. */
import type { Map as MapView } from 'maplibre-gl';
import { isBasemap } from './map-style.ts';

/** From where on streets are near what is pointed at. */
const LEAST_STREET_ZOOM = 14;
const STREET_PX = 24;
const SETTLEMENT_PX = 100;

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** @returns empty if nothing named is near */
export function nameNear(map: MapView, point: Pixel): string {
  const street = map.getZoom() >= LEAST_STREET_ZOOM ? nearest(map, point, 'streets', STREET_PX) : '';
  return street || nearest(map, point, 'places', SETTLEMENT_PX);
}

function nearest(map: MapView, point: Pixel, sourceLayer: string, within_px: number): string {
  const layers = map
    .getStyle()
    .layers.filter(
      (layer) => isBasemap(layer) && 'source-layer' in layer && layer['source-layer'] === sourceLayer,
    )
    .map(({ id }) => id);
  if (layers.length === 0) return '';
  const box: [[number, number], [number, number]] = [
    [point.x - within_px, point.y - within_px],
    [point.x + within_px, point.y + within_px],
  ];
  let name = '';
  let least_px = within_px;
  for (const { properties, geometry } of map.queryRenderedFeatures(box, { layers })) {
    if (!properties?.name || !('coordinates' in geometry)) continue;
    for (const line of linesOf(geometry.coordinates as number[] | number[][] | number[][][])) {
      const pixels = line.map(([lon, lat]) => map.project([lon, lat]));
      for (const [i, end] of pixels.entries()) {
        const distance_px = distanceToSide(point, pixels[Math.max(0, i - 1)], end);
        if (distance_px > least_px) continue;
        least_px = distance_px;
        name = String(properties.name);
      }
    }
  }
  return name;
}

function linesOf(coordinates: number[] | number[][] | number[][][]): number[][][] {
  if (typeof coordinates[0] === 'number') return [[coordinates as number[]]];
  const [first] = coordinates as number[][] | number[][][];
  return typeof first[0] === 'number' ? [coordinates as number[][]] : (coordinates as number[][][]);
}

function distanceToSide({ x, y }: Pixel, from: Pixel, to: Pixel): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
}
