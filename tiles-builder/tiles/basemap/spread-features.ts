/** Distributes features to basemap packs by bounding box: polygons clipped to pack and margin, lines and points whole. */
import { lastZoomIn, MAP_PACK_ZOOMS } from '../../../src/format/map-pack.ts';
import { mapPackName } from '../../../src/format/object-keys.ts';
import { boxOfTile, type MapTile, tilesTouching } from '../../../src/geo/map-tiles.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxesOverlap,
  type Ring,
  type Zone,
} from '../../../src/geo/positions.ts';
import { polygonInBox } from '../../geometry/clip-to-box.ts';
import type { PartitionSpill } from '../../partitions/partition-spill.ts';
import { type BasemapFeature, firstZoomOf } from './basemap-feature.ts';
import { writeFeature } from './feature-record.ts';

/** Margin as a share of a pack's width, larger than its tiles' buffer. */
const MARGIN = 1 / 32;

export function spreadFeature(feature: BasemapFeature, spill: PartitionSpill): void {
  const { geometry } = feature;
  if (geometry.type !== 'MultiPolygon') {
    const record = writeFeature(feature);
    const positions = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates;
    const box = boundingBoxOf([positions as unknown as Ring]);
    for (const zoom of MAP_PACK_ZOOMS) {
      if (!isDrawnIn(feature, { zoom })) continue;
      for (const pack of packsNear(box, zoom)) spill.append(mapPackName(pack), record);
    }
    return;
  }
  // From large packs to small ones, to clip less each time.
  let parts: readonly PackPart[] = [{ pack: null, zone: geometry.coordinates as unknown as Zone }];
  for (const zoom of MAP_PACK_ZOOMS) {
    if (!isDrawnIn(feature, { zoom })) continue;
    const inPacks = parts.flatMap((part) => partsOf(part, zoom));
    parts = inPacks;
    for (const { pack, zone } of inPacks) {
      const coordinates = zone as unknown as [number, number][][][];
      const record = writeFeature({ ...feature, geometry: { type: 'MultiPolygon', coordinates } });
      spill.append(mapPackName(pack), record);
    }
  }
}

const isDrawnIn = (feature: BasemapFeature, pack: Pick<MapTile, 'zoom'>): boolean =>
  firstZoomOf(feature) <= lastZoomIn(pack);

function* packsNear(box: BoundingBox, zoom: number): Generator<MapTile> {
  const { firstX, lastX, firstY, lastY } = tilesTouching(box, zoom, MARGIN);
  for (let x = firstX; x <= lastX; x++) {
    for (let y = firstY; y <= lastY; y++) yield { zoom, x, y };
  }
}

interface PackPart<Pack extends MapTile | null = MapTile | null> {
  readonly pack: Pack;
  readonly zone: Zone;
}

function partsOf({ pack: around, zone }: PackPart, zoom: number): PackPart<MapTile>[] {
  const near = [...packsNear(boundingBoxOf(zone.flat()), zoom)];
  const packs = near.filter((pack) => !around || isWithin(pack, around));
  if (near.length === 1) return packs.map((pack) => ({ pack, zone }));
  const boxes = zone.map(boundingBoxOf);
  const parts: PackPart<MapTile>[] = [];
  for (const pack of packs) {
    const packBox = boxOfTile(pack, MARGIN);
    const part = zone.flatMap((polygon, i) => {
      if (!boxesOverlap(boxes[i], packBox)) return [];
      const clipped = holds(packBox, boxes[i]) ? polygon : polygonInBox(polygon, packBox);
      return clipped ? [clipped] : [];
    });
    if (part.length > 0) parts.push({ pack, zone: part });
  }
  return parts;
}

function isWithin({ zoom, x, y }: MapTile, around: MapTile): boolean {
  const below = zoom - around.zoom;
  return x >> below === around.x && y >> below === around.y;
}

const holds = (outer: BoundingBox, inner: BoundingBox): boolean =>
  outer.west <= inner.west &&
  outer.south <= inner.south &&
  outer.east >= inner.east &&
  outer.north >= inner.north;
