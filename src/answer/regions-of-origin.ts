/** Chooses the regions whose roads contain an origin, the one that covers most of its likely reach first. */
import { ENDPOINTS, type Endpoint } from '../endpoints.ts';
import { cannotServe, type Result, success } from '../failures.ts';
import type { LiveRegion } from '../format/live-regions.ts';
import type { Coverage } from '../format/manifest.ts';
import type { Layer } from '../format/tile-sets.ts';
import { boxAround, type Position, ringOfBox } from '../geo/positions.ts';
import type { IsochroneQuery } from '../isochrone/compute-isochrone.ts';
import { sortedByShares } from './compare-shares.ts';
import { contains, coveredShareOf, type LiveCoverages } from './covered-share.ts';
import { fastReach, likelyReach } from './reach-box.ts';
import { COMPARED } from './regions-near.ts';
import { exchanged, exchangeHint } from './require-covered.ts';

/**
 * @param regions whose boxes contain the origin, likeliest first
 * @returns 422 if no coverage does, with a hint if longitude and latitude look exchanged
 */
export async function regionsOfOrigin(
  query: IsochroneQuery,
  endpoint: Endpoint,
  regions: readonly LiveRegion[],
  coverages: LiveCoverages,
): Promise<Result<readonly LiveRegion[]>> {
  const { origin } = query;
  const layer = ENDPOINTS[endpoint];
  for (let first = 0; first < regions.length; first += COMPARED) {
    const containing = await containingOrigin(origin, regions.slice(first, first + COMPARED), coverages);
    if (containing.length > 0) return success(likeliestFirst(containing, query, layer));
  }
  const near = coverages.live.overlapping('roads', boxAround(origin, 0)).slice(0, COMPARED);
  const [lacking] = await containingOrigin(origin, near, coverages);
  if (lacking) {
    return cannotServe(
      'no-such-data',
      `The region ${lacking.region.region} at lon, lat has no data for ${endpoint}.`,
    );
  }
  const turned = exchanged(origin);
  const nearTurned = coverages.live.overlapping('roads', boxAround(turned, 0)).slice(0, COMPARED);
  const [other] = await containingOrigin(turned, nearTurned, coverages);
  const hint = other ? exchangeHint('it', other.region) : '';
  return cannotServe(
    'not-covered',
    `The origin (lon, lat) lies outside the road data of every region served.${hint}`,
  );
}

interface CoveredRegion {
  readonly region: LiveRegion;
  readonly coverage: Coverage;
}

async function containingOrigin(
  origin: Position,
  regions: readonly LiveRegion[],
  { coverageOf }: LiveCoverages,
): Promise<CoveredRegion[]> {
  const covered = await Promise.all(
    regions.map(async (region) => ({ region, coverage: await coverageOf(region) })),
  );
  return covered.filter(({ coverage }) => contains(coverage.roads, origin));
}

function likeliestFirst(
  regions: readonly CoveredRegion[],
  query: IsochroneQuery,
  layer: Layer,
): readonly LiveRegion[] {
  if (regions.length === 1) return [regions[0].region];
  const [likely, fast] = [likelyReach(query), fastReach(query)].map((box) => [[ringOfBox(box)]]);
  return sortedByShares(
    regions,
    ({ coverage }) => coveredShareOf(likely, coverage[layer] ?? []),
    ({ coverage }) => coveredShareOf(fast, coverage.roads),
  ).map(({ region }) => region);
}
