/** Checks invariants at each write to a bucket, by the files of the datasets that may be in it. */
import { type Current, readCurrent } from '../../src/format/current.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { MAX_WRITE_IDS } from '../../tiles-builder/publish/change-document.ts';
import { IN_USE_MS } from '../../tiles-builder/publish/prune-versions.ts';
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
  /** MD5 by key, of each version. */
  readonly #objects: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly #history: Current[] = [];
  #fault: string | null = null;

  constructor(model: R2Model, objects: ReadonlyMap<string, ReadonlyMap<string, string>>) {
    this.#model = model;
    this.#objects = objects;
    model.observe = (key) => {
      if (key === CURRENT_KEY) this.#observeCurrent();
      this.#checkWhole();
    };
  }

  get writes(): number {
    return this.#history.length;
  }

  /** @throws Error with the first violation */
  requireFine(): void {
    if (this.#fault !== null) throw new Error(this.#fault);
  }

  /** @throws Error unless version and replaced one were live since the command began */
  requireWentLive({ region, version, since, replaced }: ClaimedLive): void {
    this.requireFine();
    const isOf = (regions: Current['regions']): string | undefined =>
      regions.find((stored) => stored.region === region)?.version;
    const live = this.#history.slice(Math.max(0, since - 1)).map(({ regions }) => isOf(regions));
    if (!live.includes(version)) throw new Error(`${version} was said to be live, and never was`);
    if (replaced !== null && !live.includes(replaced))
      throw new Error(`${replaced} was said to be replaced, and was not live`);
  }

  #note(fault: string): void {
    this.#fault ??= fault;
  }

  #observeCurrent(): void {
    const before = this.#history.at(-1);
    const after = readCurrent(this.#model.objects.get(CURRENT_KEY)!.bytes);
    this.#history.push(after);
    const chain = [...(before?.writes ?? []), after.writes.at(-1)].slice(-MAX_WRITE_IDS);
    if (chain.join() !== after.writes.join()) this.#note('a write of `current` undoes another one');
    const left = new Set([...after.regions, ...after.kept].map(({ version }) => version));
    const inUse = [
      ...(before?.regions ?? []),
      ...(before?.kept ?? []).filter(({ since }) => this.#model.now_ms - Date.parse(since) < IN_USE_MS),
    ];
    const dropped = inUse.find(({ version }) => !left.has(version));
    if (dropped) this.#note(`${dropped.version} was dropped while requests may read it`);
  }

  #checkWhole(): void {
    const current = this.#history.at(-1);
    for (const { version } of [...(current?.regions ?? []), ...(current?.kept ?? [])]) {
      for (const [key, md5] of this.#objects.get(version)!) {
        const object = this.#model.objects.get(key);
        if (!object) this.#note(`${key} is missing, which ${version} needs`);
        else if (object.etag !== md5) this.#note(`${key} has other bytes than before`);
      }
    }
  }
}
