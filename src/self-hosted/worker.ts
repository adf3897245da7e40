/**
 * Entry point in workerd without Cloudflare (config.capnp), with folders in place of R2, memory in place of cache and rate
 * limiter.
 */
import packageJson from '../../package.json' with { type: 'json' };
import { createApp } from '../app.ts';
import { CALLS_PER_ADDRESS, CALLS_PER_KEY } from '../limits.ts';
import type { Bindings } from '../service-env.ts';
import { bucketOfFolder } from './bucket-of-folder.ts';
import { MemoryCaches } from './memory-caches.ts';
import { MemoryRateLimit } from './memory-rate-limit.ts';
import { servePage } from './serve-page.ts';

/** Bindings of config.capnp. */
interface SelfHostedEnv {
  /** Folders of what `publish` and `keys` wrote, and of the map page with the documentation. */
  readonly TILES_FOLDER: Fetcher;
  readonly KEYS_FOLDER: Fetcher;
  readonly PAGE_FOLDER: Fetcher;
  /** Name of the header in which a proxy writes the caller's address last, such as `X-Forwarded-For`; `null` without a proxy. */
  readonly ADDRESS_HEADER: string | null;
}

const ADDRESS_OF_CLOUDFLARE = 'CF-Connecting-IP';
/** Paths at which wrangler.toml has no file of the page looked for. */
const OF_THE_WORKER = /^\/(?:api|map)\//;

Object.defineProperty(globalThis, 'caches', { value: new MemoryCaches() });
const callsPerKey = new MemoryRateLimit(CALLS_PER_KEY);
const callsPerAddress = new MemoryRateLimit(CALLS_PER_ADDRESS);
const app = createApp();

const bindingsOf = (env: SelfHostedEnv): Bindings => ({
  TILES: bucketOfFolder(env.TILES_FOLDER),
  KEYS: bucketOfFolder(env.KEYS_FOLDER),
  CALLS_PER_KEY: callsPerKey,
  CALLS_PER_ADDRESS: callsPerAddress,
  CODE_VERSION: { id: packageJson.version, tag: '', timestamp: '' },
});

/** A caller cannot name its own address: the header of Cloudflare is replaced by what the proxy says. */
function withAddress(request: Request, header: string | null): Request {
  const headers = new Headers(request.headers);
  const address = header === null ? undefined : headers.get(header)?.split(',').at(-1)?.trim();
  headers.delete(ADDRESS_OF_CLOUDFLARE);
  if (address) headers.set(ADDRESS_OF_CLOUDFLARE, address);
  return new Request(request, { headers });
}

export default {
  async fetch(request, env, context) {
    const page = OF_THE_WORKER.test(new URL(request.url).pathname)
      ? null
      : await servePage(request, env.PAGE_FOLDER);
    return page ?? app.fetch(withAddress(request, env.ADDRESS_HEADER), bindingsOf(env), context);
  },
} satisfies ExportedHandler<SelfHostedEnv>;
