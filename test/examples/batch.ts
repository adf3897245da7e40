/**
 * Counts around many sites: sites.csv (id,lon,lat) → counts.csv. Run: npx node test/examples/batch.ts sites.csv counts.csv
 * Broken off and run again, it goes on where it was: what stands in counts.csv is not asked again.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const url = process.env.SERVICE_URL ?? 'http://localhost:8787';
const authorization = `Basic ${btoa(`${process.env.API_KEY}:${process.env.API_SECRET}`)}`;
const [sitesFile = 'sites.csv', countsFile = 'counts.csv'] = process.argv.slice(2);
const TIMES_S = [120, 300];
const AT_ONCE = 4;

type Count = 'livingcount' | 'workingcount';
interface Body extends Partial<Record<Count, number>> {
  success: boolean;
  error: string;
  details?: { interval: { low: number; high: number } | null };
}

const rowsOf = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));

if (!existsSync(countsFile)) writeFileSync(countsFile, 'id,time_s,count,people,low,high,error\n');
const done = new Set(rowsOf(countsFile).map(([id, time_s, count]) => `${id},${time_s},${count}`));
const questions = rowsOf(sitesFile).flatMap(([id, lon, lat]) =>
  TIMES_S.flatMap((time_s) =>
    (['livingcount', 'workingcount'] as const).map((count: Count) => ({ id, lon, lat, time_s, count })),
  ),
);
const open = questions.filter(({ id, time_s, count }) => !done.has(`${id},${time_s},${count}`));

/** How long to wait between calls, so that the key's rate is never reached: from the policy of the last answer. */
let pause_ms = 0;

async function ask({ id, lon, lat, time_s, count }: (typeof open)[number]): Promise<void> {
  const query = new URLSearchParams({
    lon,
    lat,
    travel: 'pedestrian',
    time: String(time_s),
    details: 'true',
  });
  for (;;) {
    const response = await fetch(`${url}/api/v1/${count}?${query}`, { headers: { authorization } });
    const policy = /q=(\d+);w=(\d+)/.exec(response.headers.get('RateLimit-Policy') ?? '');
    if (policy) pause_ms = (1_000 * AT_ONCE * Number(policy[2])) / Number(policy[1]);
    if (response.status === 429 || response.status === 503) {
      await sleep(1_000 * Number(response.headers.get('Retry-After') ?? 60));
      continue;
    }
    const body = (await response.json()) as Body;
    // A wrong key is wrong for all; a site without an answer is kept with the reason, so that it is never a 0.
    if (response.status === 401) throw new Error(body.error);
    const { low, high } = body.details?.interval ?? {};
    const error = body.success ? '' : `"${body.error.replaceAll('"', '""')}"`;
    appendFileSync(countsFile, `${[id, time_s, count, body[count] ?? '', low, high, error].join()}\n`);
    return sleep(pause_ms);
  }
}

const askNext = async (): Promise<void> => {
  for (let next = open.shift(); next; next = open.shift()) await ask(next);
};
await Promise.all(Array.from({ length: AT_ONCE }, askNext));
console.log(`${questions.length} counts in ${countsFile}, ${done.size} of them from before`);
