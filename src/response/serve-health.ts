import type { Handler } from 'hono';
import { HEALTH_KEPT_MS, type Timeouts } from '../limits.ts';
import type { ServiceEnv } from '../service-env.ts';
import { readLiveRegions } from '../storage/current-dataset.ts';
import { KeptValue } from '../storage/kept-value.ts';
import { R2TileSource } from '../storage/r2-tile-source.ts';

/** A live region, as far as anybody may know it. */
interface HealthyRegion {
  readonly region: string;
  readonly version: string;
}

/** Tells anybody which code and datasets are live; a 503 where storage does not say. */
export function serveHealth(timeouts: Timeouts): Handler<ServiceEnv> {
  const kept = new KeptValue<readonly HealthyRegion[]>(HEALTH_KEPT_MS, HEALTH_KEPT_MS);
  return async function serveHealth(c) {
    const source = new R2TileSource(c.env.TILES, timeouts);
    const datasets = await kept.get(async () =>
      (await readLiveRegions(source)).map(({ region, version }) => ({ region, version })),
    );
    const { id: version } = c.env.CODE_VERSION;
    return c.json({ success: true, error: '', version, datasets, storage: 'reachable' });
  };
}
