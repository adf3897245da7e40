/** Answers a parsed query: takes its zone or computes an isochrone, divides it among regions, and counts the people in it. */
import type { ResultCache } from '../cache/result-cache.ts';
import { countPeople } from '../count/count-people.ts';
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { cannotServe, type Result, success } from '../failures.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import type { Layer } from '../format/tile-sets.ts';
import type { Cell } from '../geo/cells.ts';
import type { Polygon, Zone } from '../geo/positions.ts';
import { computeIsochrone, type Isochrone, type IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import type { RoadsOfRegion } from '../isochrone/search-across-borders.ts';
import type { Area, CountQuery } from '../request/parse-count-query.ts';
import { countBody, countHeaders } from '../response/count-body.ts';
import { type CountedDataset, detailsOf } from '../response/details.ts';
import type { DatasetReader } from '../storage/dataset-reader.ts';
import type { LiveCoverages } from './covered-share.ts';
import { type CountedPart, divideZone } from './divide-zone.ts';
import { predictAlongEdge, predictObjects } from './predict-objects.ts';
import type { RegionsNear } from './regions-near.ts';
import { regionsOfOrigin } from './regions-of-origin.ts';
import { requireCoveredIsochrone, requireCoveredZone } from './require-covered.ts';

/** Runs a phase of the answer and measures its time, for logs and `Server-Timing`. */
export type MeasurePhase = <T>(name: string, run: () => T | Promise<T>) => Promise<T>;

export interface AnswerContext extends LiveCoverages {
  readonly near: RegionsNear;
  readonly openDataset: (region: LiveRegion) => Promise<DatasetReader>;
  /** Prefetches objects, of which the most urgent come first. */
  readonly prefetch: (objects: readonly string[]) => void;
  readonly cache: ResultCache;
  readonly isochroneKey: (versions: readonly string[], query: IsochroneQuery) => Promise<string>;
  readonly measure: MeasurePhase;
}

export interface Answer {
  /** Body as JSON text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isochroneWasCached: boolean;
}

interface LocatedZone {
  readonly zone: Zone;
  readonly parts: readonly CountedPart[];
  readonly reached: Reached | null;
}

interface FoundIsochrone {
  readonly isochrone: Isochrone;
  readonly wasCached: boolean;
}

interface Reached extends FoundIsochrone {
  /** Readers of the regions whose roads were used. */
  readonly roads: readonly DatasetReader[];
  readonly parts: readonly CountedPart[];
}

export async function answerCount(
  endpoint: Endpoint,
  query: CountQuery,
  context: AnswerContext,
): Promise<Result<Answer>> {
  const layer = ENDPOINTS[endpoint];
  const { area, details: hasUnits } = query;
  const located =
    area.option === 'zone'
      ? await locateZone(area.zone, endpoint, context)
      : await locateIsochrone(area.isochrone, endpoint, context);
  if (!located.ok) return located;
  const { zone, parts, reached } = located.value;
  const isochrone = reached?.isochrone ?? null;
  const counted = await context.measure('count', () => countParts(layer, parts, hasUnits, context));
  const people = counted.reduce((sum, { count }) => sum + count.people, 0);
  const [{ count }] = counted;
  const details = query.details
    ? detailsOf(
        counted,
        layer,
        count.gridZone ?? zone,
        isochrone && { ...isochrone, roads: reached!.roads.map(({ manifest }) => manifest) },
      )
    : null;
  const body = countBody(endpoint, { people, gridZone: count.gridZone }, isochrone, details);
  return success({
    body,
    headers: countHeaders(isochrone),
    isochroneWasCached: reached?.wasCached ?? false,
  });
}

/** Counts one part after the other, so that one alone is in memory; the first is the whole zone. */
async function countParts(
  layer: Layer,
  parts: readonly CountedPart[],
  hasUnits: boolean,
  context: AnswerContext,
): Promise<CountedDataset[]> {
  const [whole] = parts;
  const counted: CountedDataset[] = [];
  for (const part of parts) {
    const dataset = await context.openDataset(part.region);
    const options = { hasUnits, hasSlivers: part.zone === whole.zone };
    const count = await countPeople(layer, part.zone, dataset, options);
    counted.push({ ...part, manifest: dataset.manifest, count });
  }
  return counted;
}

async function locateZone(
  polygon: Polygon,
  endpoint: Endpoint,
  context: AnswerContext,
): Promise<Result<LocatedZone>> {
  const layer = ENDPOINTS[endpoint];
  const { counts } = context.near;
  const prefetch = (region: LiveRegion): void =>
    context.prefetch(predictObjects({ option: 'zone', zone: polygon }, layer, region));
  const [only, ...others] = counts;
  // Reads objects together with the coverage where the region is known.
  const isKnown = only && others.length === 0;
  if (isKnown) prefetch(only);
  const covered = await context.measure('coverage', () =>
    requireCoveredZone(polygon, endpoint, counts, context),
  );
  if (!covered.ok) return covered;
  if (!isKnown) for (const { region } of covered.value) prefetch(region);
  return success({ zone: [polygon], parts: covered.value, reached: null });
}

/** Computes the isochrone from the roads of the likeliest region, or else of another one that has roads at the origin. */
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
  if (first.ok || !next) return requireLocated(first, endpoint);
  const second = await reachFrom(next, query, endpoint, context, choosing);
  return requireLocated(second.ok ? second : first, endpoint);
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
  const { roadsInReach } = context.near;
  const others = roadsInReach.filter(({ version }) => version !== region.version);
  const key = await context.isochroneKey(
    [region, ...others].map(({ version }) => version),
    query,
  );
  const opening = context.openDataset(region);
  const computing = async (): Promise<Result<Isochrone>> => {
    prefetch({ option: 'isochrone', isochrone: query });
    const chosen = await choosing;
    if (!chosen.ok) return chosen;
    const onEdge = (entered: readonly Cell[]): void =>
      context.prefetch(predictAlongEdge(query, entered, layer, region.sets));
    const [home, ...neighbours] = [region, ...others].map((one) => roadsOf(one, context));
    return computeIsochrone(query, home, neighbours, onEdge);
  };
  const looking = context.measure('isochrone', async (): Promise<Result<FoundIsochrone>> => {
    const kept = await context.cache.find(key);
    if (kept) {
      const isochrone = JSON.parse(kept.body) as Isochrone;
      prefetch({ option: 'zone', zone: isochrone.zone.flat() });
      return success({ isochrone, wasCached: true });
    }
    const computed = await computing();
    if (!computed.ok) return computed;
    context.cache.storeAfterAnswer(key, () => JSON.stringify(computed.value));
    return success({ isochrone: computed.value, wasCached: false });
  });
  const [own, found] = await Promise.all([opening, looking]);
  if (!found.ok) return found;
  const { entered } = found.value.isochrone;
  const used = others.filter(({ version }) => entered.includes(version));
  const roads = [own, ...(await Promise.all(used.map(context.openDataset)))];
  const divided = await context.measure('coverage', () =>
    divideZone(
      found.value.isochrone.zone,
      layer,
      context.near.counts,
      context.coverageOf,
      'isochrone from lon, lat',
    ),
  );
  return divided.ok ? success({ ...found.value, roads, parts: divided.value }) : divided;
}

const roadsOf = (region: LiveRegion, { openDataset }: AnswerContext): RoadsOfRegion => ({
  version: region.version,
  box: region.boxes.roads!,
  coverage: async () => {
    const { coverage, coverage_margin_m } = (await openDataset(region)).manifest;
    return { zone: coverage.roads, margin_m: coverage_margin_m.roads };
  },
  open: () => openDataset(region),
});

function requireLocated(found: Result<Reached>, endpoint: Endpoint): Result<LocatedZone> {
  if (!found.ok) return found;
  const { isochrone, roads, parts } = found.value;
  if (isochrone.cut && roads.some(({ manifest }) => manifest.cut_isochrones === 'refuse')) {
    return cannotServe(
      'roads-end',
      'The isochrone from lon, lat reaches the edge of the road data with time left: ask for a shorter time or an origin farther inside.',
    );
  }
  const covered = requireCoveredIsochrone(endpoint, parts);
  if (!covered.ok) return covered;
  return success({ zone: isochrone.zone, parts, reached: found.value });
}
