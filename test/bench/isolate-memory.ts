/**
 * Benchmark of the Worker's memory after thousands of calls. Runs in Node, as the local runtime includes its platform and
 * garbage.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { GOTHENBURG } from '../../tiles-builder/demo/gothenburg.ts';
import { prepareDataset } from '../../tiles-builder/demo/prepare-dataset.ts';
import type { Progress } from '../../tiles-builder/records.ts';

const CALLS = 6_000;
export const ISOLATE_MB = 128;

interface Look {
  readonly calls: number;
  readonly heap_mb: number;
  readonly buffers_mb: number;
}

export async function benchIsolateMemory(json: boolean, progress: Progress): Promise<{ most_mb: number }> {
  const { folder } = await prepareDataset(join(import.meta.dirname, '../../.demo'), progress);
  progress(`${CALLS} different calls`);
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      join(import.meta.dirname, 'hold-memory.ts'),
      folder,
      String(CALLS),
      ...GOTHENBURG.centre.map(String),
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status !== 0) throw new Error('The calls were not all answered');
  const looks = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Look);
  const most_mb = Math.max(...looks.map(({ heap_mb, buffers_mb }) => heap_mb + buffers_mb));
  for (const { calls, heap_mb, buffers_mb } of looks) {
    console.log(`after ${String(calls).padStart(5)} calls  heap ${heap_mb} MB, buffers ${buffers_mb} MB`);
  }
  console.log(`at most ${most_mb.toFixed(1)} of ${ISOLATE_MB} MB`);
  if (json) console.log(JSON.stringify({ memory: { most_mb, looks } }));
  return { most_mb };
}
