/** The objects that an answer will need as a rule, predicted from the question alone, before anything of the dataset is read. */

import { overviewCellsOf } from '../count/count-people.ts';
import type { LiveRegion, StoredTileSets } from '../format/live-regions.ts';
import {
  masksName,
  overviewName,
  packName,
  rootName,
  separatorsName,
  tileSetPrefix,
} from '../format/object-keys.ts';
import { masksPackOf, WALKING_SPEED_KM_H } from '../format/road-model.ts';
import type { Layer, TileSet } from '../format/tile-sets.ts';
import {
  type Cell,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  parentsOf,
  ROAD_PACK_RESOLUTION,
  ROAD_TILE_LEVELS,
  ROOT_TILE,
  resolutionOf,
} from '../geo/cells.ts';
import { degreesAcross } from '../geo/earth.ts';
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from '../geo/h3.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  type Polygon,
  type Position,
  type Ring,
  widenedBox,
  type Zone,
} from '../geo/positions.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import { pixelsAroundWorld } from '../isochrone/pixel-grid.ts';
import type { Area } from '../request/parse-count-query.ts';

/** A drive this long reaches some areas as a whole, at any speed that is usual in towns. */
const WHOLE_AREAS_FROM_S = 480;
/** A drive leads as far as this in its time, and no farther than that, as a rule. */
const DRIVING_AT_LEAST_KM_H = 30;
const DRIVING_AT_MOST_KM_H = 60;
/** Farther off a drive may reach some areas as a whole, whose packs it does not enter. */
const MAX_DRIVE_ENTERED_M = 4_000;
/** Roads of a cell reach over its border, as a rule no farther. */
const BEYOND_BORDER_M = 500;
/** Places looked at around an origin, and how far apart along the edge of a zone. */
const BEARINGS = 8;
const STEP_DEGREES = 0.1;

/**
 * Keys of objects, the most urgent first. Some of them may not exist.
 * Those of the counts beside a drive, and of the masks of other provinces, are reported by the search for its roads.
 * @param layer what is counted
 * @param region that is asked
 */
export function objectsAhead(area: Area, layer: Layer, region: Pick<LiveRegion, 'sets' | 'boxes'>): string[] {
  const objects =
    area.option === 'zone'
      ? [
          ...countsAhead(cellsAlong(area.zone), layer, region.sets),
          ...overviewsBeside([area.zone], layer, region),
        ]
      : isochroneAhead(area.isochrone, layer, region);
  return [...new Set(objects)];
}

function isochroneAhead(
  query: IsochroneQuery,
  layer: Layer,
  { sets, boxes }: Pick<LiveRegion, 'sets' | 'boxes'>,
): string[] {
  const { origin, travel, time_s } = query;
  const roads = prefixOf(travel, sets);
  if (roads === null) return [];
  const besideOrigin = packsBeside(origin, boxes.roads);
  const likely_m = Math.min(MAX_DRIVE_ENTERED_M, metresIn(time_s, DRIVING_AT_LEAST_KM_H));
  const farthest_m = metresIn(time_s, travel === 'pedestrian' ? WALKING_SPEED_KM_H : DRIVING_AT_MOST_KM_H);
  const onRoads = (radius_m: number): Position[] => positionsOnRoads(origin, radius_m, boxes.roads);
  const farthest = onRoads(farthest_m).map((place) => cellAt(place));
  const leadsOut = leadsOutAllAround(query, boxes.roads);
  const likely = leadsOut ? [] : onRoads(likely_m).map((place) => cellAt(place));
  const within = travel === 'pedestrian' ? farthest : likely;
  const packs = (cells: readonly Cell[]): string[] =>
    parentsOf(cells, ROAD_PACK_RESOLUTION).map((cell) => roads + packName(cell));
  const above = [ROOT_TILE, ...parentsOf(besideOrigin, ROAD_TILE_LEVELS[0])];
  const province = parentOf(besideOrigin[0], ROAD_TILE_LEVELS[0]);
  /** What leads out of the origin's province, into those of some cells. */
  const provinces = (cells: readonly Cell[]): string[] => {
    const others = parentsOf(cells, ROAD_TILE_LEVELS[0]).filter((cell) => cell !== province);
    return others.length === 0
      ? []
      : [roads + rootName(province), ...others.map((cell) => roads + separatorsName(cell))];
  };
  return [
    ...above.map((cell) => roads + separatorsName(cell)),
    ...packs(besideOrigin),
    // Which packs are entered beyond shows where these have arrived; counts are not needed before.
    ...provinces(onRoads(farthest_m / 2).map((place) => cellAt(place))),
    ...(leadsOut ? [] : countsAhead(besideOrigin, layer, sets)),
    ...provinces(farthest),
    ...masksAhead(query, [besideOrigin[0]], sets),
    ...packs(within),
    ...(travel === 'pedestrian' ? countsAhead(within, layer, sets) : []),
    ...overviewsBeside([[ringAround(origin, farthest_m)]], layer, { sets, boxes }),
  ];
}

/**
 * Whether a drive leads out of a region's roads on every side, as a rule. Most of these are not covered, and reach all
 * around their origin as a whole: counts and roads that lie there are read when they are asked for.
 */
