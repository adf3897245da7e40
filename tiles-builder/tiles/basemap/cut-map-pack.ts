/**
 * Cuts the features of one pack, an object of several tiles, into Mapbox Vector Tiles (2.1, by geojson-vt). Tiles over 600 kB
 * lose small areas, then classes.
 */
import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureCollection } from 'geojson';
import { MAP_ZOOMS, writeMapPack } from '../../../src/format/map-pack.ts';
import { boxOfTile, type MapTile, tilesTouching } from '../../../src/geo/map-tiles.ts';
import type { BoundingBox } from '../../../src/geo/positions.ts';
import { boxesOverlap } from '../../../src/geo/positions.ts';
import {
  BASEMAP_CLASSES,
  BASEMAP_LAYERS,
  type BasemapClass,
  type BasemapFeature,
  type BasemapLayer,
} from './basemap-feature.ts';
import { type FeatureOutline, featureOutline, readFeature, sortedRecords } from './feature-record.ts';
import { fillableRings } from './fill.ts';
import { joinStreets } from './join-streets.ts';
import { side_units, TILE_UNITS } from './size-on-map.ts';

/** Buffer that joins lines, and simplification tolerance, in tile units. */
const BUFFER = 64;
const TOLERANCE = 3;
const OPTIONS = {
  maxZoom: MAP_ZOOMS.max_zoom,
  extent: TILE_UNITS,
  buffer: BUFFER,
  tolerance: TOLERANCE,
  clip: true,
};
const AREA = 3;
const MOST_NAMES = 200;
/** Larger tiles are thinned; that of a dense city is smaller. */
const MOST_TILE_BYTES = 600_000;

type LeftOut = (feature: FeatureOutline, zoom: number) => boolean;
const smallerThan =
  (least_units: number): LeftOut =>
  ({ class: kind, isArea, box }, zoom) =>
    isArea && kind !== 'sea' && side_units(box, zoom) < least_units;
const ofClass =
  (left: BasemapClass): LeftOut =>
  ({ class: kind }) =>
    kind === left;
const LEFT_OUT: readonly LeftOut[] = [
  ...[16, 32, 64, 128, 256].map(smallerThan),
  ...(['path', 'stream', 'minor', 'river', 'medium', 'major', 'area'] as const).map(ofClass),
];

interface Known {
  readonly record: Buffer;
  readonly outline: FeatureOutline;
}

/**
 * Materialises one tile at a time.
 * @param limits no tile is made outside
 * @returns deterministic bytes; `null` without tiles
 */
export function cutMapPack(pack: MapTile, limits: BoundingBox, records: Buffer): Uint8Array | null {
  const all = sortedRecords(records)
    .map((record) => ({ record, outline: featureOutline(record) }))
    .filter(({ outline }) => BASEMAP_CLASSES[outline.class].layer !== null);
  const near = new Map<string, readonly Known[]>();
  const nearTo = ({ zoom, x, y }: MapTile): readonly Known[] => {
    // Features not near the parent are not near its children.
    const above = near.get(`${zoom - 1}/${x >> 1}/${y >> 1}`) ?? all;
    const box = boxOfTile({ zoom, x, y }, BUFFER / TILE_UNITS);
    const own = above.filter(({ outline }) => boxesOverlap(outline.box, box));
    near.set(`${zoom}/${x}/${y}`, own);
    return own;
  };
  return writeMapPack(pack, (tile) => {
    const { firstX, lastX, firstY, lastY } = tilesTouching(limits, tile.zoom);
    if (tile.x < firstX || tile.x > lastX || tile.y < firstY || tile.y > lastY) return null;
    return cutTile(tile, nearTo(tile));
  });
}

function cutTile(tile: MapTile, near: readonly Known[]): Uint8Array | null {
  const names = namesIn(tile, near);
  let shown = near.filter(({ outline }) => !isName(outline) && isShown(outline, tile));
  for (const isLeftOut of [...LEFT_OUT, null]) {
    const drawn = encodeTile(tile, [...shown, ...names]);
    if (!isLeftOut || !drawn || drawn.byteLength <= MOST_TILE_BYTES) return drawn;
    shown = shown.filter(({ outline }) => !isLeftOut(outline, tile.zoom));
  }
  return null;
}

function encodeTile(tile: MapTile, shown: readonly Known[]): Uint8Array | null {
  const byLayer = new Map<BasemapLayer, BasemapFeature[]>();
  for (const { record, outline } of shown) {
    const layer = BASEMAP_CLASSES[outline.class].layer!;
    const features = byLayer.get(layer);
    if (features) features.push(readFeature(record));
    else byLayer.set(layer, [readFeature(record)]);
  }
  const layers = BASEMAP_LAYERS.flatMap((layer) => {
    const features = byLayer.get(layer) ?? [];
    const collection = collectionOf(layer === 'streets' ? joinStreets(features) : features);
    const drawn = geoJSONToTile(collection, tile.zoom, tile.x, tile.y, OPTIONS);
    for (const feature of drawn.features) {
      if (feature.type === AREA && feature.geometry.length > 1) {
        feature.geometry = fillableRings(feature.geometry) as typeof feature.geometry;
      }
    }
    // Polygons thinner than a unit have lost their rings.
    drawn.features = drawn.features.filter(
      (feature: { readonly geometry: ArrayLike<unknown> }) => feature.geometry.length > 0,
    );
    return drawn.features.length > 0 ? [[layer, drawn] as const] : [];
  });
  if (layers.length === 0) return null;
  return fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: TILE_UNITS });
}

const isName = ({ class: kind }: FeatureOutline): boolean => BASEMAP_CLASSES[kind].layer === 'places';

/** Returns names in the tile without its buffer, so that the map draws labels once. */
function namesIn(tile: MapTile, near: readonly Known[]): Known[] {
  const box = boxOfTile(tile);
  return near
    .filter(
      ({ outline }) => isName(outline) && outline.firstZoom <= tile.zoom && boxesOverlap(outline.box, box),
    )
    .sort((a, b) => a.outline.rank - b.outline.rank)
    .slice(0, MOST_NAMES);
}

function isShown({ firstZoom, isArea, box }: FeatureOutline, { zoom }: MapTile): boolean {
  if (firstZoom > zoom) return false;
  return !isArea || zoom === MAP_ZOOMS.max_zoom || side_units(box, zoom) >= TOLERANCE;
}

const collectionOf = (features: readonly BasemapFeature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: features.map(({ geometry, class: kind, name, rank }) => ({
    type: 'Feature',
    geometry,
    properties: {
      class: kind,
      ...(name !== undefined && { name }),
      ...(geometry.type === 'Point' && { rank }),
    },
  })),
});
