/**
 * One pack of the basemap: streets and water as Mapbox Vector Tiles on the Web Mercator grid, so that the map page needs
 * no other server. Source: https://github.com/mapbox/vector-tile-spec/tree/master/2.1
 */
import { GeoJSONVT, type GeoJSONVTFeature } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { MAP_ZOOMS, writeMapPack } from '../../../src/format/map-pack.ts';
import { type MapTile, tilesTouching } from '../../../src/geo/map-tiles.ts';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import {
  BASEMAP_CLASSES,
  type BasemapClass,
  type BasemapFeature,
  type BasemapLayer,
} from './basemap-feature.ts';
import { readFeature, sortedRecords } from './feature-record.ts';

/** Units across a tile, those drawn beyond its edge so that lines join, and by how many a line may be simplified. */
const EXTENT = 4_096;
const BUFFER = 64;
const TOLERANCE = 3;
const LAYERS: readonly BasemapLayer[] = ['water', 'streets'];

/**
 * @param box no tile is made outside
 * @param records all features that the pack may show, see {@link writeFeature}, in any order
 * @returns the pack, the same for the same records; `null` where it would hold no tile
 */
export function cutMapPack(pack: MapTile, box: BoundingBox, records: Buffer): Uint8Array | null {
  const features = sortedRecords(records).map(readFeature);
  const indexes = LAYERS.map((layer) => ({
    layer,
    index: indexOf(features.filter((feature) => BASEMAP_CLASSES[feature.class].layer === layer)),
  }));
  let isEmpty = true;
  const object = writeMapPack(pack, ({ zoom, x, y }) => {
    const { firstX, lastX, firstY, lastY } = tilesTouching(box, zoom);
    if (x < firstX || x > lastX || y < firstY || y > lastY) return null;
    const layers = indexes.flatMap(({ layer, index }) => {
      const tile = index.getTile(zoom, x, y);
      const shown = ((tile?.features ?? []) as readonly GeoJSONVTFeature[]).filter(
        ({ tags }) => BASEMAP_CLASSES[tags?.class as BasemapClass].firstZoom <= zoom,
      );
      return tile && shown.length > 0 ? [[layer, { ...tile, features: shown }] as const] : [];
    });
    if (layers.length === 0) return null;
    isEmpty = false;
    return fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT });
  });
  return isEmpty ? null : object;
}

function indexOf(features: readonly BasemapFeature[]): GeoJSONVT {
  const collection = {
    type: 'FeatureCollection' as const,
    features: features.map(({ geometry, class: kind, name }) => ({
      type: 'Feature' as const,
      geometry,
      properties: { class: kind, ...(name !== undefined && { name }) },
    })),
  };
  return new GeoJSONVT(collection, {
    maxZoom: MAP_ZOOMS.max_zoom,
    indexMaxZoom: 0,
    extent: EXTENT,
    buffer: BUFFER,
    tolerance: TOLERANCE,
  });
}
