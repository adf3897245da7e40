/** Draws masks of road tiles, rasters of the distance to their roads, for isochrones that reach all of a tile. */
import { type MaskArrays, NO_ROAD_NEAR, ROAD_BEHIND_BARRIER } from '../../../src/format/mask-tile.ts';
import { SAMPLE_GRIDS } from '../../../src/format/road-model.ts';
import { FRONTAGE_EDGE, type RoadArrays, UNREACHABLE_EDGE } from '../../../src/format/road-tile.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import { type ArrivalRaster, NOTHING } from '../../../src/isochrone/arrival-raster.ts';
import { EdgeSeeder } from '../../../src/isochrone/edge-seeder.ts';
import { rasterAround } from '../../../src/isochrone/seed-arrivals.ts';
import { joinBlockedSteps } from './draw-barriers.ts';
import type { ProvinceTiles } from './lay-out-province.ts';
import { boundsOfFrontage, canHaveMasks, isNowhere } from './road-bounds.ts';

interface Mask {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  readonly walk: number;
  readonly distance: Uint8Array;
}

export interface TileMasks {
  readonly tile: number;
  readonly arrays: MaskArrays;
}

export function drawAllMasks(
  { leaves, childrenOf }: Pick<ProvinceTiles, 'leaves' | 'childrenOf'>,
  travel: Travel,
): TileMasks[] {
  const masks: TileMasks[] = [];
  childrenOf.forEach((children, tile) => {
    const childLeaves = children.flatMap((child) => leaves.get(child) ?? []);
    if (childLeaves.length === 0) return;
    for (const { pixels } of SAMPLE_GRIDS[travel])
      masks.push({ tile, arrays: drawMasks(childLeaves, travel, pixels) });
  });
  return masks;
}

/** @param leaves children of one separator tile, in order */
function drawMasks(leaves: readonly RoadArrays[], travel: Travel, pixels: number): MaskArrays {
  const masks = leaves.map((leaf) => drawMask(leaf, travel, pixels));
  const firstSample = new Uint32Array(masks.length + 1);
  masks.forEach(({ distance }, child) => {
    firstSample[child + 1] = firstSample[child] + distance.length;
  });
  const distance = new Uint8Array(firstSample[masks.length]);
  masks.forEach((mask, child) => {
    distance.set(mask.distance, firstSample[child]);
  });
  return {
    pixels,
    column: Uint32Array.from(masks, ({ column }) => column),
    row: Uint32Array.from(masks, ({ row }) => row),
    width: Uint16Array.from(masks, ({ width }) => width),
    height: Uint16Array.from(masks, ({ height }) => height),
    walk: Int16Array.from(masks, ({ walk }) => walk),
    firstSample,
    distance,
    blocked: joinBlockedSteps(leaves.filter((_, child) => masks[child].width > 0)),
  };
}

const EMPTY: Mask = { column: 0, row: 0, width: 0, height: 0, walk: 0, distance: new Uint8Array(0) };

function drawMask(leaf: RoadArrays, travel: Travel, pixels: number): Mask {
  const bounds = boundsOfFrontage(leaf);
  if (isNowhere(bounds) || !canHaveMasks(bounds, travel)) return EMPTY;
  const raster = rasterAround(bounds, { travel, pixels })!;
  if (leaf.barriers) raster.blockSteps(leaf.barriers.blocked);
  const seeder = new EdgeSeeder(raster, leaf, { travel, pixels });
  for (let edge = 0; edge < leaf.edgeFlags.length; edge++) {
    if ((leaf.edgeFlags[edge] & (FRONTAGE_EDGE | UNREACHABLE_EDGE)) === FRONTAGE_EDGE) seeder.seedWhole(edge);
  }
  return trimmed(raster, seeder.maxSteps);
}

function trimmed(raster: ArrivalRaster, walk: number): Mask {
  const { width, height, walkLeft } = raster;
  const isNear = (column: number, row: number): boolean => walkLeft[row * width + column] > NOTHING;
  let [west, east, north, south] = [width, -1, height, -1];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (!isNear(column, row)) continue;
      west = Math.min(west, column);
      east = Math.max(east, column);
      north = Math.min(north, row);
      south = row;
    }
  }
  if (east < 0) return EMPTY;
  const columns = east - west + 1;
  const rows = south - north + 1;
  const distance = new Uint8Array(columns * rows).fill(NO_ROAD_NEAR);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isNear(west + column, north + row)) continue;
      const away = walk - walkLeft[(north + row) * width + west + column];
      distance[row * columns + column] = Math.min(away, ROAD_BEHIND_BARRIER);
    }
  }
  return {
    column: raster.west + west,
    row: raster.north + north,
    width: columns,
    height: rows,
    walk,
    distance,
  };
}
