/** The middle of a request's way: which region answers, the zone, the people in it. Plain data in, a body out. */
import type { ResultCache } from '../cache/result-cache.ts';
import { countPeople } from '../count/count-people.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { cannotServe, type Result, success } from '../failures.ts';
import type { Layer } from '../format/tile-sets.ts';
import type { Cell } from '../geo/cells.ts';
import type { Polygon, Zone } from '../geo/positions.ts';
import { computeIsochrone, type Isochrone, type IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import type { Area, CountQuery } from '../request/parse-count-query.ts';
import { countBody } from '../response/count-body.ts';
import { detailsOf } from '../response/details.ts';
import type { LiveRegion } from '../storage/current-dataset.ts';
import type { DatasetReader } from '../storage/dataset-reader.ts';
import { type CoveringRegion, coverageOfIsochrone, regionOfOrigin, regionOfZone } from './choose-region.ts';
import { keptIsochrone } from './kept-isochrone.ts';
import { masksAhead, objectsAhead } from './objects-ahead.ts';

/** Measures a phase of a request. */
export type MeasurePhase = <T>(name: string, run: () => T | Promise<T>) => Promise<T>;

/** What answering needs besides the query. */
export interface AnswerContext {
  /** All that are served. */
  readonly live: readonly LiveRegion[];
  readonly openDataset: (region: LiveRegion) => Promise<DatasetReader>;
  /** Begins to read objects, the most urgent first. */
  readonly begin: (objects: readonly string[]) => void;
  readonly cache: ResultCache;
  /** Address of an isochrone's result in the cache. */
  readonly isochroneKey: (version: string, query: IsochroneQuery) => Promise<string>;
  readonly measure: MeasurePhase;
}

export interface Answer {
  /** JSON text. */
  readonly body: string;
  readonly isochroneWasKept: boolean;
}

/** The zone to count in, and the one dataset that it is counted from. */
interface LocatedZone {
  readonly region: LiveRegion;
  readonly zone: Zone;
  readonly coveredShare: number;
  readonly dataset: DatasetReader;
  readonly isochrone: Isochrone | null;
  readonly isochroneWasKept: boolean;
}

/** @throws StorageUnavailable, DamagedTile */
export async function answerCount(
  endpoint: Endpoint,
  query: CountQuery,
  context: AnswerContext,
): Promise<Result<Answer>> {
  const layer = ENDPOINTS[endpoint];
  const { area } = query;
  const located =
    area.option === 'zone'
      ? await locateZone(area.zone, endpoint, context)
      : await locateIsochrone(area.isochrone, endpoint, context);
  if (!located.ok) return located;
  const { region, zone, coveredShare, dataset, isochrone, isochroneWasKept } = located.value;
  const count = await context.measure('count', () => countPeople(layer, zone, dataset));
  const details = query.details
    ? detailsOf(
        { manifest: dataset.manifest, built_at: region.built_at },
        layer,
        count.people,
        zone,
        coveredShare,
        isochrone,
      )
    : null;
  return success({ body: countBody(endpoint, count, isochrone, details), isochroneWasKept });
}

async function locateZone(
  zone: Polygon,
  endpoint: Endpoint,
  context: AnswerContext,
): Promise<Result<LocatedZone>> {
  const covering = await context.measure('coverage', () => regionOfZone(zone, endpoint, context.live));
  if (!covering.ok) return covering;
  const { region, coveredShare } = covering.value;
  const opening = context.openDataset(region);
  context.begin(objectsAhead({ option: 'zone', zone }, ENDPOINTS[endpoint], region));
  const dataset = await opening;
  return success({ region, zone: [zone], coveredShare, dataset, isochrone: null, isochroneWasKept: false });
}

/** Whatever fails in it fails again, and is reported, when the counts are read. */
function prefetchCounts(dataset: DatasetReader, layer: Layer, cells: readonly Cell[]): void {
  dataset.prefetchCounts(layer, cells).catch(() => {});
}

async function locateIsochrone(
  query: IsochroneQuery,
  endpoint: Endpoint,
  context: AnswerContext,
): Promise<Result<LocatedZone>> {
  const region = regionOfOrigin(query.origin, endpoint, context.live);
  if (!region.ok) return region;
  const layer = ENDPOINTS[endpoint];
  const begin = (area: Area): void => context.begin(objectsAhead(area, layer, region.value));
  const key = await context.isochroneKey(region.value.version, query);
  // The cache is asked while the dataset is opened.
  const opening = context.openDataset(region.value);
  const computing = async (): Promise<Result<Isochrone>> => {
    begin({ option: 'isochrone', isochrone: query });
    const dataset = await opening;
    return computeIsochrone(query, dataset, (entered) => {
      context.begin(masksAhead(query, entered, region.value.sets));
      prefetchCounts(dataset, layer, entered);
    });
  };
  const looking = context.measure('isochrone', async () => {
    const found = await keptIsochrone(context.cache, key, computing);
    if (found.ok && found.value.wasKept) begin({ option: 'zone', zone: found.value.isochrone.zone.flat() });
    return found;
  });
  const [dataset, found] = await Promise.all([opening, looking]);
  if (!found.ok) return found;
  const { isochrone, wasKept } = found.value;
  if (isochrone.cut && dataset.manifest.cut_isochrones === 'refuse') {
    return cannotServe(
      'The isochrone from lon, lat reaches the edge of the road data with time left: ask for a shorter time or an origin farther inside.',
    );
  }
  const covered = await context.measure(
    'coverage',
    (): Result<CoveringRegion> => coverageOfIsochrone(isochrone.zone, endpoint, region.value),
  );
  if (!covered.ok) return covered;
  const { coveredShare } = covered.value;
  return success({
    region: region.value,
    zone: isochrone.zone,
    coveredShare,
    dataset,
    isochrone,
    isochroneWasKept: wasKept,
  });
}
