/**
 * Builds the Hono app: routes with their middleware. A count passes key check, rate limit, parsing, result cache and admission.
 */
import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import { Admission } from './admission/admission.ts';
import { callsOf, loadOf } from './admission/load-of-area.ts';
import { answerCount } from './answer/answer-count.ts';
import { regionsNear, versionsOf } from './answer/regions-near.ts';
import { CacheState } from './cache/cache-state.ts';
import { ResultCache } from './cache/result-cache.ts';
import { etagOf, resultKey } from './cache/result-key.ts';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint, HEALTH_PATH, OPENAPI_PATH, pathOf } from './endpoints.ts';
import type { LiveRegion } from './format/live-regions.ts';
import { MAX_CACHED_RESULT_BYTES, MAX_LOADED_BYTES, TIMEOUTS, type Timeouts } from './limits.ts';
import { serveOpenApi } from './openapi/serve-openapi.ts';
import { CallerKeys, keysStore } from './request/caller-keys.ts';
import { limitQuery } from './request/limit-query.ts';
import { isWithinRate, limitRate } from './request/limit-rate.ts';
import { openStorage } from './request/open-storage.ts';
import { parseCountQuery } from './request/parse-count-query.ts';
import { requireCaller } from './request/require-caller.ts';
import { answerOptions } from './response/answer-options.ts';
import { fail, failThrown } from './response/fail.ts';
import { reportRequests } from './response/report-requests.ts';
import { sendResult } from './response/send-result.ts';
import { setCommonHeaders } from './response/set-common-headers.ts';
import { stateRatePolicy } from './response/state-rate-policy.ts';
import { MAP_REGIONS_PATH, NAMES_PATH } from './routes/map-region.ts';
import { BASEMAP_TILE_PATH, serveBasemapTile } from './routes/serve-basemap-tile.ts';
import { DENSITY_TILE_PATH, serveDensityTile } from './routes/serve-density-tile.ts';
import { serveHealth } from './routes/serve-health.ts';
import { serveMapRegions } from './routes/serve-map-regions.ts';
import { serveNames } from './routes/serve-names.ts';
import type { IsolateMemory, ServiceEnv } from './service-env.ts';
import { CachedCurrent, readManifest } from './storage/cached-current.ts';
import { DatasetReader } from './storage/dataset-reader.ts';
import { LoadedObjects } from './storage/loaded-objects.ts';
import { rereadDamaged } from './storage/reread-damaged.ts';

export function createApp(timeouts: Timeouts = TIMEOUTS): Hono<ServiceEnv> {
  const keys = new CallerKeys();
  const memory: IsolateMemory = {
    current: new CachedCurrent(),
    objects: new LoadedObjects(MAX_LOADED_BYTES),
    results: new LoadedObjects(MAX_CACHED_RESULT_BYTES),
    cache: new CacheState(),
    admission: new Admission(),
  };

  const app = new Hono<ServiceEnv>();
  app.use(reportRequests(), setCommonHeaders());
  for (const path of [...ENDPOINT_NAMES.map(pathOf), DENSITY_TILE_PATH]) app.use(path, stateRatePolicy());
  app.use(limitQuery());
  const serve = (
    path: string,
    ...handlers: (MiddlewareHandler<ServiceEnv> | Handler<ServiceEnv>)[]
  ): void => {
    app.options(path, answerOptions);
    app.on('GET', [path], ...handlers);
    app.all(path, (c) => fail(c, { kind: 'method-not-allowed' }));
  };
  const withKey = [openStorage(memory, timeouts), requireCaller(keys), limitRate('key', timeouts.rate_ms)];
  for (const endpoint of ENDPOINT_NAMES)
    serve(pathOf(endpoint), ...withKey, serveCount(endpoint, memory, timeouts));
  serve(DENSITY_TILE_PATH, ...withKey, serveDensityTile(memory));
  const readKeys = (c: Context<ServiceEnv>): Promise<unknown> =>
    keys.readAll(keysStore(c.env.KEYS, timeouts));
  serve(HEALTH_PATH, serveHealth(timeouts, readKeys));
  serve(OPENAPI_PATH, serveOpenApi());
  const limitAddress = limitRate('address', timeouts.rate_ms);
  serve(MAP_REGIONS_PATH, limitAddress, serveMapRegions(memory, timeouts));
  serve(NAMES_PATH, limitAddress, serveNames(memory, timeouts));
  serve(BASEMAP_TILE_PATH, limitAddress, serveBasemapTile(memory, timeouts));
  app.get('/docs/*', (c) => c.redirect('/docs'));
  app.notFound((c) => fail(c, { kind: 'unknown-path' }));
  app.onError((cause, c) => failThrown(c, cause));
  return app;
}

