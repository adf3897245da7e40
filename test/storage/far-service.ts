/** Cold service far from its buckets. */
import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { vi } from 'vitest';
import type { Manifest } from '../../src/format/manifest.ts';
import { CURRENT_KEY, partOf } from '../../src/format/object-keys.ts';
import { keyEntry, keyObjects } from '../support/buckets/key-entries.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { DistantPlatform, type DistantRequest } from '../support/servers/distant-platform.ts';
import { VirtualClock } from '../support/servers/virtual-clock.ts';

/** Objects of one kind have one name, and all parts of the keys. */
export const nameOfRead = (key: string): string => (key.startsWith('keys/') ? 'keys' : partOf(key));

/** The Worker's types are not Node's. */
const APP = join(import.meta.dirname, '../../src/app.ts');

interface FarPlatform {
  readonly platform: DistantPlatform;
  readonly clock: VirtualClock;
}

export async function farAway(live: {
  readonly manifest: Manifest;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}): Promise<FarPlatform> {
  const clock = new VirtualClock();
  const tiles = new Map([...live.objects, [CURRENT_KEY, await currentInMemory([live])]]);
  const keys = await keyObjects([await keyEntry('pc_far', 'far', ['away'])]);
  return { platform: new DistantPlatform(tiles, keys, clock), clock };
}

export async function askFrom(
  request: DistantRequest,
  clock: VirtualClock,
  path: string,
): Promise<{ readonly status: number; readonly body: string; readonly ms: number }> {
  Object.assign(crypto.subtle, { timingSafeEqual });
  const { createApp } = (await import(APP)) as { createApp: () => Hono };
  vi.stubGlobal('caches', request.caches);
  const headers = { Authorization: `Basic ${btoa('pc_far:away')}` };
  const bindings = { ...request.bindings, CODE_VERSION: { id: 'far', tag: '', timestamp: '' } };
  type Fetch = Parameters<Hono['fetch']>;
  const { value, ms } = await clock.time(async () => {
    const response = await createApp().fetch(
      new Request(`https://count.test${path}`, { headers }),
      bindings as Fetch[1],
      request.context as Fetch[2],
    );
    return { status: response.status, body: await response.text() };
  });
  return { ...value, ms };
}
