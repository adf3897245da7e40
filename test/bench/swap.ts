/** Benchmark of publishing during calls: each answer is of one version. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathOf } from '../../src/endpoints.ts';
import { CURRENT_USABLE_MS } from '../../src/limits.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { ALL_CHANGES } from '../../tiles-builder/publish/version-change/excesses.ts';
import type { Progress } from '../../tiles-builder/records.ts';
import { writeFolder } from '../support/datasets/memory-to-folder.ts';
import { type StreetTown, twoVersions } from '../support/datasets/street-dataset.ts';
import { randomQuestion } from '../support/requests/random-question.ts';
import { spellPlainly } from '../support/requests/spell-question.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';
import { takeTurns } from './callers.ts';
import { load, send } from './load.ts';

const CONNECTIONS = 8;
const QUESTIONS = 30;
const BEFORE_MS = 5_000;
/** Exceeds the use of a stale `current`. */
const AFTER_MS = CURRENT_USABLE_MS;

export interface SwapFigures {
  readonly requests: number;
  readonly errors: number;
  /** Answers of neither version. */
  readonly mixed: number;
  readonly answers_of_old: number;
  readonly answers_of_new: number;
  /** From writing `current` to the last old answer. */
  readonly until_all_new_s: number;
}

export async function benchSwap(json: boolean, progress: Progress): Promise<SwapFigures> {
  const [before, after] = twoVersions();
  const service = await startHttpService('swap');
  try {
    progress('Publish the first version');
    await publish(before, service);
    const nextCaller = await takeTurns(service);
    const random = new Random(7);
    const paths = Array.from({ length: QUESTIONS }, () => {
      const question = { ...randomQuestion(before, random), details: true };
      return `${pathOf(question.endpoint)}?${spellPlainly(question)}`;
    });
    const askAll = async (): Promise<Map<string, string>> => {
      const answers = new Map<string, string>();
      for (const path of paths) {
        const { body } = await send(service.url, { path, headers: { Authorization: nextCaller() } });
        answers.set(path, body);
      }
      return answers;
    };
    const ofOld = await askAll();
    const answers: { readonly path: string; readonly body: string; readonly at_ms: number }[] = [];
    progress('Calls while the second version is published');
    const loading = load({
      url: service.url,
      connections: CONNECTIONS,
      duration_ms: BEFORE_MS + AFTER_MS,
      nextCall: () => ({
        path: paths[random.integer(0, QUESTIONS - 1)],
        headers: { Authorization: nextCaller() },
      }),
      isRight: ({ status, body }, { path }) => {
        answers.push({ path, body, at_ms: performance.now() });
        return status === 200;
      },
    });
    await setTimeout(BEFORE_MS);
    await publish(after, service);
    const swappedAt_ms = performance.now();
    const { errors, times_ms } = await loading;
    const ofNew = await askAll();
    const old = answers.filter(({ path, body }) => body === ofOld.get(path));
    const fresh = answers.filter(({ path, body }) => body === ofNew.get(path));
    const figures = {
      requests: times_ms.length,
      errors,
      mixed: answers.length - old.length - fresh.length,
      answers_of_old: old.length,
      answers_of_new: fresh.length,
      until_all_new_s: Math.round((old.at(-1)!.at_ms - swappedAt_ms) / 100) / 10,
    };
    console.log(
      `${figures.requests} calls: ${figures.answers_of_old} answered from the old version, ${figures.answers_of_new} from the new one, ` +
        `${figures.mixed} from neither, ${errors} errors; all from the new one after ${figures.until_all_new_s} s`,
    );
    if (json) console.log(JSON.stringify({ swap: figures }));
    return figures;
  } finally {
    await service.close();
  }
}

async function publish(town: StreetTown, { bucket }: HttpService): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'swap-'));
  try {
    writeFolder(folder, town);
    await publishDataset(folder, bucket, () => {}, { accept: new Set(ALL_CHANGES) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
