/** All orders of commands over three regions, against a model of which versions may be seen together. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { Problem } from '../../tiles-builder/base/failures/problem.ts';
import type { Bucket } from '../../tiles-builder/publish/bucket.ts';
import { readStateOf } from '../../tiles-builder/publish/bucket-state.ts';
import { MIN_AGE_MS, pruneVersions } from '../../tiles-builder/publish/prune-versions.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { recoverCurrent } from '../../tiles-builder/publish/recover-current.ts';
import { rollbackRegion, withdrawRegion } from '../../tiles-builder/publish/rollback-region.ts';
import { readHistory } from '../../tiles-builder/publish/seen-groups.ts';
import { ALL_CHANGES } from '../../tiles-builder/publish/version-change.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { writeTinyDataset } from '../support/datasets/tiny-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { reported } from '../support/processes/reported.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const quiet = (): void => {};
const folders = temporaryFolder();
const accept = new Set(ALL_CHANGES);
const IS_FULL = process.env.FULL_COUNTS === '1';
const START_MS = Date.UTC(2026, 10, 1);

interface Dataset {
  readonly region: string;
  /** Names of own and followed groups, a letter each. */
  readonly groups: string;
  /** Tenths of a degree from west to east. */
  readonly land: readonly [west: number, east: number];
  readonly kind: 'panel' | 'registers' | 'simulated';
  readonly folder: string;
  readonly version: string;
}

const PANEL = {
  ...{ days: 1, first_day: '', last_day: '', persons_used: 9, persons_withheld: 0 },
  ...{ min_persons: 10, smallest_group_persons: 10 },
  persons_dropped: { no_stay: 0, no_home: 0, no_occupation_place: 0, occupation_place_outside: 0 },
  weights: { mean: 1, min: 1, median: 1, max: 1, persons_trimmed: 0, design_effect: 1 },
};

function dataset(
  region: string,
  names: string,
  land: Dataset['land'],
  kind: Dataset['kind'] = 'registers',
): Dataset {
  const [own, followed] = [...names].map((letter) => letter.repeat(64));
  const square = [[rectangle(10 + land[0] / 10, 52, 10 + land[1] / 10, 52.1)]];
  const groups = { own, followed };
  const folder = join(folders, [region, names, ...land, kind].join('-'));
  const { version } = writeTinyDataset(folder, {
    region,
    content: { pedestrian: 'a', motorized: 'a', basemap: 'a' },
    objects: 1,
    more: {
      simulated: kind === 'simulated',
      coverage: { roads: square, living: null, working: square },
      ...(kind === 'panel' ? { panel: { ...PANEL, groups } } : { registers: { groups } }),
    },
  });
  return { region, groups: names, land, kind, folder, version };
}

const DATASETS = [
  dataset('alpha', 'aa', [0, 2]),
  dataset('alpha', 'ba', [0, 1]),
  dataset('alpha', 'cb', [0, 2]),
  dataset('beta', 'dd', [1, 2]),
  dataset('beta', 'ea', [1, 2]),
  dataset('gamma', 'ff', [0, 1]),
  dataset('gamma', '00', [3, 4]),
  ...(IS_FULL ? [dataset('beta', '11', [0, 2], 'simulated'), dataset('gamma', '22', [0, 2], 'panel')] : []),
];
const REGIONS = ['alpha', 'beta', 'gamma'];

/** By hand, whatever the code says: a is followed by b and by e in another region, b by c; all others begin. */
const RELATED = new Set(['aa ba', 'aa cb', 'ba cb', 'aa ea', 'ba ea']);

const mayBeSeenTogether = (a: Dataset, b: Dataset): boolean =>
  a === b ||
  a.kind !== b.kind ||
  a.land[1] <= b.land[0] ||
  b.land[1] <= a.land[0] ||
  RELATED.has(`${a.groups} ${b.groups}`);

type Command = readonly [name: string, run: (bucket: Bucket, now_ms: number) => Promise<unknown>];
/** Ends before the last write, so that the version is whole in the bucket and was never visible. */
const publishAndDie = async (one: Dataset, bucket: Bucket, now_ms: number): Promise<void> => {
  const put: Bucket['put'] = async (key, bytes, condition) => {
    if (key === CURRENT_KEY && condition && 'ifEtag' in condition) throw new Error('ended');
    return bucket.put(key, bytes, condition);
  };
  const options = { accept, now: () => now_ms };
  await publishDataset(one.folder, { ...bucket, put }, quiet, options).catch((cause) => {
    if (cause.message !== 'ended') throw cause;
  });
};
const named = (versions: readonly Dataset[]): string[] => versions.map(({ version }) => version);
const loseAndRecover = (versions: readonly Dataset[]): Command => [
  `recover ${versions.map(({ groups }) => groups)}`,
  async (bucket, now_ms) => {
    await bucket.remove(CURRENT_KEY);
    await recoverCurrent(bucket, named(versions), { now_ms, progress: quiet });
  },
];
const COMMANDS: readonly Command[] = [
  ...DATASETS.flatMap((one): Command[] => [
    [
      `publish ${one.groups}`,
      (bucket, now_ms) => publishDataset(one.folder, bucket, quiet, { accept, now: () => now_ms }),
    ],
    [`rollback ${one.groups}`, (bucket, now_ms) => rollbackRegion(one.region, one.version, bucket, now_ms)],
    [`upload ${one.groups}`, (bucket, now_ms) => publishAndDie(one, bucket, now_ms)],
    loseAndRecover([one]),
  ]),
  ...REGIONS.map(
    (region): Command => [`withdraw ${region}`, (bucket, now_ms) => withdrawRegion(region, bucket, now_ms)],
  ),
  [
    'prune',
    (bucket, now_ms) => pruneVersions(bucket, { keep: 0, dryRun: false, now: () => now_ms, progress: quiet }),
  ],
  loseAndRecover([]),
  loseAndRecover([DATASETS[0], DATASETS[3]]),
  loseAndRecover([DATASETS[1], DATASETS[4]]),
];

