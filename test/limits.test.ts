/** Limits are equal in code and documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as limits from '../src/limits.ts';
import { readPages } from '../tiles-builder/page/docs/build-docs.ts';

const wrangler = readFileSync(join(import.meta.dirname, '../wrangler.toml'), 'utf8');
const pages = readPages()
  .map(({ markdown }) => markdown)
  .join('\n');

const figuresIn = (text: string, pattern: RegExp): number[] =>
  Array.from(text.matchAll(pattern), ([, figure]) => Number(figure.replaceAll(/[_,]/g, '')));

test.each([
  ['processor time', /cpu_ms = ([\d_]+)/g, limits.CPU_LIMIT_MS],
  ['calls with a key', /"CALLS_PER_KEY"[^[]*limit = ([\d_]+)/g, limits.CALLS_PER_KEY],
  ['the period of rate limits', /"CALLS_PER_\w+"[^[]*period = ([\d_]+)/g, limits.RATE_PERIOD_S],
])('wrangler.toml has the limit of %s', (_, pattern, limit) => {
  expect([...new Set(figuresIn(wrangler, pattern))]).toEqual([limit]);
});

test.each([
  ['positions of a zone', /([\d,]+) positions/g, limits.MAX_ZONE_POSITIONS],
  ['km² of a zone', /([\d,]+) km² and [\d,]+ km of perimeter/g, limits.MAX_ZONE_AREA_KM2],
  ['calls with a key a minute', /may ask ([\d,]+) times a minute/g, limits.CALLS_PER_KEY],
  ['calls of the cache', /calls the cache at most ([\d,]+) times/g, limits.MAX_CACHE_CALLS],
  ['reads of a request', /reads at most ([\d,]+) objects/g, limits.MAX_READS_PER_REQUEST],
  ['regions that /healthz looks at', /(\d+) a minute,? in turn/g, limits.HEALTH_REGIONS],
  ['regions that the map is told of', /(\d+) nearest to what it shows/g, limits.MAX_MAP_REGIONS],
  ['age of what the cache holds', /at most ([\d,]+) seconds old/g, limits.DOCUMENT_TTL_S],
])('the documentation has the limit of %s', (_, pattern, limit) => {
  expect([...new Set(figuresIn(pages, pattern))]).toEqual([limit]);
});
