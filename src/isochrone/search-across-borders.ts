/**
 * Searches roads across the borders of regions: where roads leave one region's data in time, the search goes on from there on
 * the roads that other regions have at these places, until no arrival gets earlier or MAX_BORDER_CROSSINGS are crossed.
 */
import { COORDINATE_UNIT_DEGREES, type RoadTile, UNREACHABLE_EDGE } from '../format/road-tile.ts';
import type { Travel } from '../format/tile-sets.ts';
import { type Cell, parentOf, ROAD_TILE_LEVELS, resolutionOf } from '../geo/cells.ts';
import { degreesAcross } from '../geo/earth.ts';
import {
  type BoundingBox,
  boundingBoxOf,
  boxAround,
  boxesOverlap,
  type Position,
  widenedBox,
  type Zone,
} from '../geo/positions.ts';
import { ZoneEdges } from '../geo/zone-edges.ts';
import { MAX_BORDER_CROSSINGS } from '../limits.ts';
import type { RoadTiles } from '../storage/dataset-reader.ts';
import { arrivalsAtEnds, type SearchOptions, searchBounded } from './bounded-search.ts';
import type { Departure, Origin, Reach, ReachedExit } from './reach.ts';
import { meets, readRoadsNear } from './roads-near.ts';
import { isOpen, nearestPoint } from './snap-origin.ts';

/** Area where a region's roads are known, up to `margin_m` inside its border, as the manifest states it. */
export interface StatedCoverage {
  readonly zone: Zone;
  readonly margin_m: number;
}

export interface RoadsOfRegion {
  readonly version: string;
  readonly box: BoundingBox;
  readonly coverage: () => Promise<StatedCoverage>;
  readonly open: () => Promise<RoadTiles>;
}

export interface BorderSearch extends Pick<SearchOptions, 'maskPixels' | 'onEdge'> {
  readonly travel: Travel;
  readonly limit_ms: number;
}

export interface ReachAcrossBorders {
  /** Reaches by region, the origin's first. */
  readonly reaches: readonly Reach[];
  /** A road leaves all data in time, or crosses more borders than are followed. */
  readonly isCut: boolean;
  /** Versions of the other regions whose roads were used. */
  readonly entered: readonly string[];
}

/** Roads of two regions this near to each other are the same road. */
export const SAME_ROAD_M = 5;
/** Times are rounded on each edge. */
const SAME_TIME_MS = 2;

/** Dead ends this near to the edge of the data are presumed exits, as the builder's `exits.ts` has it. */
const CUT_END_M = 100;
/** A place this far outside a coverage still counts as inside, because coordinates are rounded. */
export const AT_PLACE_M = 1;
/** Coverages in boxes are simplified, and ways go on beyond them. */
const BEYOND_BOX_M = 2_000;

/** @param others regions that may have roads in reach, ascending by name */
export async function searchAcrossBorders(
  origin: Origin,
  home: RoadsOfRegion,
  others: readonly RoadsOfRegion[],
  { travel, limit_ms, maskPixels, onEdge }: BorderSearch,
): Promise<ReachAcrossBorders> {
  const listsExits = others.length > 0;
  const options = { maskPixels, onEdge, listsExits };
  const first = await searchBounded(origin, limit_ms, travel, await home.open(), options);
  if (!listsExits) return { reaches: [first], isCut: first.leavesData, entered: [] };
  const own: SearchedRegion = { region: home, reach: first };
  const searched = [own, ...others.map((region): SearchedRegion => ({ region }))];
  const places = new Map<string, BorderPlace>();
  let exits = noteExits(first.exits, own, places);
  let crossings = 0;
  for (; exits.length > 0 && crossings < MAX_BORDER_CROSSINGS; crossings++) {
    const next: BorderPlace[] = [];
    for (const one of searched) {
      const found = await enterRegion(one, exits, origin, { travel, limit_ms, maskPixels });
      next.push(...noteExits(found, one, places));
    }
    exits = next;
  }
  const reached = searched.filter(({ reach }) => reach);
  return {
    reaches: reached.flatMap(({ reach }) => reach ?? []),
    isCut: exits.length > 0 || (await leaveAllData([...places.values()], searched)),
    entered: reached.slice(1).map(({ region }) => region.version),
  };
}

