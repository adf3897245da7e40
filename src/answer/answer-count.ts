/** Answers a parsed query: selects the region, takes the given zone or computes an isochrone, counts its people. */
import type { ResultCache } from '../cache/result-cache.ts';
import { countPeople } from '../count/count-people.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { cannotServe, type Result, success } from '../failures.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import type { Manifest, Source } from '../format/manifest.ts';
import type { Cell } from '../geo/cells.ts';
import type { Polygon, Zone } from '../geo/positions.ts';
import { computeIsochrone, type Isochrone, type IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import type { Area, CountQuery } from '../request/parse-count-query.ts';
import { countBody, countHeaders } from '../response/count-body.ts';
import { detailsOf } from '../response/details.ts';
import type { DatasetReader } from '../storage/dataset-reader.ts';
import { cachedIsochrone, type FoundIsochrone } from './cached-isochrone.ts';
import {
  bestCovering,
  type CoveringRegion,
  type LiveCoverages,
  regionsOfOrigin,
  requireCoveredIsochrone,
  requireCoveredZone,
} from './choose-region.ts';
import { predictAlongEdge, predictObjects } from './predict-objects.ts';
import { mayCover, type RegionsNear } from './regions-near.ts';

export type MeasurePhase = <T>(name: string, run: () => T | Promise<T>) => Promise<T>;

export interface AnswerContext extends LiveCoverages {
  readonly near: RegionsNear;
  readonly openDataset: (region: LiveRegion) => Promise<DatasetReader>;
  /** Most urgent first. */
  readonly prefetch: (objects: readonly string[]) => void;
  readonly cache: ResultCache;
  readonly isochroneKey: (version: string, query: IsochroneQuery) => Promise<string>;
  readonly measure: MeasurePhase;
}

export interface Answer {
  /** JSON text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isochroneWasCached: boolean;
}

interface LocatedZone extends CoveringRegion {
  readonly zone: Zone;
  readonly dataset: DatasetReader;
  readonly reached: Reached | null;
}

interface Reached extends FoundIsochrone {
  readonly region: LiveRegion;
  readonly dataset: DatasetReader;
  readonly best: CoveringRegion | null;
}

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
  const { region, zone, coveredShare, dataset, reached } = located.value;
  const isochrone = reached?.isochrone ?? null;
  const count = await context.measure('count', () =>
    countPeople(layer, zone, dataset, { hasUnits: query.details }),
  );
  const details = query.details
    ? detailsOf(
        { manifest: manifestOf(dataset, reached), built_at: region.built_at },
        layer,
        count,
        zone,
        coveredShare,
        isochrone,
      )
    : null;
  const body = countBody(endpoint, count, isochrone, details);
  return success({
    body,
    headers: countHeaders(isochrone),
    isochroneWasCached: reached?.wasCached ?? false,
  });
}

function manifestOf({ manifest }: DatasetReader, reached: Reached | null): Manifest {
  if (!reached || reached.dataset.manifest.version === manifest.version) return manifest;
  const isOfRoads = ({ role }: Source): boolean => role === 'roads';
  const roads = reached.dataset.manifest.sources.filter(isOfRoads);
  return { ...manifest, sources: [...roads, ...manifest.sources.filter((source) => !isOfRoads(source))] };
}

async function locateZone(
  zone: Polygon,
  endpoint: Endpoint,
  context: AnswerContext,
): Promise<Result<LocatedZone>> {
  const layer = ENDPOINTS[endpoint];
  const { counts } = context.near;
  const prefetch = (region: LiveRegion): void =>
    context.prefetch(predictObjects({ option: 'zone', zone }, layer, region));
  const [only, ...others] = counts;
  // Reads objects together with the coverage where the region is known.
  const isKnown = only && others.length === 0;
  if (isKnown) prefetch(only);
  const covering = await context.measure('coverage', async () => {
    const best = await bestCovering([zone], layer, counts, context.coverageOf);
    return requireCoveredZone(zone, endpoint, best, context);
  });
  if (!covering.ok) return covering;
  const { region } = covering.value;
  if (!isKnown) prefetch(region);
  return success({
    ...covering.value,
    zone: [zone],
    dataset: await context.openDataset(region),
    reached: null,
  });
}

/** Computes the isochrone on one region's roads, or else on one other's, and counts in the region that covers most of it. */
async function locateIsochrone(
  query: IsochroneQuery,
  endpoint: Endpoint,
  context: AnswerContext,
): Promise<Result<LocatedZone>> {
  const { roads } = context.near;
  const choosing = context.measure('coverage', () => regionsOfOrigin(query, endpoint, roads, context));
  const [guess, ...others] = roads;
  // Looks in the cache while the coverage is read.
  const early = guess && others.length === 0 ? reachFrom(guess, query, endpoint, context, choosing) : null;
  const [chosen, found] = await Promise.all([choosing, early]);
  if (!chosen.ok) return chosen;
  const [region, next] = chosen.value;
  const first = found ?? (await reachFrom(region, query, endpoint, context, choosing));
  const located = await requireLocated(first, endpoint, context);
  const other = first.ok ? lessCut(first.value, chosen.value) : next;
  if (!other) return located;
  const second = await reachFrom(other, query, endpoint, context, choosing);
  const locatedOnOther = await requireLocated(second, endpoint, context);
  return locatedOnOther.ok ? locatedOnOther : located;
}

/** Region that covers most of a cut isochrone and has roads at the origin. */
function lessCut(
  { isochrone, region, best }: Reached,
  regions: readonly LiveRegion[],
): LiveRegion | undefined {
  if (!isochrone.cut || best?.region.version === region.version) return undefined;
  return regions.find(({ version }) => version === best?.region.version);
}

/** @param choosing fails where no region has roads at the origin */
async function reachFrom(
  region: LiveRegion,
  query: IsochroneQuery,
  endpoint: Endpoint,
  context: AnswerContext,
  choosing: Promise<Result<unknown>>,
): Promise<Result<Reached>> {
  const layer = ENDPOINTS[endpoint];
  const prefetch = (area: Area): void => context.prefetch(predictObjects(area, layer, region));
  const key = await context.isochroneKey(region.version, query);
  const opening = context.openDataset(region);
  const computing = async (): Promise<Result<Isochrone>> => {
    prefetch({ option: 'isochrone', isochrone: query });
    const chosen = await choosing;
    if (!chosen.ok) return chosen;
    const onEdge = (entered: readonly Cell[]): void =>
      context.prefetch(predictAlongEdge(query, entered, layer, region.sets));
    return computeIsochrone(query, await opening, onEdge);
  };
  const looking = context.measure('isochrone', async () => {
    const found = await cachedIsochrone(context.cache, key, computing);
    if (found.ok && found.value.wasCached)
      prefetch({ option: 'zone', zone: found.value.isochrone.zone.flat() });
    return found;
  });
  const [dataset, found] = await Promise.all([opening, looking]);
  if (!found.ok) return found;
  const best = await context.measure('coverage', () => {
    const { zone } = found.value.isochrone;
    return bestCovering(zone, layer, mayCover(zone, layer, context.near.counts), context.coverageOf);
  });
  return success({ ...found.value, region, dataset, best });
}

async function requireLocated(
  found: Result<Reached>,
  endpoint: Endpoint,
  context: AnswerContext,
): Promise<Result<LocatedZone>> {
  if (!found.ok) return found;
  const { isochrone, dataset, best } = found.value;
  if (isochrone.cut && dataset.manifest.cut_isochrones === 'refuse') {
    return cannotServe(
      'The isochrone from lon, lat reaches the edge of the road data with time left: ask for a shorter time or an origin farther inside.',
    );
  }
  const covering = requireCoveredIsochrone(endpoint, best);
  if (!covering.ok) return covering;
  const { zone } = isochrone;
  return success({
    ...covering.value,
    zone,
    dataset: await context.openDataset(covering.value.region),
    reached: found.value,
  });
}
