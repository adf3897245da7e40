/** Random interleavings of publications, rollbacks, withdrawals and prunes, checked at each write; 10,000 with FULL_COUNTS=1. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { Problem } from '../../tiles-builder/base/failures/problem.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { md5Of } from '../../tiles-builder/dataset/checksums.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { listBucket } from '../../tiles-builder/publish/list-bucket.ts';
import { IN_USE_MS, MIN_AGE_MS, pruneVersions } from '../../tiles-builder/publish/prune-versions.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { rollbackRegion, withdrawRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { verifyBucket } from '../../tiles-builder/publish/verify-bucket.ts';
import { ALL_CHANGES } from '../../tiles-builder/publish/version-change.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { datasetInBucket } from '../support/datasets/dataset-files.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { BucketWatch } from './bucket-watch.ts';
import { interleave, type Turns } from './interleave.ts';
import { faultsIn, quiet } from './versioned-bucket.ts';

/** Ids from the interleaving's seed, for repetition. */
const ids = vi.hoisted(() => ({ next: (_bytes: number): Uint8Array => new Uint8Array() }));
// The seed determines the order of calls: between turns nothing waits for a timer, file or thread. Reloads modules with the
// mocks.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
vi.mock('node:crypto', async (original) => ({
  ...(await original<typeof import('node:crypto')>()),
  randomBytes: (bytes: number) => Buffer.from(ids.next(bytes)),
}));
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));
vi.mock('node:fs/promises', async (original) => {
  const { readFileSync } = await import('node:fs');
  return {
    ...(await original<typeof import('node:fs/promises')>()),
    readFile: async (file: string) => readFileSync(file),
  };
});
vi.mock('../../src/format/sha256.ts', () => ({
  sha256Hex: async (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex'),
}));

const INTERLEAVINGS = process.env.FULL_COUNTS === '1' ? 10_000 : 200;
const FIXED_SEED = 20261121;
const START_MS = Date.UTC(2026, 10, 1);

interface Dataset {
  readonly folder: string;
  readonly region: string;
  readonly version: string;
}
let folders: string;
let datasets: Dataset[];
const objects = new Map<string, ReadonlyMap<string, string>>();
beforeAll(async () => {
  folders = mkdtempSync(join(tmpdir(), 'interleavings-'));
  datasets = ['town', 'village'].flatMap((region) =>
    ['aab', 'abb', 'bac'].map((letters): Dataset => {
      const folder = join(folders, `${region}-${letters}`);
      const [pedestrian, motorized, basemap] = letters;
      const content = { pedestrian, motorized, basemap };
      return { folder, region, version: writeTinyDataset(folder, { region, content, objects: 1 }).version };
    }),
  );
  for (const { folder, version } of datasets) {
    const { objects: stored } = await datasetInBucket(folder);
    objects.set(version, new Map(Array.from(stored, ([key, bytes]) => [key, md5Of(bytes)])));
  }
});
afterAll(() => rmSync(folders, { recursive: true }));

interface Outcome {
  readonly acknowledged: number;
  readonly refused: number;
  readonly ended: number;
}

/** Compares its report with the bucket's history. */
async function runCommand(
  bucket: Bucket,
  watch: BucketWatch,
  random: Random,
  now: () => number,
): Promise<void> {
  const { folder, region, version } = datasets[random.integer(0, datasets.length - 1)];
  const since = watch.writes;
  const choice = random.unit();
  if (choice < 0.55) {
    const accept = new Set(ALL_CHANGES);
    const { replaced } = await publishDataset(folder, bucket, quiet, { accept, now });
    watch.requireWentLive({ region, version, since, replaced });
  } else if (choice < 0.7) {
    const { replaced } = await rollbackRegion(region, version, bucket, now());
    watch.requireWentLive({ region, version, since, replaced });
  } else if (choice < 0.75) await withdrawRegion(region, bucket, now());
  else if (choice < 0.85) {
    const { versions } = await verifyBucket(bucket, null, quiet);
    const faults = versions.flatMap(({ faults }) => faults);
    if (faults.length > 0) throw new Error(`verify calls a whole version damaged: ${faults[0]}`);
  } else {
    const keep = random.integer(0, 1);
    await pruneVersions(bucket, { keep, dryRun: false, now, progress: quiet });
  }
}

async function runInterleaving(seed: number): Promise<Outcome> {
  const random = new Random(seed);
  ids.next = (bytes) => Uint8Array.from({ length: bytes }, () => random.integer(0, 255));
  const model = new R2Model();
  model.now_ms = START_MS;
  const watch = new BucketWatch(model, objects);
  const counts = { acknowledged: 0, refused: 0, ended: 0 };
  const now = (): number => model.now_ms;
  /** Frequency of jumps in time between turns. */
  const leaps = [0.004, 0.02, 0.1][random.integer(0, 2)];
  const losesAnswers = random.unit() < 0.5 ? 0.08 : 0;
  const endsEarly = random.unit() < 0.5 ? 0.01 : 0;

  /** Removals that were sent and may yet be applied: they take no longer than others wait for them. */
  let removals = 0;

  const runProcess = async (turns: Turns): Promise<void> => {
    const client = model.client({
      before: async ({ method }) => {
        removals += Number(method === 'remove');
        await turns.turn();
        removals -= Number(method === 'remove');
        if (random.unit() < endsEarly) {
          counts.ended++;
          await turns.end();
        }
      },
      after: async () => {
        await turns.turn();
        if (random.unit() < endsEarly) {
          counts.ended++;
          await turns.end();
        }
        return random.unit() < losesAnswers;
      },
      late: ({ method }) => {
        if (random.unit() >= losesAnswers) return null;
        removals += Number(method === 'remove');
        return turns.turnOfNobody().then(() => {
          removals -= Number(method === 'remove');
        });
      },
    });
    const bucket = { ...client, trustsLists: random.unit() < 0.5 };
    for (let commands = random.integer(1, 3); commands > 0; commands--) {
      try {
        await runCommand(bucket, watch, random, now);
        counts.acknowledged++;
      } catch (cause) {
        // Nobody damages `current` here.
        if (!(cause instanceof Problem) || /recover-current/.test(String(cause.advice))) throw cause;
        counts.refused++;
      }
    }
  };
  await interleave(
    Array.from({ length: random.integer(2, 5) }, () => runProcess),
    random,
    () => {
      const unit = random.unit();
      if (removals > 0) return;
      // A second, or beyond requests or the age of garbage.
      model.now_ms += unit > leaps ? 1_000 : unit > leaps / 2 ? IN_USE_MS + 1 : MIN_AGE_MS + 1;
    },
  );
  watch.requireFine();
  if (model.objects.has(CURRENT_KEY)) {
    model.now_ms += MIN_AGE_MS + 1;
    await pruneVersions(model.client(), { keep: 1, dryRun: false, now, progress: quiet });
    watch.requireFine();
    expect((await listBucket(model.client())).unused.objects).toBe(0);
    expect(await faultsIn(model.client())).toEqual([]);
  }
  return counts;
}

describe('random interleavings', () => {
  beforeEach(() => {
    ids.next = () => new Uint8Array();
  });

  const fresh = Math.floor(Math.random() * 2 ** 30);
  test.each([
    ['from a fixed seed', FIXED_SEED],
    ['from a fresh seed', fresh],
  ])(
    'lose nothing and leave no garbage, %s (%i)',
    async (_name, first) => {
      const totals = { acknowledged: 0, refused: 0, ended: 0 };
      for (let seed = first; seed < first + INTERLEAVINGS / 2; seed++) {
        const outcome = await runInterleaving(seed).catch((cause: Error) => {
          throw new Error(`seed ${seed}: ${cause.message}`, { cause });
        });
        totals.acknowledged += outcome.acknowledged;
        totals.refused += outcome.refused;
        totals.ended += outcome.ended;
      }
      if (process.env.FULL_COUNTS === '1') {
        console.info(
          `${INTERLEAVINGS / 2} interleavings: ${totals.acknowledged} commands done, ${totals.refused} refused, ${totals.ended} ended in the middle`,
        );
      }
      expect(totals.acknowledged).toBeGreaterThan(INTERLEAVINGS);
      expect(Math.min(totals.refused, totals.ended)).toBeGreaterThan(INTERLEAVINGS / 20);
    },
    process.env.FULL_COUNTS === '1' ? 3_600_000 : 120_000,
  );
});
