/** Checks invariants at each write to a bucket. */
import { createHash } from 'node:crypto';
import { type KeptList, readCurrent } from '../../src/format/current.ts';
import { detached, type StoredDataset } from '../../src/format/live-regions.ts';
import { type Manifest, tileSetsOf } from '../../src/format/manifest.ts';
import {
  CURRENT_KEY,
  keptListKey,
  LIST_NAME,
  manifestKey,
  tileSetPrefix,
} from '../../src/format/object-keys.ts';
import { readObjectList } from '../../src/format/object-list.ts';
import { TILE_SETS } from '../../src/format/tile-sets.ts';
import { prefixesOf } from '../../tiles-builder/publish/bucket-objects.ts';
import { MAX_WRITE_IDS } from '../../tiles-builder/publish/change-document.ts';
import type { BucketState } from '../../tiles-builder/publish/current-document.ts';
import type { KeptDataset } from '../../tiles-builder/publish/kept-datasets.ts';
import type { R2Model } from '../support/buckets/r2-model.ts';

interface ClaimedLive {
  readonly region: string;
  readonly version: string;
  /** Writes of `current` before the command. */
  readonly since: number;
  readonly replaced: string | null;
}

export class BucketWatch {
  readonly #model: R2Model;
  readonly #inUse_ms: number;
  readonly #history: BucketState[] = [{ regions: [], kept: [], writes: [] }];
  /** Prefixes of removed objects, up to the last slash. */
  readonly #removed = new Set<string>();
  readonly #keys = new Map<string, readonly string[]>();
  readonly #etags = new Map<string, string>();
  #keptList: KeptList | null = null;
  #fault: string | null = null;

  /** @param inUse_ms how long a replaced version may be read */
  constructor(model: R2Model, inUse_ms: number) {
    this.#model = model;
    this.#inUse_ms = inUse_ms;
    model.observe = (key) => this.#observe(key);
  }

  get writes(): number {
    return this.#history.length - 1;
  }

  /** @throws Error with the first violation */
  requireFine(): void {
    if (this.#fault !== null) throw new Error(this.#fault);
  }

  /** @throws Error unless version and replaced one were live since the command began */
  requireWentLive({ region, version, since, replaced }: ClaimedLive): void {
    this.requireFine();
    const live = this.#history
      .slice(since)
      .map(({ regions }) => regions.find((stored) => stored.region === region)?.version);
    if (!live.includes(version)) throw new Error(`${version} was said to be live, and never was`);
    if (replaced !== null && !live.includes(replaced))
      throw new Error(`${replaced} was said to be replaced, and was not live`);
  }

  #observe(key: string): void {
    const isThere = this.#model.objects.has(key);
    if (key === CURRENT_KEY) this.#observeCurrent();
    else if (!isThere) this.#removed.add(key.slice(0, key.lastIndexOf('/') + 1));
    this.#checkWhole();
  }

  #note(fault: string): void {
    this.#fault ??= fault;
  }

  #observeCurrent(): void {
    const before = this.#history[this.#history.length - 1];
    const { regions, kept, writes } = readCurrent(this.#model.objects.get(CURRENT_KEY)!.bytes);
    this.#keptList = kept;
    const after = { regions: Array.from(regions, detached), kept: this.#kept(), writes };
    this.#history.push(after);
    const chain = [...before.writes, after.writes[after.writes.length - 1]].slice(-MAX_WRITE_IDS);
    if (chain.join() !== after.writes.join()) this.#note('a write of `current` undoes another one');
    for (const { region } of before.regions) {
      if (!after.regions.some((live) => live.region === region)) this.#note(`the region ${region} is gone`);
    }
    const isLeft = ({ version, upload }: StoredDataset): boolean =>
      [...after.regions, ...after.kept].some(
        (stored) => stored.version === version && stored.upload === upload,
      );
    const dropped = [
      ...before.regions,
      ...before.kept.filter(
        ({ state, since }) => state === 'whole' && this.#model.now_ms - Date.parse(since) < this.#inUse_ms,
      ),
    ].find((stored) => !isLeft(stored));
    if (dropped) this.#note(`${dropped.version} was dropped while requests may read it`);
    for (const stored of [...after.regions, ...after.kept]) {
      const known = [...before.regions, ...before.kept].some(
        (other) => other.version === stored.version && other.upload === stored.upload,
      );
      if (known) continue;
      const reused = prefixesOf(stored).find((prefix) => this.#removed.has(prefix));
      if (reused !== undefined) this.#note(`${reused} is registered, of which something was removed before`);
    }
  }

  #kept(): readonly KeptDataset[] {
    const list = this.#keptList;
    if (list === null) return [];
    const bytes = this.#model.objects.get(keptListKey(list.id))?.bytes;
    if (bytes && createHash('sha256').update(bytes).digest('hex') === list.sha256)
      return JSON.parse(new TextDecoder().decode(bytes)) as KeptDataset[];
    this.#note('the list of kept datasets is missing or has other bytes');
    return [];
  }

  #checkWhole(): void {
    const { regions, kept } = this.#history[this.#history.length - 1];
    this.#kept();
    for (const stored of [...regions, ...kept.filter(({ state }) => state === 'whole')]) {
      for (const key of this.#keysOf(stored)) {
        const object = this.#model.objects.get(key);
        const etag = this.#etags.get(key) ?? object?.etag;
        if (etag !== undefined) this.#etags.set(key, etag);
        if (!object) this.#note(`${key} is missing, which ${stored.version} needs`);
        else if (etag !== object.etag) this.#note(`${key} has other bytes than before`);
      }
    }
  }

  #keysOf(stored: StoredDataset): readonly string[] {
    const key = manifestKey(stored.version, stored.upload);
    const known = this.#keys.get(key);
    if (known) return known;
    const bytesOf = (of: string): Uint8Array => this.#model.objects.get(of)?.bytes ?? new Uint8Array();
    const text = new TextDecoder().decode(bytesOf(key));
    if (createHash('sha256').update(text).digest('hex') !== stored.manifest_sha256) return [key];
    const entries = tileSetsOf(JSON.parse(text) as Manifest);
    const keys = [key];
    for (const tileSet of TILE_SETS) {
      const [entry, place] = [entries[tileSet], stored.sets[tileSet]];
      if (!entry || !place) continue;
      const prefix = tileSetPrefix(tileSet, place);
      const list = bytesOf(prefix + LIST_NAME);
      keys.push(prefix + LIST_NAME, ...readObjectList(list).map(({ name }) => prefix + name));
      if (createHash('sha256').update(list).digest('hex') !== entry.list_sha256) return keys;
    }
    this.#keys.set(key, keys);
    return keys;
  }
}
