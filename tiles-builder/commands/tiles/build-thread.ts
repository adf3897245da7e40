/** The thread in which `build` builds, see `build-in-thread.ts`. */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { buildShare } from '../../build/build-dataset.ts';
import { ProcessGrown } from '../../steps/run-steps.ts';
import { describeFailure } from '../describe-failure.ts';
import type { BuildOrder, ThreadMessage } from './build-in-thread.ts';

const TELL_EVERY_MS = 50;

const tell = (message: ThreadMessage): void => parentPort!.postMessage(message);
let toldStep = '';
let toldAt_ms = 0;

const { config, out, options } = workerData as BuildOrder;
try {
  const built = await buildShare(config, out, {
    ...options,
    progress: (...progress) => {
      const now_ms = performance.now();
      if (progress[0] === toldStep && now_ms - toldAt_ms < TELL_EVERY_MS) return;
      toldStep = progress[0];
      toldAt_ms = now_ms;
      tell({ progress });
    },
  });
  tell({ built });
} catch (cause) {
  if (cause instanceof ProcessGrown) tell({ grown: cause.message });
  else tell({ failure: describeFailure(cause), trace: inspect(cause) });
}
