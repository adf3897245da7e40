/** Random faults, compared with a faultless twin. */
import { afterAll, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { pathOf } from '../../src/endpoints.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { CURRENT_FRESH_MS } from '../../src/limits.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { keyEntry, keyObjects } from '../support/buckets/key-entries.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { twoVersions } from '../support/datasets/street-dataset.ts';
import { type Question, queryTextOfQuestion, randomQuestion } from '../support/requests/random-question.ts';
import { putClockAhead } from './clock-ahead.ts';
import { type Fault, FaultyPlatform, runRequest } from './faulty-platform.ts';
import { casesPerSeed, LONG_TIMEOUT, SEEDS, silenceLog, tell } from './full-counts.ts';
import { basic, CALLER, SERVICE } from './service.ts';

const QUESTIONS = 40;
const REQUESTS_AT_ONCE = 24;
const BATCHES_PER_ISOLATE = 3;
const HANGING_MS = 20_000;
const TIMEOUTS = { read_ms: 8, reads_ms: 200, rate_ms: 4, cache_ms: 4, store_ms: 8, admission_ms: 1_000 };

const versions = twoVersions();

const defects = silenceLog();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bucketsByLive = await Promise.all(
  versions.map(
    async (live) =>
      new Map([
        ...versions.flatMap(({ objects }) => [...objects]),
        [CURRENT_KEY, await currentInMemory([live])],
      ]),
  ),
);
const astray = new Map([...versions[0].objects, [CURRENT_KEY, await currentInMemory([versions[1]])]]);

const noFault = (_: Fault): void => {};

async function ask(
  app: ReturnType<typeof createApp>,
  platform: FaultyPlatform,
  question: Question,
  { note = noFault, secret = CALLER.secret, codeVersion = 'twin' } = {},
): Promise<Response> {
  const bindings = {
    TILES: platform.bucket(note),
    KEYS: platform.keys(note),
    CALLS_PER_KEY: platform.limiter(note),
    CODE_VERSION: { id: codeVersion, tag: '', timestamp: '' },
  };
  const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  const request = new Request(`${SERVICE}${pathOf(question.endpoint)}?${queryTextOfQuestion(question)}`, {
    headers: { Authorization: basic({ key: CALLER.key, secret }) },
  });
  return runRequest(async () => app.fetch(request, bindings, context as unknown as ExecutionContext));
}

const sound = { fault: 0, late_ms: 0 };

interface Answer {
  readonly status: number;
  readonly body: string;
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.text(),
});

/** Twins cache: one isolate a question. */
async function twinAnswers(
  bucket: ReadonlyMap<string, Uint8Array>,
  keys: ReadonlyMap<string, Uint8Array>,
  questions: readonly Question[],
  random: Random,
): Promise<Answer[]> {
  const twin = new FaultyPlatform(bucket, keys, random, sound);
  vi.stubGlobal('caches', twin.caches(noFault));
  const answers: Answer[] = [];
  for (const question of questions) answers.push(await answerOf(await ask(createApp(), twin, question)));
  return answers;
}

test.for(SEEDS)('faults never make a count wrong (seed %i)', LONG_TIMEOUT, async (seedOfRun) => {
  const random = new Random(seedOfRun);
  const keys = await keyObjects([await keyEntry(CALLER.key, 'tests', [CALLER.secret])]);
  const questions: Question[] = Array.from({ length: QUESTIONS }, () => ({
    ...randomQuestion(versions[0], random),
    details: true,
  }));
  const expected: Answer[][] = [];
  for (const bucket of bucketsByLive) expected.push(await twinAnswers(bucket, keys, questions, random));
  expect(expected.flat().filter(({ status }) => status === 200).length).toBeGreaterThan(QUESTIONS);
  expect(expected.flat().every(({ status }) => status === 200 || status === 422)).toBe(true);

  const platform = new FaultyPlatform(bucketsByLive[0], keys, random, { fault: 0.06, late_ms: 25 });
  let met = 0;
  vi.stubGlobal(
    'caches',
    platform.caches(() => void met++),
  );
  const clock = putClockAhead();

  const wrong: string[] = [];
  const outcomes = {
    right: 0,
    'right, by the version before': 0,
    refused: 0,
    unavailable: 0,
    unauthorized: 0,
  };
  let app = createApp(TIMEOUTS);
  let codeVersion = 'shared';
  let live = 0;
  let swaps = 0;
  let hung = 0;

  const askAmidFaults = async (): Promise<void> => {
    const index = random.integer(0, QUESTIONS - 1);
    const faults = new Set<Fault>();
    const isKnown = random.chance(0.95);
    const answering = ask(app, platform, questions[index], {
      note: (fault) => faults.add(fault),
      secret: isKnown ? CALLER.secret : 'wrong',
      codeVersion,
    });
    let timer: ReturnType<typeof setTimeout> | null = null;
    const limit = new Promise<null>((done) => {
      timer = setTimeout(done, HANGING_MS, null);
    });
    const response = await Promise.race([answering, limit]);
    clearTimeout(timer);
    if (response === null) {
      hung++;
      return;
    }
    const body = await response.text();
    if (platform.objects === astray) faults.add('storage: the pointer points nowhere');
    const isUnavailable =
      response.status === 503 && response.headers.has('Retry-After') && body.startsWith('{"success":false,');
    const version = expected.findIndex(
      (answers) => answers[index].status === response.status && answers[index].body === body,
    );
    if (isUnavailable) outcomes.unavailable++;
    else if (!isKnown && response.status === 401) outcomes.unauthorized++;
    else if (isKnown && version >= 0) {
      if (response.status !== 200) outcomes.refused++;
      else if (version === live) outcomes.right++;
      else outcomes['right, by the version before']++;
    } else wrong.push(`${response.status} ${body.slice(0, 300)} after ${[...faults].join(', ')}`);
    met += faults.size;
  };

  const cases = casesPerSeed(100_000);
  for (let asked = 0, batch = 0; asked < cases; asked += REQUESTS_AT_ONCE, batch++) {
    if (batch % BATCHES_PER_ISOLATE === 0) {
      app = createApp(TIMEOUTS);
      codeVersion = random.chance(0.7) ? `alone-${batch}` : 'shared';
    }
    const requests = Array.from({ length: REQUESTS_AT_ONCE }, askAmidFaults);
    if (random.chance(0.1)) {
      live = 1 - live;
      swaps++;
    }
    platform.objects = random.chance(0.02) ? astray : bucketsByLive[live];
    await Promise.all(requests);
    // Pointer and keys in memory become stale.
    if (random.chance(0.3)) clock.ahead_ms += CURRENT_FRESH_MS;
  }
  expect(defects.slice(0, 3)).toEqual([]);
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(hung).toBe(0);
  expect(met).toBeGreaterThan(cases / 10);
  tell(
    `seed ${seedOfRun}: ${cases} requests, ${swaps} swaps, ${JSON.stringify(outcomes)}, ${wrong.length} wrong, ${hung} hung, ${met} faults`,
  );
});