interface SearchedRegion {
  readonly region: RoadsOfRegion;
  /** Reach of all searches, once the region is entered. */
  reach?: Reach;
}

/** A place where a road leaves the data of some regions. */
interface BorderPlace {
  readonly position: Position;
  /** The road that reached it comes from here, in coordinate units. */
  from: readonly [lon: number, lat: number];
  arrival_ms: number;
  /** Their roads end here, and whether that is presumed of a dead end. */
  readonly left: Map<SearchedRegion, boolean>;
}

/** @returns places that were not known, or that are reached earlier now */
function noteExits(
  exits: readonly ReachedExit[],
  region: SearchedRegion,
  places: Map<string, BorderPlace>,
): BorderPlace[] {
  return exits.flatMap(({ lon, lat, fromLon, fromLat, arrival_ms, isPresumed }) => {
    const key = `${lon},${lat}`;
    const known = places.get(key);
    const place: BorderPlace = known ?? {
      position: [lon * COORDINATE_UNIT_DEGREES, lat * COORDINATE_UNIT_DEGREES],
      from: [fromLon, fromLat],
      ...{ arrival_ms, left: new Map() },
    };
    places.set(key, place);
    place.left.set(region, isPresumed);
    if (known && arrival_ms >= known.arrival_ms) return [];
    place.arrival_ms = arrival_ms;
    place.from = [fromLon, fromLat];
    return [place];
  });
}

/**
 * Searches on from the places that have a road of the region and that no search of it has reached before.
 * @returns exits found
 */
async function enterRegion(
  one: SearchedRegion,
  exits: readonly BorderPlace[],
  origin: Origin,
  { travel, limit_ms, maskPixels }: BorderSearch,
): Promise<ReachedExit[]> {
  const near = exits.filter(({ position }) => isNearRegion(one.region, position));
  if (near.length === 0) return [];
  const tiles = await one.region.open();
  const places = near.map(({ position }) => position);
  const read = await readRoadsNear({ places, radius_m: SAME_ROAD_M, roads: 'all' }, travel, tiles);
  const bounded = read.map((tile) => ({ tile, bounds: boundsOf(tile) }));
  const departures = near.flatMap((place) => {
    const window = boxAround(place.position, SAME_ROAD_M);
    const roads = bounded.filter(({ bounds }) => meets(bounds, window)).map(({ tile }) => tile);
    // After a junction's copies for banned turns, only the edge that came there has the right one.
    const entered =
      nearestPoint(
        place.position,
        SAME_ROAD_M,
        roads,
        (tile, edge) => isOpen(tile, edge) && passes(tile, edge, place.from),
      ) ?? nearestPoint(place.position, SAME_ROAD_M, roads, isOpen);
    if (!entered) return [];
    const departure = { ...entered, departs_ms: place.arrival_ms };
    return one.reach && isReachedBefore(departure, one.reach) ? [] : [departure];
  });
  // Those that no mask can follow are searched last, and only where they arrive earlier.
  const isUnreachable = ({ tile, edge }: Departure): number => tile.edgeFlags[edge] & UNREACHABLE_EDGE;
  const groups = Map.groupBy(
    departures.sort((a, b) => isUnreachable(a) - isUnreachable(b)),
    (departure) => `${parentOf(departure.tile.cell, ROAD_TILE_LEVELS[0])} ${isUnreachable(departure)}`,
  );
  const found: ReachedExit[] = [];
  for (const ofGroup of groups.values()) {
    const options = { maskPixels, listsExits: true, departures: ofGroup, before: one.reach };
    one.reach = await searchBounded(origin, limit_ms, travel, tiles, options);
    found.push(...one.reach.exits);
  }
  return found;
}

function boundsOf({ pointLon, pointLat }: RoadTile): BoundingBox {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const lon of pointLon) {
    if (lon < bounds.west) bounds.west = lon;
    if (lon > bounds.east) bounds.east = lon;
  }
  for (const lat of pointLat) {
    if (lat < bounds.south) bounds.south = lat;
    if (lat > bounds.north) bounds.north = lat;
  }
  return bounds;
}