interface Reached {
  readonly objects: R2Model['objects'];
  /** Ever live. */
  readonly visible: ReadonlySet<string>;
  readonly path: readonly string[];
}

/** Two states with this text go on alike: each command comes when all objects are old enough to be removed. */
async function textOf({ objects, visible }: Reached): Promise<string> {
  const model = new R2Model();
  for (const [key, object] of objects) model.objects.set(key, object);
  const bucket = model.client();
  const { regions, kept, history_sha256 } = await readStateOf(bucket);
  const seen = await readHistory(history_sha256, bucket);
  const manifests = [...objects.keys()].filter((key) => key.endsWith('manifest.json'));
  const lists = [regions, kept, seen].map((list) => list.map(({ version }) => version).sort());
  return JSON.stringify([...lists, manifests.sort(), [...visible].sort()]);
}

/** @returns `null` where the command refuses */
async function reach(before: Reached, [name, run]: Command, now_ms: number): Promise<Reached | null> {
  const model = new R2Model();
  for (const [key, object] of before.objects) model.objects.set(key, object);
  model.now_ms = now_ms;
  try {
    await run(model.client(), now_ms);
  } catch (cause) {
    if (cause instanceof Problem) return null;
    throw cause;
  }
  const { regions } = await readStateOf(model.client());
  const visible = new Set([...before.visible, ...regions.map(({ version }) => version)]);
  return { objects: model.objects, visible, path: [...before.path, name] };
}

function requireFine({ visible, path }: Reached): void {
  const seen = DATASETS.filter(({ version }) => visible.has(version));
  for (const a of seen) {
    const other = seen.slice(seen.indexOf(a)).find((b) => !mayBeSeenTogether(a, b));
    if (other) throw new Error(`${path.join(', ')}: ${a.groups} and ${other.groups} were visible`);
  }
}

test('in whatever order, no two versions were visible whose groups are unrelated over the same land', async () => {
  const depth = IS_FULL ? 5 : 3;
  const known = new Set<string>();
  const done = new Set<string>();
  let states: Reached[] = [{ objects: new Map(), visible: new Set(), path: [] }];
  for (let step = 1; step <= depth; step++) {
    const next: Reached[] = [];
    for (const [before, command] of states.flatMap((state) => COMMANDS.map((one) => [state, one] as const))) {
      const after = await reach(before, command, START_MS + step * (MIN_AGE_MS + 1));
      if (!after) continue;
      requireFine(after);
      done.add(command[0]);
      const text = await textOf(after);
      if (!known.has(text)) next.push(after);
      known.add(text);
    }
    states = next;
  }
  expect(COMMANDS.map(([name]) => name).filter((name) => !done.has(name))).toEqual(['recover aa,dd']);
  expect(known.size).toBeGreaterThan(100);
}, 3_600_000);

const refusalOf = async (model: R2Model, one: Dataset): Promise<string> =>
  reported(publishDataset(one.folder, model.client(), quiet, { accept }));

test('a version is refused where it cannot be read what another one counts, unless that one is named', async () => {
  const [alpha, , , beta] = DATASETS;
  for (const lost of ['manifest.json', '/history/']) {
    const model = new R2Model();
    await publishDataset(alpha.folder, model.client(), quiet);
    model.objects.delete([...model.objects.keys()].find((key) => key.includes(lost))!);
    const refused = await refusalOf(model, beta);
    expect(refused).toMatch(
      lost === '/history/'
        ? /ever visible, \S+, is missing.*recover-current/s
        : /an area that cannot be read/,
    );
    if (lost === '/history/') {
      await recoverCurrent(model.client(), [alpha.version], { now_ms: START_MS, progress: quiet });
      expect(await refusalOf(model, beta)).toContain('in other groups');
    }
    const withoutGroupsOf = new Set([alpha.version]);
    const named = publishDataset(beta.folder, model.client(), quiet, { accept, withoutGroupsOf });
    expect((await named).liveRegions).toEqual(['alpha', 'beta']);
  }
});

test('of two publishers at once whose groups are unrelated one is refused, whichever call comes between', async () => {
  const [alpha, , , beta] = DATASETS;
  for (let at = 0; ; at++) {
    const model = new R2Model();
    let calls = 0;
    const before = async (): Promise<void> => {
      if (calls++ === at) await publishDataset(alpha.folder, model.client(), quiet).catch(() => {});
    };
    await publishDataset(beta.folder, model.client({ before }), quiet, { accept }).catch(() => {});
    expect((await readStateOf(model.client())).regions).toHaveLength(1);
    if (calls <= at) break;
  }
});
