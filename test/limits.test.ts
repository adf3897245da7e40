/** Limits and thresholds are equal in code and documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  FEWEST_IN_DIVIDED,
  FEWEST_SHOWN,
  FINEST_DIVIDED,
  FINEST_SHOWN,
  MAX_DIVIDED_ERROR,
} from '../src/density/shown-cells.ts';
import * as limits from '../src/limits.ts';
import { PRIVACY } from '../tiles-builder/daytime/parameters.ts';
import { readPages } from '../tiles-builder/page/docs/build-docs.ts';

const wrangler = readFileSync(join(import.meta.dirname, '../wrangler.toml'), 'utf8');
const pages = readPages()
  .map(({ markdown }) => markdown)
  .join('\n');

const glossary = readFileSync(join(import.meta.dirname, '../src/GLOSSARY.md'), 'utf8');

const WORDS: Readonly<Record<string, number>> = { half: 0.5, eight: 8, ten: 10, twelve: 12, twenty: 20 };
const figuresIn = (text: string, pattern: RegExp): number[] =>
  Array.from(text.matchAll(pattern), ([, figure]) => WORDS[figure] ?? Number(figure.replaceAll(/[_,]/g, '')));

test.each([
  ['processor time', /cpu_ms = ([\d_]+)/g, limits.CPU_LIMIT_MS],
  ['calls with a key', /"CALLS_PER_KEY"[^[]*?limit = ([\d_]+)/g, limits.CALLS_PER_KEY],
  ['calls of an address', /"CALLS_PER_ADDRESS"[^[]*?limit = ([\d_]+)/g, limits.CALLS_PER_ADDRESS],
  ['the period of rate limits', /"CALLS_PER_\w+"[^[]*?period = ([\d_]+)/g, limits.RATE_PERIOD_S],
])('wrangler.toml has the limit of %s', (_, pattern, limit) => {
  expect([...new Set(figuresIn(wrangler, pattern))]).toEqual([limit]);
});

test.each([
  ['positions of a zone', /([\d,]+) positions/g, limits.MAX_ZONE_POSITIONS],
  ['km² of a zone', /([\d,]+) km² and [\d,]+ km of perimeter/g, limits.MAX_ZONE_AREA_KM2],
  ['km of perimeter of a zone', /([\d,]+) km of perimeter/g, limits.MAX_ZONE_PERIMETER_KM],
  ['calls with a key a minute', /may ask ([\d,]+) times a minute/g, limits.CALLS_PER_KEY],
  ['calls of the cache', /calls the cache at most ([\d,]+) times/g, limits.MAX_CACHE_CALLS],
  ['reads of a request', /reads at most ([\d,]+) objects/g, limits.MAX_READS_PER_REQUEST],
  ['regions that /healthz looks at', /(\d+) a minute,? in turn/g, limits.HEALTH_REGIONS],
  ['regions that the map is told of', /(\d+) nearest to what it shows/g, limits.MAX_MAP_REGIONS],
  ['age of what the cache holds', /at most ([\d,]+) seconds old/g, limits.DOCUMENT_TTL_S],
])('the documentation has the limit of %s', (_, pattern, limit) => {
  expect([...new Set(figuresIn(pages, pattern))]).toEqual([limit]);
});

const K = PRIVACY.min_persons;
test.each([
  ['persons in a group, as k', /k = (\w+)/g, K],
  ['persons behind a figure', /[Ff]ewer than (\w+) (?:persons|people\s+at\s+sites)/g, K],
  ['persons of a group that shrinks', /falls below (\w+) persons/g, K],
  ['people at a site that stands alone', /a site with (\w+) people or more/g, K],
  ['people in a building of its own', /where (\w+) or more are in it/g, K],
  ['people at home of a share', /until (\w+) people are at home/g, K],
  [
    'people at work in a cell of the map',
    /(?:where fewer than|coarser with at least) ([\d,]+) people(?: are at work|\. Residents)/g,
    FEWEST_SHOWN.working,
  ],
  [
    'resolution of people at work',
    /(?:cells of H3 resolution |living and 36 km² \()(\d)/g,
    FINEST_SHOWN.working,
  ],
  ['resolution of residents', /resolution (\d)(?: \(0\.7 km²\)|\) for people living)/g, FINEST_SHOWN.living],
  [
    'resolution of divided cells',
    /(?:resolution |0\.1 km² \()(\d)(?: \(0\.1 km²\)|\) where)/g,
    FINEST_DIVIDED,
  ],
  ['residents in a divided cell', /at\s+least (\w+)(?: and a 90 %|, and bounds)/g, FEWEST_IN_DIVIDED],
  ['interval in a divided cell', /within (\w+) of its (?:count|number)/g, MAX_DIVIDED_ERROR],
])('the documentation has the threshold of %s', (_, pattern, threshold) => {
  expect([...new Set(figuresIn(pages + glossary, pattern))]).toEqual([threshold]);
});
