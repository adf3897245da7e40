/**
 * Counts at many sites, by `npm run count` (see USAGE).
 * Sites have a column id or name, and lon and lat or wkt with a polygon. Run again, it asks what is new or has no answer.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { ENDPOINT_NAMES, type Endpoint } from '../../src/endpoints.ts';
import { TRAVELS } from '../../src/format/tile-sets.ts';
import type { Details } from '../../src/response/details.ts';
import { columnsOf } from '../../src/web/export/answers-as-csv.ts';
import { ASKED_COLUMNS, PROPERTIES, SITE_COLUMNS } from '../../src/web/export/count-columns.ts';

const USAGE =
  'npm run count -- sites.csv --out counts.csv [--geojson counts.geojson] [--minutes 5,10,15] ' +
  `[--travel ${TRAVELS.join(' or ')}] [--count ${ENDPOINT_NAMES.join(' or ')}]`;
const { positionals, values } = words();
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const [sitesFile = 'sites.csv'] = positionals;
if (!existsSync(sitesFile)) fail(`${sitesFile} is not there. ${USAGE}`);
const url = process.env.SERVICE_URL ?? 'http://localhost:8787';
const { API_KEY, API_SECRET } = process.env;
const authorization = `Basic ${btoa(`${API_KEY}:${API_SECRET}`)}`;
const counts = values.count
  .split(',')
  .map(
    (name) =>
      ENDPOINT_NAMES.find((count) => count === name) ??
      fail(`--count takes ${ENDPOINT_NAMES.join(' or ')}, or both with a comma`),
  );
if (!TRAVELS.some((travel) => travel === values.travel)) fail(`--travel takes ${TRAVELS.join(' or ')}`);
const AT_ONCE = 4;
/** Tries of a question while the service is too busy. */
const MOST_TRIES = 20;

function words() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string', default: 'counts.csv' },
        geojson: { type: 'string' },
        minutes: { type: 'string', default: '5,10,15' },
        travel: { type: 'string', default: 'pedestrian' },
        count: { type: 'string', default: ENDPOINT_NAMES.join() },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    return fail(`${(cause as Error).message}. ${USAGE}`);
  }
}

type Row = Readonly<Record<string, string>>;
interface Body extends Partial<Record<Endpoint, number>> {
  success: boolean;
  error: string;
  details?: Details;
}

function fail(why: string): never {
  console.error(`Error: ${why}`);
  process.exit(1);
}

if (!API_KEY || !API_SECRET) fail('set API_KEY and API_SECRET: the key and the secret that you were given');

function rowsOf(file: string): Row[] {
  const text = readFileSync(file, 'utf8');
  const [header] = text.split('\n', 1);
  const delimiter = [',', ';', '\t'].reduce((a, b) =>
    header.split(b).length > header.split(a).length ? b : a,
  );
  const columns = (names: string[]): string[] => names.map((name) => name.trim().toLowerCase());
  try {
    return parse(text, { bom: true, columns, skip_empty_lines: true, delimiter });
  } catch (cause) {
    return fail(`${file}: ${(cause as Error).message}; quote numbers with a comma`);
  }
}

type Asked = Readonly<Partial<Record<(typeof ASKED_COLUMNS)[number], string>>>;

/** What a row asks for: a zone once, a point for each time. */
function placesOf(row: Row): Asked[] {
  const wkt = row.wkt ?? row.geometry;
  if (wkt) return [{ wkt }];
  const lon = row.lon ?? row.lng ?? row.longitude ?? fail(`${sitesFile} has no column lon or wkt`);
  const lat = row.lat ?? row.latitude ?? fail(`${sitesFile} has no column lat`);
  const times_s = values.minutes.split(',').map((minutes) => String(60 * Number(minutes)));
  const [x, y] = [lon, lat].map((degrees) => degrees.trim().replace(',', '.'));
  return times_s.map((time_s) => ({ lon: x, lat: y, travel: values.travel, time_s }));
}

function queryOf({ lon = '', lat = '', wkt, travel = '', time_s = '' }: Asked): URLSearchParams {
  const where = wkt
    ? { zone: JSON.stringify({ type: 'Polygon', coordinates: ringsOf(wkt) }) }
    : { lon, lat, travel, time: time_s };
  return new URLSearchParams({ ...where, details: 'true' });
}

/** `POLYGON ((lon lat, …), (…))`; anything else has no rings, which the service refuses with a sentence. */
const ringsOf = (wkt: string): number[][][] =>
  /^\s*POLYGON/i.test(wkt)
    ? [...wkt.matchAll(/\(([^()]+)\)/g)].map(([, ring]) =>
        ring.split(',').map((at) => at.trim().split(/\s+/).map(Number)),
      )
    : [];

const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const lineOf = (fields: readonly unknown[]): string =>
  `${fields.map((field) => quoted(String(field ?? ''))).join()}\n`;
/** Recognises lines of an earlier run. */
const keyOf = (row: Asked): string => JSON.stringify(ASKED_COLUMNS.map((column) => row[column] ?? ''));

if (!existsSync(values.out)) writeFileSync(values.out, lineOf(SITE_COLUMNS));
if (readFileSync(values.out, 'utf8').split(/\r?\n/, 1)[0] !== SITE_COLUMNS.join())
  fail(`${values.out} has other columns than ${SITE_COLUMNS.join()}: name another file with --out`);
