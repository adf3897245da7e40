/**
 * One pack of the basemap: streets and water as Mapbox Vector Tiles on the Web Mercator grid, so that the map page needs
 * no other server. Source: https://github.com/mapbox/vector-tile-spec/tree/master/2.1
 */
import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureCollection } from 'geojson';
import { MAP_ZOOMS, writeMapPack } from '../../../src/format/map-pack.ts';
import { boxOfTile, MAX_LATITUDE, type MapTile, tilesTouching } from '../../../src/geo/map-tiles.ts';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import { overlap } from '../../geometry/planar-area.ts';
import { BASEMAP_CLASSES, type BasemapFeature, type BasemapLayer } from './basemap-feature.ts';
import { type FeatureOutline, outlineOf, readFeature, sortedRecords } from './feature-record.ts';

/** Units across a tile, those drawn beyond its edge so that lines join, and by how many a line may be simplified. */
const EXTENT = 4_096;
const BUFFER = 64;
const TOLERANCE = 3;
const OPTIONS = {
  maxZoom: MAP_ZOOMS.max_zoom,
  extent: EXTENT,
  buffer: BUFFER,
  tolerance: TOLERANCE,
  clip: true,
};
const LAYERS: readonly BasemapLayer[] = ['water', 'streets'];

/**
 * Makes objects of what one tile shows at a time, so that a pack may hold many more features than the memory would.
 * @param box no tile is made outside
 * @param records all features that the pack may show, see {@link writeFeature}, in any order
 * @returns the pack, the same for the same records; `null` where it would hold no tile
 */
export function cutMapPack(pack: MapTile, box: BoundingBox, records: Buffer): Uint8Array | null {
  const known = sortedRecords(records).map((record) => ({ record, outline: outlineOf(record) }));
  let isEmpty = true;
  const object = writeMapPack(pack, (tile) => {
    const { firstX, lastX, firstY, lastY } = tilesTouching(box, tile.zoom);
    if (tile.x < firstX || tile.x > lastX || tile.y < firstY || tile.y > lastY) return null;
    const tileBox = boxOfTile(tile, BUFFER / EXTENT);
    const shown = known.filter(({ outline }) => isShown(outline, tile, tileBox));
    const layers = LAYERS.flatMap((layer) => {
      const features = shown
        .filter(({ outline }) => BASEMAP_CLASSES[outline.class].layer === layer)
        .map(({ record }) => readFeature(record));
      const drawn = geoJSONToTile(collectionOf(features), tile.zoom, tile.x, tile.y, OPTIONS);
      return drawn.features.length > 0 ? [[layer, drawn] as const] : [];
    });
    if (layers.length === 0) return null;
    isEmpty = false;
    return fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT });
  });
  return isEmpty ? null : object;
}

/** Whether a feature may be seen in a tile; an area is not where a line may be farther off than the area is wide. */
function isShown(
  { class: kind, isArea, box }: FeatureOutline,
  { zoom }: MapTile,
  tileBox: BoundingBox,
): boolean {
  if (BASEMAP_CLASSES[kind].firstZoom > zoom || !overlap(box, tileBox)) return false;
  if (!isArea || zoom === MAP_ZOOMS.max_zoom) return true;
  const leftOut = TOLERANCE / (2 ** zoom * EXTENT);
  const lat = Math.min(MAX_LATITUDE, Math.max(Math.abs(box.south), Math.abs(box.north)));
  const width = (box.east - box.west) / 360;
  const height = (box.north - box.south) / 360 / Math.cos((lat * Math.PI) / 180);
  return width * height >= leftOut ** 2;
}

const collectionOf = (features: readonly BasemapFeature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: features.map(({ geometry, class: kind, name }) => ({
    type: 'Feature',
    geometry,
    properties: { class: kind, ...(name !== undefined && { name }) },
  })),
});
