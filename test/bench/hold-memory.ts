/** Process with only the app: makes many calls and reports memory. */
import type { Hono } from 'hono';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { CALLERS, platformInMemory, randomPath } from './memory-platform.ts';

const LOOKS = 12;
const [folder, calls, lonText, latText] = process.argv.slice(2) as [string, string, string, string];
const CENTRE = [Number(lonText), Number(latText)] as const;
const CALLS = Number(calls);

const APP = '../../src/app.ts';
const { createApp } = (await import(APP)) as { createApp: () => Hono };

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const platform = await platformInMemory(folder);
const app = createApp();
const random = new Random(7);
const { info } = console;
for (let call = 1; call <= CALLS; call++) {
  console.info = () => {};
  const headers = { Authorization: `Basic ${btoa(`key${call % CALLERS}:secret`)}` };
  const request = new Request(`http://count.test${randomPath(random, CENTRE)}`, { headers });
  const response = await app.fetch(request, platform.bindings, platform.context);
  const body = await response.text();
  console.info = info;
  if (response.status !== 200 || !body.startsWith('{"success":true')) {
    throw new Error(`${response.status} ${body} for ${request.url}`);
  }
  if (call % Math.ceil(CALLS / LOOKS) === 0) {
    globalThis.gc!();
    const { heapUsed, external } = process.memoryUsage();
    console.log(
      JSON.stringify({ calls: call, heap_mb: megabytes(heapUsed), buffers_mb: megabytes(external) }),
    );
  }
}
