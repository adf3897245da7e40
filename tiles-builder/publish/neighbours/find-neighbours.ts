/**
 * Finds the live regions that touch a dataset: whether their roads meet at the exits of either, and how their coverages
 * overlap or leave a gap.
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
import { AT_PLACE_M, SAME_ROAD_M } from '../../../src/isochrone/search-across-borders.ts';
import { MAX_LOADED_BYTES } from '../../../src/limits.ts';
import { DatasetReader } from '../../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../../src/storage/loaded-objects.ts';
import type { TileSource } from '../../../src/storage/tile-source.ts';
import type { Bucket } from '../bucket.ts';
import { readStoredManifest, tileSourceOf } from '../stored-dataset.ts';
import { type CoverageGap, distanceToCoverage, MAX_GAP_M, measureBorder } from './coverage-gap.ts';
import { distancesToRoads, exitsWithin, type OpenRoads } from './road-exits.ts';

export const M2_PER_KM2 = 1e6;
/** Smaller overlaps are simplified borders. */
export const LEAST_SHARED_KM2 = 0.01;
/** A road that is farther from an exit is not named. */
export const NAMED_WITHIN_M = 100;
const WORST_NAMED = 3;

export interface UnmetExit {
  readonly lon: number;
  readonly lat: number;
  /** To the nearest road of the other dataset; `null` beyond {@link NAMED_WITHIN_M}. */
  readonly distance_m: number | null;
}

export interface MetExits {
  /** Where roads of either dataset leave its data into that of the other, or into a gap between both. */
  readonly exits: number;
  /** Those that find a road of the other within 5 m. */
  readonly meeting: number;
  readonly worst: readonly UnmetExit[];
}

export interface CoverageBorder {
  readonly shared_km2: number;
  /** Mean width of the widest overlap in which one region alone counts; 0 if there is none. */
  readonly shared_width_m: number;
  readonly gap: CoverageGap | null;
}

export interface Neighbour {
  readonly region: string;
  readonly version: string;
  readonly roads: Readonly<Record<Travel, MetExits>>;
  /** By kind of data; `null` where one of both has none. */
  readonly coverage: Readonly<Record<keyof Coverage, CoverageBorder | null>>;
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
  const near: PlacedDataset[] = [];
  for (const other of live) {
    if (other.region === own.manifest.region || !mayTouch(own.manifest.coverage, other)) continue;
    const stored = await unlessDamaged(readStoredManifest(other, bucket));
    if (stored) near.push(placedDataset(stored, source));
  }
  const neighbours: Neighbour[] = [];
  for (const other of near) {
    const third = near.filter((one) => one !== other);
    const neighbour = await unlessDamaged(compareBorders(own, other, third));
    if (neighbour) neighbours.push(neighbour);
  }
  return neighbours;
}

export function placedDataset(manifest: Manifest, source: TileSource): PlacedDataset {
  const loaded = new LoadedObjects(MAX_LOADED_BYTES);
  return { manifest, open: () => new DatasetReader(manifest, source, loaded) };
}

async function unlessDamaged<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (cause) {
    if (cause instanceof DamagedTile) return null;
    throw cause;
  }
}

const mayTouch = (coverage: Coverage, { boxes }: LiveRegion): boolean =>
  COVERED.some((data) => {
    const [own, other] = [coverage[data], boxes[data]];
    return own !== null && other !== null && boxesOverlap(boxNear(own), other);
  });

const boxNear = (zone: Zone) => widenedBox(boundingBoxOf(zone.flat()), MAX_GAP_M);

/** @returns `null` if the datasets do not touch */
export async function compareBorders(
  own: PlacedDataset,
  other: PlacedDataset,
  third: readonly PlacedDataset[],
): Promise<Neighbour | null> {
  const borders = COVERED.map((data) => compareCoverages(data, own, other, third));
  if (!borders.some((border) => border?.touches)) return null;
  const [ofRoads, living, working] = borders;
  const widest_m = ofRoads?.gap?.widest_m ?? 0;
  const meet = async (travel: Travel): Promise<MetExits> => {
    const exits = [
      ...(await exitsInto(own, other, travel, widest_m)),
      ...(await exitsInto(other, own, travel, widest_m)),
    ];
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
  };
  const { region, version } = other.manifest;
  return {
    ...{ region, version },
    roads: { pedestrian: await meet('pedestrian'), motorized: await meet('motorized') },
    coverage: { roads: ofRoads, living, working },
  };
}

/** Exits of `from` that have a road of `into` or lie in its coverage, or as near to it as the gap is wide. */
async function exitsInto(
  from: PlacedDataset,
  into: PlacedDataset,
  travel: Travel,
  gap_m: number,
): Promise<{ readonly place: Position; readonly distance_m: number }[]> {
  const { coverage, coverage_margin_m } = into.manifest;
  const places = await exitsWithin(boxNear(coverage.roads), travel, from.open);
  const toCoverage = distanceToCoverage(coverage.roads);
  const distances_m = await distancesToRoads(places, NAMED_WITHIN_M, travel, into.open);
  return places
    .map((place, i) => ({ place, distance_m: distances_m[i] }))
    .filter(
      ({ place, distance_m }) =>
        distance_m <= SAME_ROAD_M ||
        toCoverage(place) <= coverage_margin_m.roads + Math.max(AT_PLACE_M, gap_m),
    );
}

function compareCoverages(
  data: keyof Coverage,
  { manifest: own }: PlacedDataset,
  { manifest: other }: PlacedDataset,
  third: readonly PlacedDataset[],
): (CoverageBorder & { readonly touches: boolean }) | null {
  const [a, b] = [own.coverage[data], other.coverage[data]];
  if (!a || !b) return null;
  const same_m = AT_PLACE_M + own.coverage_margin_m[data] + other.coverage_margin_m[data];
  const others = third.flatMap(({ manifest }) => {
    const zone = manifest.coverage[data];
    return zone ? [{ distanceTo: distanceToCoverage(zone), margin_m: manifest.coverage_margin_m[data] }] : [];
  });
  const isCovered = (place: Position): boolean =>
    others.some(({ distanceTo, margin_m }) => distanceTo(place) <= margin_m + AT_PLACE_M);
  const { touches, gap } = measureBorder(a, boxNear(b), distanceToCoverage(b), same_m, isCovered);
  const shared_km2 = sharedArea_m2(a, b) / M2_PER_KM2;
  return {
    shared_km2,
    shared_width_m: Math.max(0, ...commonLand(a, b).map(meanWidth_m)),
    gap,
    touches: touches || gap !== null || shared_km2 >= LEAST_SHARED_KM2,
  };
}
