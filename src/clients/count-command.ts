/** Command `npm run count`: counts people at many sites (see USAGE). Run again, it asks only what is new or has no answer. */
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ENDPOINT_NAMES } from '../endpoints.ts';
import { TRAVELS } from '../format/tile-sets.ts';
import { columnsOf } from './count-columns.ts';
import { CountsFile, keyOf } from './counts-file.ts';
import { CountFailed, type Place, PopulationCount, type Site, type SiteResult } from './javascript/index.ts';
import { type Asked, placeOf, type Row, readSites } from './read-sites.ts';

const USAGE =
  'npm run count -- sites.csv --out counts.csv [--geojson counts.geojson] [--minutes 5,10,15] ' +
  `[--travel ${TRAVELS.join(' or ')}] [--count ${ENDPOINT_NAMES.join(' or ')}]`;
const OPTIONS = {
  out: { type: 'string', default: 'counts.csv' },
  geojson: { type: 'string' },
  minutes: { type: 'string', default: '5,10,15' },
  travel: { type: 'string', default: 'pedestrian' },
  count: { type: 'string', default: ENDPOINT_NAMES.join() },
  help: { type: 'boolean', short: 'h' },
} as const;
const PROGRESS_EVERY = 100;

type Question = Site & { readonly asked: Asked };

const print = (to: NodeJS.WriteStream, line: string): void => void to.write(`${line}\n`);

try {
  await run();
} catch (cause) {
  print(process.stderr, `Error: ${(cause as Error).message}`);
  process.exit(1);
}

async function run(): Promise<void> {
  const { positionals, values } = parsedArguments();
  if (values.help) return print(process.stdout, USAGE);
  const [sites = 'sites.csv'] = positionals;
  if (!existsSync(sites)) throw new Error(`${sites} is not there. ${USAGE}`);
  const endpoints = values.count.split(',').map((name) => {
    const endpoint = ENDPOINT_NAMES.find((known) => known === name);
    if (!endpoint) throw new Error(`--count takes ${ENDPOINT_NAMES.join(' or ')}, or both with a comma`);
    return endpoint;
  });
  const { travel } = values;
  if (!TRAVELS.some((known) => known === travel)) throw new Error(`--travel takes ${TRAVELS.join(' or ')}`);
  const { API_KEY, API_SECRET, SERVICE_URL = 'http://localhost:8787' } = process.env;
  if (!API_KEY || !API_SECRET)
    throw new Error('set API_KEY and API_SECRET: the key and the secret that you were given');

  const file = new CountsFile(values.out);
  const times_s = values.minutes.split(',').map((minutes) => String(60 * Number(minutes)));
  const isochrones = times_s.map((time_s) => ({ travel, time_s }));
  const questions = readSites(sites, isochrones).flatMap((asked) => {
    const place: Place = placeOf(asked);
    return endpoints.map(
      (endpoint): Question => ({ ...place, endpoint, asked: { ...asked, count: endpoint } }),
    );
  });
  const done = new Set(file.rows().flatMap((row) => (row.error ? [] : [keyOf(row)])));
  const open = questions.filter((question) => !done.has(keyOf(question.asked)));
  const fromBefore = questions.length - open.length;

  let asked = 0;
  let refused = 0;
  const service = new PopulationCount({ url: SERVICE_URL, key: API_KEY, secret: API_SECRET });
  try {
    for await (const result of service.countSites(open)) {
      file.append({ ...result.site.asked, ...cellsOf(result) });
      if (result.error) refused++;
      if (++asked % PROGRESS_EVERY === 0)
        print(process.stderr, `${asked + fromBefore} of ${questions.length}, ${refused} without an answer`);
    }
  } catch (cause) {
    if (!(cause instanceof CountFailed)) throw cause;
    const hint = cause.status === 0 ? ': set SERVICE_URL if it runs elsewhere' : '';
    throw new Error(
      `${cause.message.replace(/\.$/, '')}${hint}. What was answered is in ${values.out}: run it again.`,
      { cause },
    );
  } finally {
    file.sort(questions.map((question) => question.asked));
  }
  if (values.geojson)
    writeFileSync(
      values.geojson,
      JSON.stringify({
        type: 'FeatureCollection',
        features: file.features(questions.map((question) => question.asked)),
      }),
    );
  print(
    process.stdout,
    `${questions.length} ${questions.length === 1 ? 'count' : 'counts'} in ${values.out}, ${fromBefore} of them from before, ${refused} without an answer`,
  );
  for (const mixed of mixedVersions(file.rows())) print(process.stdout, `${values.out} mixes ${mixed}`);
  if (refused > 0 && refused === questions.length)
    throw new Error(`no site has an answer: the column error of ${values.out} says why`);
}

function parsedArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (cause) {
    throw new Error(`${(cause as Error).message}. ${USAGE}`, { cause });
  }
}

function cellsOf({ count, error }: SiteResult<Question>): object {
  if (error) return { error: error.message };
  return columnsOf(count);
}

function mixedVersions(rows: readonly Row[]): string[] {
  const regions = Map.groupBy(
    rows.filter(({ region }) => region),
    ({ region }) => region,
  );
  return [...regions].flatMap(([region, lines]) => {
    const versions = [...Map.groupBy(lines, ({ version }) => version)];
    if (versions.length < 2) return [];
    const counted = versions.map(([version, { length }]) => `${version} in ${length} lines`);
    return `versions of ${region} (${counted.join(', ')}): run with another --out to ask all again`;
  });
}
