/** Reads sea and lakes from the vector tiles of map packs, at the finest zoom (at most 11) that needs at most 16 tiles. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { MapDirectory, mapPackOf } from '../../src/format/map-pack.ts';
import { mapPackName } from '../../src/format/object-keys.ts';
import { type MapTile, tilesTouching } from '../../src/geo/map-tiles.ts';
import type { BoundingBox, Polygon } from '../../src/geo/positions.ts';

const MOST_TILES = 16;
const FINEST_ZOOM = 11;
const AREA = 3;

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

function waterOf(bytes: Uint8Array, { zoom, x, y }: MapTile): Polygon[] {
  const layer = new VectorTile(new PbfReader(bytes)).layers.water;
  if (!layer) return [];
  return Array.from({ length: layer.length }, (_, i) => layer.feature(i))
    .filter(({ type }) => type === AREA)
    .flatMap((feature): Polygon[] => {
      const { geometry } = feature.toGeoJSON(x, y, zoom);
      if (geometry.type === 'Polygon') return [geometry.coordinates as unknown as Polygon];
      return geometry.type === 'MultiPolygon' ? (geometry.coordinates as unknown as Polygon[]) : [];
    });
}
