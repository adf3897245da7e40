/** Builds `details` of an answer: dataset, coverage, area, interval, origin of an isochrone. */
import type * as v from 'valibot';
import { intervalOf } from '../count/count-interval.ts';
import type { PeopleCount } from '../count/count-people.ts';
import type { Manifest } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';
import { areaOfZone_m2 } from '../geo/area.ts';
import type { Zone } from '../geo/positions.ts';
import type { Isochrone } from '../isochrone/compute-isochrone.ts';
import type { detailsSchema } from './answer-schemas.ts';

export type Details = v.InferOutput<typeof detailsSchema>;
export type DatasetDetails = Details['dataset'];

/** `built_at` is a time in ISO 8601. */
export interface DescribedDataset {
  readonly manifest: Manifest;
  readonly built_at: string;
}

/** @param isochrone is `null` where the caller gave the zone */
export function detailsOf(
  dataset: DescribedDataset,
  layer: Layer,
  count: PeopleCount,
  zone: Zone,
  coveredShare: number,
  isochrone: Isochrone | null,
): Details {
  const interval = intervalOf(dataset.manifest.error_model, layer, count);
  return {
    dataset: datasetDetailsOf(dataset),
    coverage: Number(coveredShare.toFixed(4)),
    area_m2: Math.round(areaOfZone_m2(count.gridZone ?? zone)),
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

export function datasetDetailsOf({ manifest, built_at }: DescribedDataset): DatasetDetails {
  return {
    region: manifest.region,
    version: manifest.version,
    built_at,
    simulated: manifest.simulated,
    sources: manifest.sources.map(({ role, vintage, attribution }) => ({ role, vintage, attribution })),
  };
}
