/** Damages objects of the town in the bucket; `seed` puts them right. */

import { env } from 'cloudflare:workers';
import { setsOf } from '../../src/format/current.ts';
import { tileSetPrefix } from '../../src/format/object-keys.ts';
import type { TileSet } from '../../src/format/tile-sets.ts';
import { town } from './service.ts';

/** @returns `null` to delete the object */
export type Damage = (bytes: Uint8Array) => Uint8Array | null;

export const gone = (): null => null;

/** @param at negative from the end */
export const flip =
  (at: number) =>
  (bytes: Uint8Array): Uint8Array => {
    bytes[at < 0 ? bytes.length + at : at] ^= 4;
    return bytes;
  };

export const damage = async (key: string, change: Damage, bucket = env.TILES): Promise<void> => {
  const changed = change(new Uint8Array(await (await bucket.get(key))!.arrayBuffer()));
  await (changed ? bucket.put(key, changed) : bucket.delete(key));
};

/** Runs with a damaged object, and puts it back. */
export async function whileDamaged(key: string, change: Damage, run: () => Promise<void>): Promise<void> {
  const bytes = await (await env.TILES.get(key))!.arrayBuffer();
  await damage(key, change);
  await run().finally(() => env.TILES.put(key, bytes));
}

const sets = setsOf(town.manifest);

/** @returns at least one */
export function keysOf(set: TileSet, kind: string): string[] {
  const start = `${tileSetPrefix(set, sets[set]!)}${kind}-`;
  const keys = [...town.objects.keys()].filter((key) => key.startsWith(start));
  if (keys.length === 0) throw new Error(`The town has no ${start}`);
  return keys;
}
