/** The thread of `build`. */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { buildShard } from '../../build/build-dataset.ts';
import { ProcessGrown } from '../../steps/run-steps.ts';
import { describeFailure } from '../describe-failure.ts';
import type { BuildMessage, BuildOrder } from './build-messages.ts';

const REPORT_EVERY_MS = 50;

const report = (message: BuildMessage): void => parentPort!.postMessage(message);
let reportedStep = '';
let reportedAt_ms = 0;

const { config, out, options } = workerData as BuildOrder;
try {
  const built = await buildShard(config, out, {
    ...options,
    progress: (...progress) => {
      const now_ms = performance.now();
      if (progress[0] === reportedStep && now_ms - reportedAt_ms < REPORT_EVERY_MS) return;
      reportedStep = progress[0];
      reportedAt_ms = now_ms;
      report({ progress });
    },
  });
  report({ built });
} catch (cause) {
  if (cause instanceof ProcessGrown) report({ grown: cause.message });
  else report({ failure: describeFailure(cause), trace: inspect(cause) });
}
