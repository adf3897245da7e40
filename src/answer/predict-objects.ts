/**
 * Predicts which objects an answer will read, so that they are prefetched: those around a zone's cells, or around an origin and
 * 8 points at its fast reach; while an isochrone is searched, the masks and counts of the cells that it enters.
 */
import { cellsOfCount } from '../count/count-people.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import {
  masksName,
  overviewName,
  packName,
  rootName,
  separatorsName,
  tileSetPrefix,
} from '../format/object-keys.ts';
import { masksPackOf } from '../format/road-model.ts';
import type { Layer, TileSet } from '../format/tile-sets.ts';
import {
  type Cell,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  parentsOf,
  ROAD_PACK_RESOLUTION,
  ROAD_TILE_LEVELS,
  resolutionOf,
} from '../geo/cells.ts';
import { degreesAcross } from '../geo/earth.ts';
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from '../geo/h3.ts';
import { type BoundingBox, boundingBoxOf, type Position, widenedBox, type Zone } from '../geo/positions.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import { pixelsAroundWorld } from '../isochrone/pixel-grid.ts';
import type { Area } from '../request/parse-count-query.ts';
import { FAST_KM_H } from './reach-box.ts';

/** Longer drives usually reach whole tiles. */
const WHOLE_AREAS_FROM_S = 480;
/** Roads of a cell usually end this near. */
const BEYOND_BORDER_M = 500;
const BEARINGS = 8;

type AskedRegion = Pick<LiveRegion, 'sets' | 'boxes'>;

/** @returns keys, most urgent first; some may not exist */
export function predictObjects(area: Area, layer: Layer, region: AskedRegion): string[] {
  const objects =
    area.option === 'zone'
      ? Object.values(countsIn([area.zone], layer, region)).flat()
      : objectsOfIsochrone(area.isochrone, layer, region);
  return [...new Set(objects)];
}

function objectsOfIsochrone(
  { origin, travel, time_s }: IsochroneQuery,
  layer: Layer,
  region: AskedRegion,
): string[] {
  const { sets, boxes } = region;
  const roads = prefixOf(travel, sets);
  const counts = prefixOf(layer, sets);
  if (roads === null || counts === null) return [];
  const near = packsNear(origin, boxes.roads);
  const province = parentOf(near[0], ROAD_TILE_LEVELS[0]);
  const reach_m = (FAST_KM_H[travel] * time_s) / 3.6;
  const beyond = (radius_m: number): string[] => {
    const cells = positionsAround(origin, radius_m)
      .filter((position) => boxes.roads !== null && isWithin(boxes.roads, position))
      .map((position) => cellAt(position));
    const others = parentsOf(cells, ROAD_TILE_LEVELS[0]).filter((cell) => cell !== province);
    return others.length === 0
      ? []
      : [roads + rootName(province), ...others.map((cell) => roads + separatorsName(cell))];
  };
  const ring = positionsAround(origin, reach_m);
  const reached = countsIn([[[...ring, ring[0]]]], layer, region);
  return [
    ...parentsOf(near, ROAD_TILE_LEVELS[0]).map((cell) => roads + separatorsName(cell)),
    ...near.map((cell) => roads + packName(cell)),
    ...beyond(reach_m / 2),
    ...(travel === 'pedestrian'
      ? [...reached.overviews, ...reached.packs]
      : [
          ...parentsOf(near, OVERVIEW_RESOLUTION).map((cell) => counts + overviewName(cell)),
          ...parentsOf(near, PACK_RESOLUTION).map((cell) => counts + packName(cell)),
        ]),
    ...beyond(reach_m),
    ...reached.overviews,
  ];
}

/**
 * Predicts the keys of masks and counts along the edge of an isochrone.
 * @param entered cells at ROAD_PACK_RESOLUTION
 */
export function predictAlongEdge(
  { travel, time_s }: IsochroneQuery,
  entered: readonly Cell[],
  layer: Layer,
  sets: AskedRegion['sets'],
): string[] {
  const [roads, counts] = [prefixOf(travel, sets), prefixOf(layer, sets)];
  const pixels = pixelsAroundWorld(travel, time_s);
  const hasMasks = travel === 'motorized' && time_s >= WHOLE_AREAS_FROM_S;
  const masks = new Set(hasMasks ? entered.map((cell) => masksPackOf(travel, pixels, cell)) : []);
  return [
    ...Array.from(masks, (pack) => roads + masksName(pixels, pack)),
    ...parentsOf(entered, PACK_RESOLUTION).map((pack) => counts + packName(pack)),
  ];
}

function countsIn(
  zone: Zone,
  layer: Layer,
  { sets, boxes }: AskedRegion,
): Record<'overviews' | 'packs', string[]> {
  const prefix = prefixOf(layer, sets);
  const box = boxes[layer];
  if (prefix === null || box === null) return { overviews: [], packs: [] };
  const { overviews, packs } = cellsOfCount(zone);
  const isReached = (cell: Cell): boolean => reachesInto(box, cell);
  return {
    overviews: overviews.filter(isReached).map((cell) => prefix + overviewName(cell)),
    packs: packs.filter(isReached).map((cell) => prefix + packName(cell)),
  };
}

const prefixOf = (tileSet: TileSet, sets: AskedRegion['sets']): string | null => {
  const stored = sets[tileSet];
  return stored && tileSetPrefix(tileSet, stored);
};

const cellAt = ([lon, lat]: Position, resolution = ROAD_PACK_RESOLUTION): Cell =>
  latLngToCell(lat, lon, resolution);

function packsNear(place: Position, roads: BoundingBox | null): Cell[] {
  const own = cellAt(place);
  return gridDisk(own, 1).filter(
    (cell) =>
      cell === own ||
      (roads !== null && reachesInto(roads, cell) && isWithin(boundsAround(cell, BEYOND_BORDER_M), place)),
  );
}

function reachesInto({ west, south, east, north }: BoundingBox, cell: Cell): boolean {
  const [lat, lon] = cellToLatLng(cell);
  const nearest: Position = [Math.max(west, Math.min(east, lon)), Math.max(south, Math.min(north, lat))];
  return cellAt(nearest, resolutionOf(cell)) === cell;
}

const boundsAround = (cell: Cell, margin_m: number): BoundingBox =>
  widenedBox(boundingBoxOf([cellToBoundary(cell, true) as Position[]]), margin_m);

function positionsAround([lon, lat]: Position, radius_m: number): Position[] {
  const radius = degreesAcross(radius_m, lat);
  return Array.from({ length: BEARINGS }, (_, bearing) => {
    const angle = (2 * Math.PI * bearing) / BEARINGS;
    const north = Math.max(-90, Math.min(90, lat + radius.lat * Math.sin(angle)));
    return [lon + radius.lon * Math.cos(angle), north];
  });
}

const isWithin = ({ west, south, east, north }: BoundingBox, [lon, lat]: Position): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north;
