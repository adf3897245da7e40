/** Names a point of the map after a named street that the basemap draws next to it, or else after a settlement around it. */
import type { Map as MapView } from 'maplibre-gl';

/** From this zoom level on, streets are near what is pointed at. */
const LEAST_STREET_ZOOM = 14;
/** Half sides, in pixels, of the squares that are searched in turn. */
const STREET_PX = [4, 8, 16, 24];
const SETTLEMENT_PX = [25, 50, 100];

type Pixel = ReturnType<MapView['project']>;

/** @returns empty if nothing named is near */
export function nameNear(map: MapView, point: Pixel): string {
  const street = map.getZoom() >= LEAST_STREET_ZOOM ? nameWithin(map, point, 'streets', STREET_PX) : '';
  return street || nameWithin(map, point, 'places', SETTLEMENT_PX);
}

function nameWithin(map: MapView, { x, y }: Pixel, sourceLayer: string, sizes_px: readonly number[]): string {
  for (const size_px of sizes_px) {
    const box: [[number, number], [number, number]] = [
      [x - size_px, y - size_px],
      [x + size_px, y + size_px],
    ];
    const found = map
      .queryRenderedFeatures(box)
      .find((feature) => feature.sourceLayer === sourceLayer && feature.properties?.name);
    if (found) return String(found.properties.name);
  }
  return '';
}
