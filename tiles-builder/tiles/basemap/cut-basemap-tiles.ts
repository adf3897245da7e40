/**
 * The basemap: streets and water as Mapbox Vector Tiles on the Web Mercator grid, so that the map page needs no other
 * server. Source: https://github.com/mapbox/vector-tile-spec/tree/master/2.1
 */
import { GeoJSONVT, type GeoJSONVTFeature } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Basemap, TileSetEntry } from '../../../src/format/manifest.ts';
import { basemapName } from '../../../src/format/object-keys.ts';
import { tilesTouching } from '../../../src/geo/map-tiles.ts';
import { type BoundingBox, boundingBoxOf, type Zone } from '../../../src/geo/positions.ts';
import type { AddObject } from '../../records.ts';
import type { BasemapFeature, BasemapLayer } from './basemap-feature.ts';

const MIN_ZOOM = 8;
/** A map that is zoomed in farther draws the tiles of this level larger: they are exact to half a metre. */
const MAX_ZOOM = 14;
/** Units across a tile, those drawn beyond its edge so that lines join, and by how many a line may be simplified. */
const EXTENT = 4_096;
const BUFFER = 64;
const TOLERANCE = 3;
const LAYERS: readonly BasemapLayer[] = ['water', 'streets'];

/**
 * @param coverage where the features are complete; no tile is made outside its bounding box
 * @param add takes the tiles
 */
export function cutBasemapTiles(
  features: readonly BasemapFeature[],
  coverage: Zone,
  add: AddObject,
): Omit<Basemap, keyof TileSetEntry> {
  const box = boundingBoxOf(coverage.flat());
  const indexes = LAYERS.flatMap((layer) => {
    const ofLayer = features.filter((feature) => feature.layer === layer);
    return ofLayer.length > 0 ? [{ layer, index: indexOf(ofLayer) }] : [];
  });
  for (let zoom = MIN_ZOOM; zoom <= MAX_ZOOM; zoom++) {
    for (const [x, y] of tilesOf(box, zoom)) {
      const layers = indexes.flatMap(({ layer, index }) => {
        const tile = index.getTile(zoom, x, y);
        const shown = tile ? shownAt(tile.features as readonly GeoJSONVTFeature[], zoom) : [];
        return tile && shown.length > 0 ? [[layer, { ...tile, features: shown }] as const] : [];
      });
      if (layers.length === 0) continue;
      add(basemapName(zoom, x, y), fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT }));
    }
  }
  return { min_zoom: MIN_ZOOM, max_zoom: MAX_ZOOM };
}

function indexOf(features: readonly BasemapFeature[]): GeoJSONVT {
  const collection = {
    type: 'FeatureCollection' as const,
    features: features.map(({ geometry, properties, firstZoom }) => ({
      type: 'Feature' as const,
      geometry,
      properties: { ...properties, firstZoom },
    })),
  };
  return new GeoJSONVT(collection, {
    maxZoom: MAX_ZOOM,
    indexMaxZoom: MIN_ZOOM,
    extent: EXTENT,
    buffer: BUFFER,
    tolerance: TOLERANCE,
  });
}

function shownAt(features: readonly GeoJSONVTFeature[], zoom: number): GeoJSONVTFeature[] {
  return features.flatMap((feature): GeoJSONVTFeature[] => {
    const { firstZoom, ...tags } = feature.tags as BasemapFeature['properties'] & { firstZoom: number };
    return firstZoom <= zoom ? [{ ...feature, tags }] : [];
  });
}

/** Column and row of the tiles that a box touches. */
export function* tilesOf(box: BoundingBox, zoom: number): Generator<[number, number]> {
  const { firstX, lastX, firstY, lastY } = tilesTouching(box, zoom);
  for (let x = firstX; x <= lastX; x++) {
    for (let y = firstY; y <= lastY; y++) yield [x, y];
  }
}
