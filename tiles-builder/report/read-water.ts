/**
 * Reads sea and lakes from the vector tiles of map packs, at the finest zoom (at most 11) that needs at most 16 tiles, and
 * measures the land of a zone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { MapDirectory, mapPackOf } from '../../src/format/map-pack.ts';
import { mapPackName } from '../../src/format/object-keys.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import { boxOfTile, type MapTile, tilesTouching } from '../../src/geo/map-tiles.ts';
import type { BoundingBox, Polygon, Zone } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { polygonInBox } from '../geometry/clip-to-box.ts';

const MOST_TILES = 16;
const FINEST_ZOOM = 11;
const AREA = 3;

/** Each tile's water ends at the tile. */
export function readWater(folder: string, basemap: string, box: BoundingBox): Polygon[] {
  const tiles = tilesOf(box);
  const directories = new Map<string, { directory: MapDirectory; bytes: Uint8Array } | null>();
  return tiles.flatMap((tile) => {
    const pack = mapPackOf(tile);
    const file = join(folder, 'basemap', mapPackName(pack));
    if (!directories.has(file)) {
      const bytes = existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
      directories.set(file, bytes && { directory: new MapDirectory(pack, basemap, bytes), bytes });
    }
    const found = directories.get(file);
    const place = found?.directory.placeOf(tile);
    if (!found || !place) return [];
    const { offset_bytes, size_bytes } = place;
    return waterOf(found.bytes.subarray(offset_bytes, offset_bytes + size_bytes), tile);
  });
}

/** Area of a zone without its water. */
export const landArea_km2 = (zone: Zone, water: Zone): number =>
  (areaOfZone_m2(zone) - sharedArea_m2(zone, water)) / 1e6;

function tilesOf(box: BoundingBox): MapTile[] {
  for (let zoom = FINEST_ZOOM; ; zoom--) {
    const { firstX, lastX, firstY, lastY } = tilesTouching(box, zoom);
    const [columns, rows] = [lastX - firstX + 1, lastY - firstY + 1];
    if (columns * rows > MOST_TILES) continue;
    return Array.from({ length: columns * rows }, (_, i) => ({
      zoom,
      x: firstX + (i % columns),
      y: firstY + Math.floor(i / columns),
    }));
  }
}

function waterOf(bytes: Uint8Array, tile: MapTile): Polygon[] {
  const { zoom, x, y } = tile;
  const box = boxOfTile(tile);
  const layer = new VectorTile(new PbfReader(bytes)).layers.water;
  if (!layer) return [];
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i))
    .filter(({ type }) => type === AREA)
    .flatMap((feature): Polygon[] => {
      const { geometry } = feature.toGeoJSON(x, y, zoom);
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      return polygons.flatMap((polygon) => {
        const clipped = polygonInBox(polygon as unknown as Polygon, box);
        return clipped ? [clipped] : [];
      });
    });
}
