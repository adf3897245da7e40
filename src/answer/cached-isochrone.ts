import type { ResultCache } from '../cache/result-cache.ts';
import type { Result } from '../failures.ts';
import type { Isochrone } from '../isochrone/compute-isochrone.ts';

export interface FoundIsochrone {
  readonly isochrone: Isochrone;
  readonly wasCached: boolean;
}

/** Takes an isochrone from the cache of results, or computes and stores it. */
export async function cachedIsochrone(
  cache: ResultCache,
  key: string,
  compute: () => Promise<Result<Isochrone>>,
): Promise<Result<FoundIsochrone>> {
  const kept = await cache.find(key);
  if (kept) {
    const isochrone = JSON.parse(kept.body) as Isochrone;
    return { ok: true, value: { isochrone, wasCached: true } };
  }
  const computed = await compute();
  if (!computed.ok) return computed;
  cache.storeAfterAnswer(key, () => JSON.stringify(computed.value));
  return { ok: true, value: { isochrone: computed.value, wasCached: false } };
}