function serveCount(endpoint: Endpoint, memory: IsolateMemory, timeouts: Timeouts): Handler<ServiceEnv> {
  return async function serveCount(c) {
    const { report } = c.var;
    const url = new URL(c.req.url);
    const query = parseCountQuery(url.searchParams);
    if (!query.ok) return fail(c, query.failure);
    const { area } = query.value;
    report.option = area.option;
    const load = loadOf(area);
    const calls = callsOf(load);
    c.set('calls', calls);
    // The middleware has counted one.
    if (calls > 1 && !(await isWithinRate(c, 'key', timeouts.rate_ms, calls - 1)))
      return fail(c, { kind: 'rate-limited', counted: 'key' });

    const { tiles } = c.var.storage;
    const cache = new ResultCache(memory.results, c.var.storage.cache);
    return rereadDamaged(tiles, async (source, track) => {
      const live = await report.phase('current', () =>
        source === tiles ? c.var.storage.live() : memory.current.regions(source, { refresh: true }),
      );
      const codeVersion = c.env.CODE_VERSION.id;
      const near = regionsNear(area, ENDPOINTS[endpoint], live);
      const question = [c.var.caller.key, endpoint, query.value];
      const key = await resultKey(url.origin, 'count', codeVersion, versionsOf(near), question);
      const cached = await report.phase('cache', () => cache.find(key));
      if (cached) return sendResult(c, cached, 'hit');

      const leave = await memory.admission.enter(c.var.caller.key, load, timeouts.admission_ms);
      if (!leave) return fail(c, { kind: 'busy' });
      const manifestOf = onceByVersion((region) => readManifest(region, source, memory.objects));
      const answer = await answerCount(endpoint, query.value, {
        live,
        near,
        coverageOf: async (region) => (await manifestOf(region)).coverage,
        openDataset: onceByVersion(async (region) => {
          const dataset = new DatasetReader(await manifestOf(region), source, memory.objects);
          track(dataset);
          report.works.push(dataset.work);
          return dataset;
        }),
        prefetch: (objects) =>
          source.prefetch?.(
            objects.filter((object) => memory.objects.get(object) === undefined),
            (absent) => memory.objects.store(absent, null, 0),
          ),
        cache,
        isochroneKey: (versions, isochrone) =>
          resultKey(url.origin, 'isochrone', codeVersion, versions, [c.var.caller.key, isochrone]),
        measure: (name, run) => report.phase(name, run),
      }).finally(leave);
      if (!answer.ok) return fail(c, answer.failure);
      const { body, headers, isochroneWasCached } = answer.value;
      const etag = await etagOf(body);
      const result = cache.store(key, body, etag, headers);
      return sendResult(c, result, isochroneWasCached ? 'isochrone-hit' : 'miss');
    });
  };
}

function onceByVersion<T>(read: (region: LiveRegion) => Promise<T>): (region: LiveRegion) => Promise<T> {
  const begun = new Map<string, Promise<T>>();
  return (region) => {
    const reading = begun.get(region.version) ?? read(region);
    begun.set(region.version, reading);
    return reading;
  };
}