// A full disk or a crash may have broken off the last line.
truncateSync(values.out, readFileSync(values.out).lastIndexOf('\n') + 1);
const ids = new Set<string>();
const questions = rowsOf(sitesFile).flatMap((row) => {
  const id = row.id ?? row.name ?? fail(`${sitesFile} has no column id or name`);
  if (ids.size === ids.add(id).size) fail(`${sitesFile} has two sites called ${id}`);
  return placesOf(row).flatMap((place) =>
    counts.map((count): Asked & { count: Endpoint } => ({ id, ...place, count })),
  );
});
// Replaces lines without an answer; those of other questions stay.
const wanted = new Set(questions.map(keyOf));
const lines = rowsOf(values.out);
const kept = lines.filter((line) => !line.error || !wanted.has(keyOf(line)));
if (kept.length < lines.length) {
  const rewritten = `${values.out}.part`;
  const rows = kept.map((line) => SITE_COLUMNS.map((column) => line[column]));
  writeFileSync(rewritten, [SITE_COLUMNS, ...rows].map(lineOf).join(''));
  renameSync(rewritten, values.out);
}
const done = new Set(kept.map(keyOf));
const open = questions.filter((question) => !done.has(keyOf(question)));
const fromBefore = questions.length - open.length;

function answerOf(body: Body, count: Endpoint): object {
  const { details } = body;
  const people = body[count];
  if (!details || people === undefined) return {};
  const answer = { people, isochrone: null, gridZone: null, details };
  return columnsOf({ kind: 'total', people, interval: details.interval, answers: [answer] });
}

/** Pause between calls, to stay below the key's rate by the last answer's policy. */
let pause_ms = 0;
let asked = 0;
let refused = 0;

async function ask(question: (typeof open)[number]): Promise<void> {
  const { count } = question;
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${url}/api/v1/${count}?${queryOf(question)}`, {
      headers: { authorization },
    });
    const policy = /q=(\d+);w=(\d+)/.exec(response.headers.get('RateLimit-Policy') ?? '');
    if (policy) pause_ms = (1_000 * AT_ONCE * Number(policy[2])) / Number(policy[1]);
    if ((response.status === 429 || response.status === 503) && tries < MOST_TRIES) {
      await sleep(1_000 * Number(response.headers.get('Retry-After') ?? 60));
      continue;
    }
    const body = (await response.json()) as Body;
    // Failures for all, or for now, end the run. A site without an answer keeps the reason, never a 0.
    if (response.status === 401 || response.status === 429 || response.status >= 500) fail(body.error);
    const line: Readonly<Record<string, unknown>> = {
      ...question,
      ...answerOf(body, count),
      error: body.error,
    };
    appendFileSync(values.out, lineOf(SITE_COLUMNS.map((column) => line[column])));
    if (!body.success) refused++;
    if (++asked % 100 === 0)
      console.error(`${asked + fromBefore} of ${questions.length}, ${refused} without an answer`);
    return sleep(pause_ms);
  }
}

/** Lines of the CSV as features, at the point or in the zone of their site. */
function geojsonOf(lines: readonly Row[]): object {
  const features = lines.map((line) => {
    const { lon, lat, wkt } = line;
    const point = lon && lat ? { type: 'Point', coordinates: [Number(lon), Number(lat)] } : null;
    const geometry = ringsOf(wkt).length > 0 ? { type: 'Polygon', coordinates: ringsOf(wkt) } : point;
    const properties = Object.fromEntries(
      PROPERTIES.map((column) => [column, propertyOf(column, line[column])]),
    );
    return { type: 'Feature', properties, geometry };
  });
  return { type: 'FeatureCollection', features };
}

const TEXTS = ['id', 'travel', 'count', 'region', 'version', 'sources', 'error'];
const propertyOf = (column: string, text: string): unknown =>
  text === '' ? null : TEXTS.includes(column) ? text : JSON.parse(text);

const askNext = async (): Promise<void> => {
  for (let next = open.shift(); next; next = open.shift()) await ask(next);
};
try {
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
} catch (cause) {
  fail(
    `${url} cannot be reached (${(cause as Error).message}): set SERVICE_URL if it runs elsewhere. ` +
      `What was answered is in ${values.out}: run it again.`,
  );
}
if (values.geojson) writeFileSync(values.geojson, JSON.stringify(geojsonOf(rowsOf(values.out))));
console.log(
  `${questions.length} counts in ${values.out}, ${fromBefore} of them from before, ${refused} without an answer`,
);
const answered = rowsOf(values.out).filter(({ region }) => region);
const newest = new Map(answered.map(({ region, version }) => [region, version]));
const older = answered.filter(({ region, version }) => version !== newest.get(region));
for (const [version, lines] of Map.groupBy(older, (line) => line.version)) {
  const [{ region }] = lines;
  console.log(
    `${values.out} mixes versions of ${region} (lines of ${version}: ${lines.length}; ` +
      `live at the last answer: ${newest.get(region)}): run with another --out to ask all again`,
  );
}
if (refused > 0 && refused === questions.length)
  fail(`no site has an answer: the column error of ${values.out} says why`);
