/** Builds `details` of an answer: datasets, coverage, area, interval, origin of an isochrone. */
import type * as v from 'valibot';
import { combinedInterval, intervalOf } from '../count/count-interval.ts';
import type { PeopleCount } from '../count/count-people.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import type { Manifest, Source } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import type { Zone } from '../geo/positions.ts';
import type { Isochrone } from '../isochrone/compute-isochrone.ts';
import type { detailsSchema } from './answer-schemas.ts';

export type Details = v.InferOutput<typeof detailsSchema>;
export type DatasetDetails = Omit<Details['datasets'][number], 'share_of_people' | 'share_of_area'>;

/** What a region counted in its part of the zone. */
export interface CountedDataset {
  readonly region: Pick<LiveRegion, 'built_at'>;
  readonly manifest: Manifest;
  readonly count: PeopleCount;
  /** Share of the whole zone's area that the region covers. */
  readonly coveredShare: number;
}

interface ComputedIsochrone extends Isochrone {
  /** Manifests of the regions whose roads were used. */
  readonly roads: readonly Manifest[];
}

/**
 * @param counted at least one, that with the largest part first
 * @param zone whose cells or area were counted
 * @param isochrone is `null` if the caller gave the zone
 */
export function detailsOf(
  counted: readonly CountedDataset[],
  layer: Layer,
  zone: Zone,
  isochrone: ComputedIsochrone | null,
): Details {
  const people = counted.reduce((sum, { count }) => sum + count.people, 0);
  const coverage = counted.reduce((sum, { coveredShare }) => sum + coveredShare, 0);
  const interval = combinedInterval(
    counted.map(({ manifest, count }) => ({
      people: count.people,
      interval: intervalOf(manifest.error_model, layer, count),
    })),
  );
  return {
    datasets: counted.map((one) => ({
      ...datasetDetailsOf({
        manifest: isochrone
          ? { ...one.manifest, sources: [...sourcesOf(one, counted, isochrone.roads)] }
          : one.manifest,
        built_at: one.region.built_at,
      }),
      share_of_people: people > 0 ? share(one.count.people / people) : 0,
      share_of_area: share(one.coveredShare),
    })),
    coverage: share(Math.min(1, coverage)),
    area_m2: Math.round(areaOfZone_m2(zone)),
    interval: interval && isochrone?.cut ? { ...interval, high: null } : interval,
    ...(isochrone && {
      origin: {
        lon: isochrone.origin[0],
        lat: isochrone.origin[1],
        distance_m: Number(isochrone.originDistance_m.toFixed(1)),
      },
      cut: isochrone.cut,
    }),
  };
}

const share = (of: number): number => Number(of.toFixed(4));

const isOfRoads = ({ role }: Source): boolean => role === 'roads';

/** Lists as sources the roads that were used; those of regions that count nobody here are listed with the first dataset. */
function sourcesOf(
  { manifest }: CountedDataset,
  counted: readonly CountedDataset[],
  roads: readonly Manifest[],
): readonly Source[] {
  const isUsed = roads.some(({ version }) => version === manifest.version);
  const own = isUsed ? manifest.sources : manifest.sources.filter((source) => !isOfRoads(source));
  if (manifest !== counted[0].manifest) return own;
  const versions = counted.map((one) => one.manifest.version);
  const others = roads.filter(({ version }) => !versions.includes(version));
  return [...others.flatMap(({ sources }) => sources.filter(isOfRoads)), ...own];
}

export function datasetDetailsOf({
  manifest,
  built_at,
}: {
  readonly manifest: Manifest;
  /** The time is in ISO 8601. */
  readonly built_at: string;
}): DatasetDetails {
  return {
    region: manifest.region,
    version: manifest.version,
    built_at,
    builder_version: manifest.builder_version,
    simulated: manifest.simulated,
    sources: manifest.sources.map(({ role, vintage, attribution }) => ({ role, vintage, attribution })),
  };
}