export const leadsOutAllAround = (
  { origin, travel, time_s }: IsochroneQuery,
  roads: BoundingBox | null,
): boolean =>
  travel === 'motorized' &&
  positionsOnRoads(origin, metresIn(time_s, DRIVING_AT_LEAST_KM_H), roads).length === 0;

/**
 * Keys of the masks of areas that a drive may reach as a whole.
 * @param entered cells at ROAD_PACK_RESOLUTION that it enters
 */
export function masksAhead(
  { travel, time_s }: IsochroneQuery,
  entered: readonly Cell[],
  sets: StoredTileSets,
): string[] {
  const roads = prefixOf(travel, sets);
  if (roads === null || travel !== 'motorized' || time_s < WHOLE_AREAS_FROM_S) return [];
  const pixels = pixelsAroundWorld(travel, time_s);
  const packs = new Set(entered.map((cell) => masksPackOf(travel, pixels, cell)));
  return Array.from(packs, (pack) => roads + masksName(pixels, pack));
}

function countsAhead(cells: readonly Cell[], layer: Layer, sets: StoredTileSets): string[] {
  const counts = prefixOf(layer, sets);
  if (counts === null) return [];
  return [
    ...parentsOf(cells, OVERVIEW_RESOLUTION).map((cell) => counts + overviewName(cell)),
    ...parentsOf(cells, PACK_RESOLUTION).map((cell) => counts + packName(cell)),
  ];
}

/** Keys of all overviews that a count in a zone may take, as far as the region reaches into their cells. */
function overviewsBeside(
  zone: Zone,
  layer: Layer,
  { sets, boxes }: Pick<LiveRegion, 'sets' | 'boxes'>,
): string[] {
  const counts = prefixOf(layer, sets);
  const box = boxes[layer];
  if (counts === null || box === null) return [];
  return overviewCellsOf(zone)
    .filter((cell) => reachesInto(box, cell))
    .map((cell) => counts + overviewName(cell));
}

const prefixOf = (tileSet: TileSet, sets: StoredTileSets): string | null => {
  const stored = sets[tileSet];
  return stored && tileSetPrefix(tileSet, stored);
};

const cellAt = ([lon, lat]: Position, resolution = ROAD_PACK_RESOLUTION): Cell =>
  latLngToCell(lat, lon, resolution);

const metresIn = (time_s: number, speed_km_h: number): number => (speed_km_h * time_s) / 3.6;

/** Cells of the packs of roads whose bounds hold a place, that of its own first: there its nearest road is looked for. */
function packsBeside(place: Position, roads: BoundingBox | null): Cell[] {
  const own = cellAt(place);
  return gridDisk(own, 1).filter(
    (cell) =>
      cell === own ||
      (roads !== null && reachesInto(roads, cell) && isWithin(boundsAround(cell, BEYOND_BORDER_M), place)),
  );
}

/** Whether the point of a box that is nearest to a cell's centre lies in the cell. */
function reachesInto({ west, south, east, north }: BoundingBox, cell: Cell): boolean {
  const [lat, lon] = cellToLatLng(cell);
  const nearest: Position = [Math.max(west, Math.min(east, lon)), Math.max(south, Math.min(north, lat))];
  return cellAt(nearest, resolutionOf(cell)) === cell;
}

const boundsAround = (cell: Cell, margin_m: number): BoundingBox =>
  widenedBox(boundingBoxOf([cellToBoundary(cell, true) as Position[]]), margin_m);

const positionsOnRoads = (origin: Position, radius_m: number, roads: BoundingBox | null): Position[] =>
  roads === null ? [] : positionsAround(origin, radius_m).filter((position) => isWithin(roads, position));

function positionsAround([lon, lat]: Position, radius_m: number): Position[] {
  const radius = degreesAcross(radius_m, lat);
  return Array.from({ length: BEARINGS }, (_, bearing) => {
    const angle = (2 * Math.PI * bearing) / BEARINGS;
    const north = Math.max(-90, Math.min(90, lat + radius.lat * Math.sin(angle)));
    return [lon + radius.lon * Math.cos(angle), north];
  });
}

function ringAround(place: Position, radius_m: number): Ring {
  const positions = positionsAround(place, radius_m);
  return [...positions, positions[0]];
}

const isWithin = ({ west, south, east, north }: BoundingBox, [lon, lat]: Position): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north;

/** Cells at the resolution of packs of counts along the edge of a zone: what lies within it stands in overviews. */
function cellsAlong(zone: Polygon): Cell[] {
  const cells = new Set<Cell>();
  for (const ring of zone) {
    let [fromLon, fromLat] = ring[0];
    for (const [lon, lat] of ring) {
      const steps = Math.ceil(Math.max(Math.abs(lon - fromLon), Math.abs(lat - fromLat)) / STEP_DEGREES) || 1;
      for (let step = 1; step <= steps; step++) {
        const share = step / steps;
        const [atLat, atLon] = [fromLat + (lat - fromLat) * share, fromLon + (lon - fromLon) * share];
        cells.add(latLngToCell(atLat, atLon, PACK_RESOLUTION));
      }
      [fromLon, fromLat] = [lon, lat];
    }
  }
  return [...cells];
}
