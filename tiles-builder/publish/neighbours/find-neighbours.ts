/**
 * Finds the live regions that touch a dataset, and compares both: whether roads meet at the exits of either, and how their
 * coverages overlap or leave a gap.
 */
import { commonLand, meanWidth_m } from '../../../src/answer/divide-zone.ts';
import { DamagedTile } from '../../../src/format/envelope.ts';
import type { LiveRegion } from '../../../src/format/live-regions.ts';
import { COVERED, type Coverage, type Manifest } from '../../../src/format/manifest.ts';
import type { Travel } from '../../../src/format/tile-sets.ts';
import {
  boundingBoxOf,
  boxesOverlap,
  type Position,
  widenedBox,
  type Zone,
} from '../../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../../src/geo/shared-area.ts';
import { SAME_ROAD_M } from '../../../src/isochrone/search-across-borders.ts';
import { MAX_LOADED_BYTES } from '../../../src/limits.ts';
import { DatasetReader } from '../../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import type { TileSource } from '../../../src/storage/tile-source.ts';
import { edgeDistanceOf } from '../../geometry/edge-distance.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import type { Bucket } from '../bucket.ts';
import { readStoredManifest, tileSourceOf } from '../stored-dataset.ts';
import { distancesToRoads, exitsWithin, type OpenRoads } from './road-exits.ts';

export const M2_PER_KM2 = 1e6;
/** Smaller overlaps arise where borders were simplified. */
export const LEAST_SHARED_KM2 = 0.01;
/** Coverages farther apart do not touch, and a road that is farther from an exit is not named. */
export const NEAR_M = 100;
/** More than stated coverages are smaller than true ones. */
const BOXES_NEAR_M = 2_000;
const WORST_NAMED = 3;

export interface UnmetExit {
  readonly lon: number;
  readonly lat: number;
  /** Distance to the nearest road of the other dataset; `null` beyond {@link NEAR_M}. */
  readonly distance_m: number | null;
}

export interface MetExits {
  /** Number of exits where roads of either dataset leave it into the other, or near to it. */
  readonly exits: number;
  /** Number of exits that have a road of the other within 5 m. */
  readonly meeting: number;
  readonly worst: readonly UnmetExit[];
}

export interface Overlap {
  readonly km2: number;
  /** Mean width of the widest part in which one region alone counts; 0 if there is none. */
  readonly width_m: number;
}

export interface Neighbour {
  readonly region: string;
  readonly version: string;
  readonly roads: Readonly<Record<Travel, MetExits>>;
  /** Overlaps by kind of data, if both have it. */
  readonly overlaps: Readonly<Partial<Record<keyof Coverage, Overlap>>>;
}

/** A dataset, in a folder or in a bucket. */
export interface PlacedDataset {
  readonly manifest: Pick<Manifest, 'region' | 'version' | 'coverage' | 'coverage_margin_m' | 'roads'>;
  readonly open: OpenRoads;
}

/**
 * Reads only regions whose boxes touch.
 * @param live other versions of the dataset's region are skipped
 * @returns in the order of `live`, without damaged ones
 */
export async function neighboursOf(
  own: PlacedDataset,
  live: readonly LiveRegion[],
  bucket: Bucket,
): Promise<Neighbour[]> {
  const source = tileSourceOf(bucket);
  const neighbours: Neighbour[] = [];
  for (const other of live) {
    if (other.region === own.manifest.region || !mayTouch(own.manifest.coverage, other)) continue;
    try {
      const placed = placedDataset(await readStoredManifest(other, bucket), source);
      neighbours.push(...(await compareBorders(own, placed)));
    } catch (cause) {
      if (!(cause instanceof DamagedTile)) throw cause;
    }
  }
  return neighbours;
}

export function placedDataset(manifest: Manifest, source: TileSource): PlacedDataset {
  const loaded = new LoadedObjects(MAX_LOADED_BYTES);
  return { manifest, open: () => new DatasetReader(manifest, source, loaded) };
}

const mayTouch = (coverage: Coverage, { boxes }: LiveRegion): boolean =>
  COVERED.some((data) => {
    const [own, other] = [coverage[data], boxes[data]];
    return own !== null && other !== null && boxesOverlap(boxNear(own), other);
  });

const boxNear = (zone: Zone) => widenedBox(boundingBoxOf(zone.flat()), BOXES_NEAR_M);

/** @returns nothing if the datasets do not touch */
export async function compareBorders(own: PlacedDataset, other: PlacedDataset): Promise<Neighbour[]> {
  const overlaps = overlapsOf(own.manifest.coverage, other.manifest.coverage);
  if (Object.keys(overlaps).length === 0 && !areNear(own, other) && !areNear(other, own)) return [];
  const roads = {
    pedestrian: await meet(own, other, 'pedestrian'),
    motorized: await meet(own, other, 'motorized'),
  };
  const { region, version } = other.manifest;
  return [{ region, version, roads, overlaps }];
}

/** Tells whether a vertex of one is near an edge of the other, as borders that do not cross are nearest there. */
function areNear({ manifest: one }: PlacedDataset, { manifest: other }: PlacedDataset): boolean {
  const within_m = one.coverage_margin_m.roads + other.coverage_margin_m.roads + NEAR_M;
  const toEdge = edgeDistanceOf(other.coverage.roads);
  return one.coverage.roads.flat(2).some((vertex) => toEdge(vertex, within_m) <= within_m);
}

async function meet(own: PlacedDataset, other: PlacedDataset, travel: Travel): Promise<MetExits> {
  const exits = [...(await exitsInto(own, other, travel)), ...(await exitsInto(other, own, travel))];
  const unmet = exits.filter(({ distance_m }) => !(distance_m <= SAME_ROAD_M));
  return {
    exits: exits.length,
    meeting: exits.length - unmet.length,
    worst: unmet
      .sort((a, b) => (a.distance_m < b.distance_m ? 1 : -1))
      .slice(0, WORST_NAMED)
      .map(({ place: [lon, lat], distance_m }) => ({
        ...{ lon, lat },
        distance_m: distance_m === Infinity ? null : distance_m,
      })),
  };
}

/** Exits of `from` that have a road of `into`, or lie in its coverage or near to it. */
async function exitsInto(
  from: PlacedDataset,
  into: PlacedDataset,
  travel: Travel,
): Promise<{ readonly place: Position; readonly distance_m: number }[]> {
  const { coverage, coverage_margin_m } = into.manifest;
  const places = await exitsWithin(boxNear(coverage.roads), travel, from.open);
  const area = new PlanarArea(coverage.roads);
  const toEdge = edgeDistanceOf(coverage.roads);
  const within_m = coverage_margin_m.roads + NEAR_M;
  const distances_m = await distancesToRoads(places, NEAR_M, travel, into.open);
  return places
    .map((place, i) => ({ place, distance_m: distances_m[i] }))
    .filter(
      ({ place, distance_m }) =>
        distance_m <= SAME_ROAD_M || area.contains(place) || toEdge(place, within_m) <= within_m,
    );
}

function overlapsOf(own: Coverage, other: Coverage): Neighbour['overlaps'] {
  const overlaps = COVERED.flatMap((data) => {
    const [a, b] = [own[data], other[data]];
    const km2 = a && b ? sharedArea_m2(a, b) / M2_PER_KM2 : 0;
    if (!a || !b || km2 < LEAST_SHARED_KM2) return [];
    return [[data, { km2, width_m: Math.max(0, ...commonLand(a, b).map(meanWidth_m)) }] as const];
  });
  return Object.fromEntries(overlaps);
}