function passes(
  { edgeFirstPoint, pointLon, pointLat }: RoadTile,
  edge: number,
  [lon, lat]: BorderPlace['from'],
): boolean {
  for (let point = edgeFirstPoint[edge]; point < edgeFirstPoint[edge + 1]; point++)
    if (pointLon[point] === lon && pointLat[point] === lat) return true;
  return false;
}

/**
 * Tells whether a road leaves the data of all regions. It goes on in a region whose coverage contains the place: what a region has
 * beyond its coverage is not whole. A dead end that lies farther than CUT_END_M from land that no region covers ends there.
 */
async function leaveAllData(
  places: readonly BorderPlace[],
  searched: readonly SearchedRegion[],
): Promise<boolean> {
  if (places.length === 0) return false;
  const near = searched.filter(({ region }) => places.some(({ position }) => isNearRegion(region, position)));
  const coverages = await Promise.all(
    near.map(async (one) => {
      const { zone, margin_m } = await one.region.coverage();
      let edges: ZoneEdges | undefined;
      return { one, edges: () => (edges ??= new ZoneEdges(zone)), within_m: AT_PLACE_M + margin_m };
    }),
  );
  type Coverage = (typeof coverages)[number];
  const holds = ({ one, edges, within_m }: Coverage, [lon, lat]: Position): boolean => {
    if (!isNearRegion(one.region, [lon, lat])) return false;
    const across = degreesAcross(within_m, lat);
    return NEAR_PLACE.some(([x, y]) => edges().polygonAt(lon + x * across.lon, lat + y * across.lat) !== 0);
  };
  const within_m = CUT_END_M + Math.max(...coverages.map((coverage) => coverage.within_m));
  return places.some(({ position, left }) => {
    if (coverages.some((coverage) => !left.has(coverage.one) && holds(coverage, position))) return false;
    const endsHere = coverages.some((coverage) => left.get(coverage.one) && holds(coverage, position));
    return (
      !endsHere ||
      circleAround(position, within_m).some((place) => !coverages.some((coverage) => holds(coverage, place)))
    );
  });
}

const isNearRegion = ({ box }: RoadsOfRegion, position: Position): boolean =>
  boxesOverlap(widenedBox(box, BEYOND_BOX_M), boundingBoxOf([[position]]));

const NEAR_PLACE: readonly Position[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** A polygon around a circle, within 0.2 % of its radius. */
function circleAround([lon, lat]: Position, radius_m: number): Position[] {
  const vertices = 60;
  const across = degreesAcross(radius_m / Math.cos(Math.PI / vertices), lat);
  return Array.from({ length: vertices }, (_, vertex) => {
    const angle = (2 * Math.PI * vertex) / vertices;
    return [lon + across.lon * Math.cos(angle), lat + across.lat * Math.sin(angle)];
  });
}

/** Tells whether all of a leaf is reached, with the other leaves of its parent. */
const isWhole = ({ wholeTiles }: Reach, leaf: Cell): boolean =>
  wholeTiles.some(
    ({ masks, children }) => !children && parentOf(leaf, resolutionOf(masks.cell)) === masks.cell,
  );

/** A tile that is reached wholly and was not swept has no exit, and nothing in it can be reached earlier to any effect. */
function isReachedBefore({ tile, edge, fraction, departs_ms }: Departure, reach: Reach): boolean {
  const latest_ms = departs_ms + SAME_TIME_MS;
  const arrivals_ms = reach.swept_ms.get(tile.cell);
  if (!arrivals_ms) return isWhole(reach, tile.cell);
  // The way from the ends of the edge takes what the way to them would against its direction.
  const { head_ms, tail_ms } = arrivalsAtEnds(
    tile.edgeBackward_ms[edge],
    tile.edgeForward_ms[edge],
    fraction,
  );
  const fromTail_ms = arrivals_ms[tile.edgeTail[edge]] + tail_ms;
  const fromHead_ms = arrivals_ms[tile.edgeHead[edge]] + head_ms;
  const isDeparted = reach.departures.some(
    (other) =>
      other.tile.cell === tile.cell &&
      other.edge === edge &&
      other.fraction === fraction &&
      other.departs_ms <= latest_ms,
  );
  return isDeparted || Math.min(fromTail_ms, fromHead_ms) <= latest_ms;
}
