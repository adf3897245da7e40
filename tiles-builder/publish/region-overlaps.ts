/** Finds overlaps with other live regions by the area that both cover. */
import { DamagedTile } from '../../src/format/envelope.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import { COVERED, type Coverage, type Manifest } from '../../src/format/manifest.ts';
import { boundingBoxOf, boxesOverlap } from '../../src/geo/positions.ts';
import { sharedArea_m2 } from '../../src/geo/shared-area.ts';
import { whole } from '../base/numbers/whole-number.ts';
import type { Bucket } from './bucket.ts';
import { readStoredManifest } from './stored-dataset.ts';

export const M2_PER_KM2 = 1e6;
/** Smaller overlaps are simplified borders. */
export const LEAST_SHARED_KM2 = 0.01;

export interface RegionOverlap {
  readonly region: string;
  readonly version: string;
  /** By kind of data. */
  readonly shared_km2: Readonly<Record<keyof Coverage, number>>;
}

/**
 * @param live other versions of the dataset's region are skipped
 * @returns by region, without damaged ones
 */
export async function overlapsOf(
  { region, coverage }: Pick<Manifest, 'region' | 'coverage'>,
  live: readonly LiveRegion[],
  bucket: Bucket,
): Promise<RegionOverlap[]> {
  const overlaps: RegionOverlap[] = [];
  for (const other of live) {
    if (other.region === region || !mayOverlap(coverage, other)) continue;
    const manifest = await readStoredManifest(other, bucket).catch((cause) => {
      if (cause instanceof DamagedTile) return null;
      throw cause;
    });
    if (!manifest) continue;
    const shared_km2 = sharedAreas(coverage, manifest.coverage);
    if (!COVERED.some((data) => shared_km2[data] >= LEAST_SHARED_KM2)) continue;
    overlaps.push({
      region: other.region,
      version: other.version,
      shared_km2,
    });
  }
  return overlaps;
}

const mayOverlap = (coverage: Coverage, { boxes }: LiveRegion): boolean =>
  COVERED.some((data) => {
    const [own, other] = [coverage[data], boxes[data]];
    return own !== null && other !== null && boxesOverlap(boundingBoxOf(own.flat()), other);
  });

function sharedAreas(a: Coverage, b: Coverage): Record<keyof Coverage, number> {
  const areaOf = (data: keyof Coverage): number => {
    const [own, other] = [a[data], b[data]];
    return own && other ? sharedArea_m2(own, other) / M2_PER_KM2 : 0;
  };
  return { roads: areaOf('roads'), living: areaOf('living'), working: areaOf('working') };
}

export const describeOverlaps = (overlaps: readonly RegionOverlap[]): string[] =>
  overlaps.map(({ region, shared_km2 }) => {
    const shared = COVERED.filter((data) => shared_km2[data] >= LEAST_SHARED_KM2);
    const areas = shared.map((data) => `${data} ${squareKilometres(shared_km2[data])}`).join(', ');
    const layers = shared.filter((data) => data !== 'roads').join(' and ');
    const rule = layers ? `. For ${layers}, the region that covers more of a zone counts there` : '';
    return `  overlaps ${region}: ${areas}${rule}.`;
  });

export const squareKilometres = (area_km2: number): string =>
  `${area_km2 < 10 ? area_km2.toFixed(2) : whole(area_km2)} km²`;
