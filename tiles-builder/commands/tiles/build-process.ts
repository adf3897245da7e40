/** Child process of `build-in-processes.ts`: builds until done or using too much memory, and sends progress and outcome. */
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Progress } from '../../base/records.ts';
import type { Described } from '../../dataset/describe-sources.ts';
import {
  type BuildOptions,
  type BuildSummary,
  buildDataset,
  ProcessGrown,
} from '../../pipeline/build-dataset.ts';
import type { Config } from '../../sources/config/config.ts';
import { describeFailure, type Failure } from '../describe-failure.ts';

export interface BuildOrder {
  readonly config: Config;
  readonly out: string;
  readonly options: Omit<BuildOptions, 'progress'>;
}

export type BuildOutcome =
  | { readonly built: BuildSummary }
  /** The process has grown; another one must resume. */
  | { readonly described: Described }
  | { readonly failure: Failure; readonly trace: string };

export type BuildMessage = { readonly progress: Parameters<Progress> } | BuildOutcome;

const REPORT_EVERY_MS = 50;

new Worker(new URL('../../base/processes/end-with-parent.ts', import.meta.url), { execArgv: [] }).unref();

const report = (message: BuildMessage, sent = () => {}): unknown => process.send!(message, sent);
let reportedStep = '';
let reportedAt_ms = 0;
const progress: Progress = (...progress) => {
  const now_ms = performance.now();
  if (progress[0] === reportedStep && now_ms - reportedAt_ms < REPORT_EVERY_MS) return;
  reportedStep = progress[0];
  reportedAt_ms = now_ms;
  report({ progress });
};

async function outcomeOf({ config, out, options }: BuildOrder): Promise<BuildOutcome> {
  try {
    return { built: await buildDataset(config, out, { ...options, progress }) };
  } catch (cause) {
    if (cause instanceof ProcessGrown) return { described: cause.described };
    return { failure: describeFailure(cause), trace: inspect(cause) };
  }
}

process.once('message', async (order: BuildOrder) => report(await outcomeOf(order), () => process.exit()));
