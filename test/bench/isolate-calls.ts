/**
 * Process with only the app: makes usual calls, then heavy ones at once. `--gc-global` makes memory after collections memory in
 * use.
 */
import { GCProfiler, setFlagsFromString } from 'node:v8';
import type { Hono } from 'hono';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { CallsTaken, CallsWanted } from './isolate.ts';
import { platformInMemory, randomPath } from './memory-platform.ts';

const wanted = JSON.parse(process.argv[2]) as CallsWanted;
const collects = process.execArgv.length > 0;

const { bindings, context } = await platformInMemory(wanted.folders);
const platform_bytes = inUse_bytes() - wanted.empty_bytes;

const APP = '../../src/app.ts';
const { createApp } = (await import(APP)) as { createApp: () => Hono };
const app = createApp();
console.info = () => {};

function inUse_bytes(): number {
  if (!collects) return 0;
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Memory {
  readonly usedHeapSize: number;
  readonly externalMemory: number;
}

async function ask(path: string): Promise<{ readonly status: number; readonly body_bytes: number }> {
  const headers = { Authorization: `Basic ${btoa('key0:secret')}` };
  const response = await app.fetch(new Request(`http://count.test${path}`, { headers }), bindings, context);
  const body = await response.arrayBuffer();
  if (response.status !== 200) process.stderr.write(`${new TextDecoder().decode(body)}\n`);
  return { status: response.status, body_bytes: body.byteLength };
}

const random = new Random(7);
for (let call = 0; call < wanted.before; call++) await ask(randomPath(random, wanted.centre));

const profiler = new GCProfiler();
if (collects) {
  setFlagsFromString('--gc-global');
  profiler.start();
}
const before = process.cpuUsage();
const answers = await Promise.all(wanted.paths.map(ask));
const { user, system } = process.cpuUsage(before);
let live_bytes = 0;
if (collects) {
  const collections = profiler
    .stop()
    .statistics.filter(({ gcType }) => gcType === 'MarkSweepCompact')
    .map(({ beforeGC, afterGC }) => ({
      before: beforeGC.heapStatistics as unknown as Memory,
      after: afterGC.heapStatistics as unknown as Memory,
    }));
  for (const [index, { after }] of collections.entries()) {
    // Unused buffers are freed before the next collection.
    const next = collections[index + 1]?.before ?? after;
    const buffers = Math.min(after.externalMemory, next.externalMemory);
    live_bytes = Math.max(live_bytes, after.usedHeapSize + buffers - platform_bytes);
  }
}
const taken: CallsTaken = {
  live_mb: Math.round(live_bytes / 1e5) / 10,
  cpu_ms: Math.round((user + system) / 1_000),
  statuses: answers.map(({ status }) => status),
  body_bytes: Math.max(...answers.map(({ body_bytes }) => body_bytes)),
};
console.log(JSON.stringify(taken));
