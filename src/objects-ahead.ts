/** The objects that an answer will need as a rule, told from the question alone, before anything of the dataset is read. */
import { latLngToCell } from 'h3-js';
import type { StoredTileSets } from './format/current.ts';
import {
  masksName,
  overviewName,
  packName,
  rootName,
  separatorsName,
  tileSetPrefix,
} from './format/object-keys.ts';
import { masksPackOf, WALKING_SPEED_KM_H } from './format/road-model.ts';
import type { Layer, TileSet } from './format/tile-sets.ts';
import {
  type Cell,
  OVERVIEW_RESOLUTION,
  PACK_RESOLUTION,
  parentOf,
  parentsOf,
  ROAD_PACK_RESOLUTION,
  ROAD_TILE_LEVELS,
  ROOT_TILE,
} from './geo/cells.ts';
import type { BoundingBox, Polygon, Position } from './geo/positions.ts';
import { pixelsAroundWorld } from './isochrone/pixel-grid.ts';
import type { Area, IsochroneQuery } from './request/parse-count-query.ts';
import type { LiveRegion } from './storage/current-dataset.ts';

/** A drive this long reaches some areas as a whole, at any speed that is usual in towns. */
const WHOLE_AREAS_FROM_S = 480;
/** How far a drive leads in its time, as a rule. */
const DRIVING_SPEED_KM_H = 60;
/** Whatever has a road beside an origin lies within this distance of it, as a rule. */
const BESIDE_ORIGIN_M = 1_000;
/** Places looked at around an origin, and how far apart along the edge of a zone. */
const BEARINGS = 8;
const STEP_DEGREES = 0.1;
const METRES_PER_DEGREE = 111_195;

/**
 * Keys of objects, the most urgent first. Some of them may not exist.
 * Those of the counts beside a drive are told by the search for its roads.
 * @param layer what is counted
 * @param region that is asked
 */
export function objectsAhead(area: Area, layer: Layer, region: Pick<LiveRegion, 'sets' | 'boxes'>): string[] {
  return area.option === 'zone'
    ? countsAhead(cellsAlong(area.zone), layer, region.sets)
    : isochroneAhead(area.isochrone, layer, region);
}

function isochroneAhead(
  query: IsochroneQuery,
  layer: Layer,
  { sets, boxes }: Pick<LiveRegion, 'sets' | 'boxes'>,
): string[] {
  const { origin, travel, time_s } = query;
  const roads = prefixOf(travel, sets);
  if (roads === null) return [];
  const speed_km_h = travel === 'pedestrian' ? WALKING_SPEED_KM_H : DRIVING_SPEED_KM_H;
  const farthest = positionsAround(origin, (speed_km_h * time_s) / 3.6);
  const besideOrigin = cellsAround(origin, BESIDE_ORIGIN_M);
  const withinReach = [...besideOrigin, ...(travel === 'pedestrian' ? farthest.map(cellAt) : [])];
  const packs = (cells: readonly Cell[]): string[] =>
    parentsOf(cells, ROAD_PACK_RESOLUTION).map((cell) => roads + packName(cell));
  const above = [ROOT_TILE, ...parentsOf(besideOrigin, ROAD_TILE_LEVELS[0])];
  const province = parentOf(besideOrigin[0], ROAD_TILE_LEVELS[0]);
  const onRoads = farthest.filter((position) => boxes.roads && isWithin(boxes.roads, position));
  const others = parentsOf(onRoads.map(cellAt), ROAD_TILE_LEVELS[0]).filter((cell) => cell !== province);
  const pixels = pixelsAroundWorld(travel, time_s);
  const masks =
    travel === 'motorized' && time_s >= WHOLE_AREAS_FROM_S
      ? [roads + masksName(pixels, masksPackOf(travel, pixels, besideOrigin[0]))]
      : [];
  return [
    ...above.map((cell) => roads + separatorsName(cell)),
    ...packs(besideOrigin),
    ...countsAhead(besideOrigin, layer, sets),
    ...(others.length > 0 ? [roads + rootName(province)] : []),
    ...others.map((cell) => roads + separatorsName(cell)),
    ...masks,
    ...packs(withinReach),
    ...countsAhead(withinReach, layer, sets),
  ];
}

function countsAhead(cells: readonly Cell[], layer: Layer, sets: StoredTileSets): string[] {
  const counts = prefixOf(layer, sets);
  if (counts === null) return [];
  return [
    ...parentsOf(cells, OVERVIEW_RESOLUTION).map((cell) => counts + overviewName(cell)),
    ...parentsOf(cells, PACK_RESOLUTION).map((cell) => counts + packName(cell)),
  ];
}

const prefixOf = (tileSet: TileSet, sets: StoredTileSets): string | null => {
  const stored = sets[tileSet];
  return stored && tileSetPrefix(tileSet, stored);
};

const cellAt = ([lon, lat]: Position): Cell => latLngToCell(lat, lon, ROAD_PACK_RESOLUTION);

/** Cells at the resolution of packs of roads: that of a place first, then those around it. */
const cellsAround = (place: Position, radius_m: number): Cell[] => [
  ...new Set([place, ...positionsAround(place, radius_m)].map(cellAt)),
];

function positionsAround([lon, lat]: Position, radius_m: number): Position[] {
  const lat_degrees = radius_m / METRES_PER_DEGREE;
  const lon_degrees = lat_degrees / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return Array.from({ length: BEARINGS }, (_, bearing) => {
    const angle = (2 * Math.PI * bearing) / BEARINGS;
    const north = Math.max(-90, Math.min(90, lat + lat_degrees * Math.sin(angle)));
    return [lon + lon_degrees * Math.cos(angle), north];
  });
}

const isWithin = ({ west, south, east, north }: BoundingBox, [lon, lat]: Position): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north;

/** Cells at the resolution of packs of counts along the edge of a zone: what lies within it is told by overviews. */
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
