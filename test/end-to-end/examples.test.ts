import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Feature, FeatureCollection } from 'geojson';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ENDPOINT_NAMES, pathOf } from '../../src/endpoints.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { CALL_EXAMPLES } from '../../src/openapi/call-examples.ts';
import type { Details } from '../../src/response/details.ts';
import { PROPERTIES, SITE_COLUMNS } from '../../src/web/export/count-columns.ts';
import { DOWNLOADS } from '../../tiles-builder/page/docs/build-docs.ts';
import { clientOf, type Document } from '../examples/generate-client.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { streetTown, WORKING_FACTOR } from '../support/datasets/street-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { parameterTexts } from '../support/requests/query-text.ts';
import { schemaChecker } from '../support/requests/schema-checker.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';

const run = promisify(execFile);
const examples = join(import.meta.dirname, '../examples');
const folder = temporaryFolder();
const { lon, lat } = CALL_EXAMPLES.walk.parameters;
const town = streetTown({ region: 'quarter', near: [lon, lat], version: 'quarter-0000000000000009' });
const LIVING = 3;
const WORKING = LIVING * WORKING_FACTOR;

let service: HttpService;
let document: Document;

beforeAll(async () => {
  service = await startHttpService('examples');
  for (const [key, bytes] of town.objects) await service.bucket.put(key, bytes);
  await service.bucket.put(CURRENT_KEY, await currentInMemory([town]));
  document = (await (await fetch(new URL('/openapi.json', service.url))).json()) as Document;
});
afterAll(async () => {
  await service?.close();
});

const LANGUAGES: Readonly<Record<string, { command: string; probe: readonly [string, ...string[]] }>> = {
  '.ts': { command: process.execPath, probe: [process.execPath, '--version'] },
  '.sh': { command: 'sh', probe: ['curl', '--version'] },
  '.py': { command: 'python3', probe: ['python3', '--version'] },
  '.R': { command: 'Rscript', probe: ['Rscript', '-e', 'library(httr2); library(sf)'] },
};

/** `null` if the command runs here. */
async function missing(command: string, ...args: string[]): Promise<string | null> {
  return run(command, args, { timeout: 10_000 }).then(
    () => null,
    (cause) => `${command} ${args.join(' ')}: ${cause.code === 'ENOENT' ? 'not installed' : cause.stderr}`,
  );
}

const tested = new Set<string>();

/** @param check gets a function that runs the example and returns its output */
function testExample(
  file: string,
  title: string,
  check: (runExample: (...args: string[]) => Promise<string>) => Promise<void>,
): void {
  tested.add(file);
  test(`${file}, ${title}`, async ({ skip }) => {
    const { command, probe } = LANGUAGES[extname(file)];
    const reason = await missing(...probe);
    if (reason) skip(reason);
    const { key, secret } = service.credentials;
    const credentials = { API_KEY: key, API_SECRET: secret };
    await check(async (...args) => {
      const called = [join(examples, file), ...args];
      const env = { SERVICE_URL: service.url.origin, ...process.env, ...credentials };
      return (await run(command, called, { env, cwd: folder, timeout: 30_000 })).stdout;
    });
  });
}

test('every example is shown or served, and tested, but for commands of the project', () => {
  const docs = join(examples, '../../src/web/docs');
  const page = ['examples.md', 'gis.md'].map((name) => readFileSync(join(docs, name), 'utf8')).join('');
  const files = readdirSync(examples).filter((file) => !['client.ts', 'generate-client.ts'].includes(file));
  const isShown = (file: string): boolean =>
    page.includes(`{{file test/examples/${file}}}`) || DOWNLOADS.includes(file);
  expect(files.filter((file) => !isShown(file))).toEqual(['batch.ts']);
  expect([...tested].toSorted()).toEqual(files.toSorted());
});

test('the committed client is the one that the served document gives', () => {
  const file = join(examples, 'client.ts');
  const formatted = execFileSync('biome', ['format', `--stdin-file-path=${file}`], {
    cwd: join(examples, '../..'),
    input: clientOf(document),
    encoding: 'utf8',
  });
  expect(formatted).toBe(readFileSync(file, 'utf8'));
});

testExample('count.ts', 'with the generated client', async (runExample) => {
  expect(await runExample()).toMatch(new RegExp(`^${LIVING} people live .*\\n${WORKING} people work`));
});

testExample('count.sh', 'by curl', async (runExample) => {
  const answers = (await runExample())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([{ livingcount: LIVING }, { workingcount: WORKING }]);
});

testExample('count.py', 'which writes a layer for QGIS', async (runExample) => {
  expect(await runExample()).toMatch(new RegExp(`^${LIVING} people live .*\\n${WORKING} people work`));
  const layer = JSON.parse(readFileSync(join(folder, 'isochrone.geojson'), 'utf8'));
  expect(layer.features[0].properties).toEqual({ livingcount: LIVING, workingcount: WORKING, cut: false });
});

testExample(
  'layer.sh',
  'which writes a layer for QGIS, and none where nothing answers',
  async (runExample) => {
    const file = join(folder, 'isochrone.geojson');
    rmSync(file, { force: true });
    vi.stubEnv('SERVICE_URL', 'http://localhost:1');
    await expect(runExample()).rejects.toMatchObject({ code: expect.any(Number) });
    expect(existsSync(file)).toBe(false);
    vi.unstubAllEnvs();
    await runExample();
    const { properties } = JSON.parse(readFileSync(file, 'utf8'));
    expect(properties).toEqual({ livingcount: expect.any(Number), cut: false });
  },
);

testExample('count.R', 'with sf', async (runExample) => {
  expect(await runExample()).toContain(`${LIVING} people live`);
});

const layers = new Map<string, string[]>();
for (const file of ['batch.ts', 'batch.py']) {
  testExample(file, 'broken off and run again, and a site without data is no 0', async (runExample) => {
    const sites = join(folder, 'sites.csv');
    const counts = join(folder, `${file}.csv`);
    writeFileSync(
      sites,
      `\uFEFFName;Longitude;Latitude;WKT\nquarter;${`${lon};${lat}`.replaceAll('.', ',')};\n"no; where";2;48;\nline;;;"LINESTRING (1 2, 3 4)"\n` +
        `zone;;;"POLYGON ((2 48, 2.01 48, 2.01 48.01, 2 48))"\n`,
    );
    const at = `quarter,${lon},${lat},,pedestrian`;
    const before = [
      `${at.replace('pedestrian', 'motorized')},300,livingcount,1,,,,,,,,,`,
      `quarter,${lon + 0.001},${lat},,pedestrian,300,workingcount,2,,,,,,,,,`,
      `${at},120,livingcount,12345,,,,,,,,,`,
    ];
    writeFileSync(counts, `${[SITE_COLUMNS.join(), ...before].join('\n')}\n`);
    const layer = join(folder, `${file}.geojson`);
    const times = ['--out', counts, '--geojson', layer, '--minutes', '2,5'];
    expect(await runExample(sites, ...times)).toMatch(
      /^12 counts in .*, 1 of them from before, 8 without an answer/,
    );
    const lines = readFileSync(counts, 'utf8').trim().split(/\r?\n/).slice(before.length).sort();
    expect(lines).toHaveLength(12);
    // A line without an answer is replaced; lines of other places stay.
    const text = readFileSync(counts, 'utf8').replace(
      `${at},120,workingcount,${WORKING},`,
      `${at},120,workingcount,,`,
    );
    const ofOther = `gone,${lon},${lat},,pedestrian,300,livingcount,,,,,,,,,,refused`;
    writeFileSync(counts, `${text.replace(/(?<=,120,workingcount,,.*)(?=\r?$)/m, 'refused')}${ofOther}\n`);
    expect(await runExample(sites, ...times)).toMatch(/^12 counts in .*, 3 of them from before, 8 without/);
    const again = readFileSync(counts, 'utf8').trim().split(/\r?\n/);
    expect(again).toContain(ofOther);
    expect(
      again
        .slice(before.length)
        .filter((line) => line !== ofOther)
        .sort(),
    ).toEqual(lines);
    writeFileSync(counts, `${readFileSync(counts, 'utf8')}${at},300,"living`);
    expect(await runExample(sites, ...times)).toMatch(/^12 counts in .*, 4 of them from before, 8 without/);
    const lineOf = (question: string): string[] =>
      lines.find((line) => line.startsWith(`${at},${question},`))!.split(',');
    expect(lineOf('120,livingcount')[7]).toBe('12345');
    const answer = lineOf('120,workingcount');
    expect(answer[7]).toBe(String(WORKING));
    const walk = { lon, lat, travel: 'pedestrian', time: 120, details: 'true' };
    const { details } = (await (await service.ask(pathOf('workingcount'), walk)).json()) as {
      details: Details;
    };
    const { simulated, region, version } = details.dataset;
    expect(answer.slice(10, 15)).toEqual(['1', 'false', String(simulated), region, version]);
    expect(answer[15]).toBe('roads 2026 Drawn by hand');
    for (const line of lines.filter((line) => line.startsWith('no; where,'))) {
      expect(line).toMatch(/^no; where,2,48,,pedestrian,\d+,\w+,,,,,,,,,,"?The /);
    }
    for (const id of ['line', 'zone']) {
      const answers = lines.filter((line) => line.startsWith(`${id},`));
      expect(answers).toHaveLength(2);
      for (const line of answers) expect(line).toMatch(/count,,,,,,,,,,"?[A-Za-z]/);
    }
    const { features } = JSON.parse(readFileSync(layer, 'utf8')) as FeatureCollection;
    expect(features).toHaveLength(before.length + lines.length);
    for (const { properties } of features) expect(Object.keys(properties!)).toEqual(PROPERTIES);
    const featuresOf = (id: string): Feature[] => features.filter(({ properties }) => properties!.id === id);
    expect(featuresOf('quarter')).toHaveLength(before.length + 3);
    expect(featuresOf('quarter').at(-1)).toMatchObject({
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: {
        time_s: expect.any(Number),
        people: expect.any(Number),
        cut: false,
        simulated,
        error: null,
      },
    });
    expect(featuresOf('zone')[0]).toMatchObject({
      geometry: { type: 'Polygon', coordinates: [[[2, 48], [2.01, 48], [2.01, 48.01], [2, 48]]] }, // biome-ignore format: one line
      properties: { people: null, error: expect.stringContaining('not covered') },
    });
    expect(featuresOf('line').map(({ geometry }) => geometry)).toEqual([null, null]);
    layers.set(file, features.map((feature) => JSON.stringify(feature)).sort());
    const living = join(folder, `${file}-living.csv`);
    const one = [sites, '--out', living, '--minutes', '2', '--count', 'livingcount'];
    expect(await runExample(...one)).toMatch(/^4 counts in .*, 3 without an answer/);
    expect(readFileSync(living, 'utf8')).not.toContain('workingcount');
    await expect(runExample(...one.slice(0, -1), 'people')).rejects.toThrow(/--count takes livingcount or/);
    const unquoted = join(folder, 'unquoted.csv');
    writeFileSync(unquoted, 'name,lon,lat\nA,6,67,46,158\n');
    await expect(runExample(unquoted, '--out', `${unquoted}.out`)).rejects.toThrow(
      /quote numbers with a comma/,
    );
    writeFileSync(unquoted, 'name,lon,lat\nA,,46\n');
    await expect(runExample(unquoted, '--out', `${unquoted}.out`, '--minutes', '2')).rejects.toMatchObject({
      stdout: expect.stringMatching(/^2 counts in .*, 2 without an answer/),
    });
    const nowhere = join(folder, 'nowhere.csv');
    await expect(runExample(nowhere, '--out', `${nowhere}.out`)).rejects.toThrow(
      /Error: .*nowhere.csv is not there/,
    );
    expect(existsSync(`${nowhere}.out`)).toBe(false);
    expect(await runExample('--help')).toContain('--minutes');
    await expect(runExample(sites, '--tavel', 'x')).rejects.not.toThrow(/ERR_PARSE|Traceback/);
    writeFileSync(counts, 'id,people\n');
    await expect(runExample(sites, ...times)).rejects.toThrow(/has other columns than id,lon/);
  });

  testExample(file, 'which says where lines are of an older version', async (runExample) => {
    const sites = join(folder, 'quarter.csv');
    const counts = join(folder, `${file}-versions.csv`);
    writeFileSync(sites, `id,lon,lat\nquarter,${lon},${lat}\n`);
    const ask = (): Promise<string> => runExample(sites, '--out', counts, '--minutes', '2,5,10');
    expect(await ask()).not.toContain('mixes');
    const { version } = town.manifest;
    const older = version.replace('9', '8');
    const [header, first, second, , ...others] = readFileSync(counts, 'utf8').split('\n');
    const ofOlder = [first, second].map((line) => line.replace(version, older));
    expect(ofOlder.every((line) => line.includes(older))).toBe(true);
    writeFileSync(counts, [header, ...ofOlder, ...others].join('\n'));
    expect(await ask()).toMatch(
      new RegExp(
        `5 of them from before.*\n.* mixes versions of quarter .*${older}: 2; .*${version}\\).* --out`,
      ),
    );
    expect(readFileSync(counts, 'utf8').split(older)).toHaveLength(3);
  });

  testExample(file, 'which says what to mend', async (runExample) => {
    const sites = join(folder, 'mend.csv');
    const out = join(folder, `${file}-mend.csv`);
    writeFileSync(sites, 'id,lon,lat\nnowhere,2,48\n');
    const ask = (...more: string[]): Promise<string> => runExample(sites, '--out', out, ...more);
    vi.stubEnv('SERVICE_URL', 'http://localhost:1');
    await expect(ask('--travel', 'walk')).rejects.toThrow(/Error: --travel takes pedestrian or motorized\n/);
    expect(existsSync(out)).toBe(false);
    await expect(ask()).rejects.toThrow(
      /localhost:1 cannot be reached .*set SERVICE_URL if it runs elsewhere/,
    );
    vi.unstubAllEnvs();
    await expect(ask()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^6 counts in .*, 6 without an answer\n$/),
      stderr: `Error: no site has an answer: the column error of ${out} says why\n`,
    });
  });
}

test('both commands write the same features', ({ skip }) => {
  if (!layers.has('batch.py')) skip('python3 is not installed');
  expect(layers.get('batch.py')).toEqual(layers.get('batch.ts'));
});

test('what the server answers to the calls shown fits the schema of its status', async () => {
  const faultsOf = schemaChecker(document);
  for (const endpoint of ENDPOINT_NAMES) {
    for (const [name, { parameters }] of Object.entries(CALL_EXAMPLES)) {
      const answer = await service.ask(pathOf(endpoint), parameterTexts(parameters));
      const { content } = document.paths[pathOf(endpoint)].get.responses[answer.status];
      expect(faultsOf(content!['application/json'].schema, await answer.json()), name).toEqual([]);
    }
  }
});

test('the documentation is served next to the API, under a policy that forbids foreign loads', async () => {
  for (const path of ['/docs', '/docs/deploy']) {
    const page = await fetch(new URL(path, service.url), { redirect: 'manual' });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; .*style-src 'self'/);
    expect(await page.text()).toContain('<main');
  }
  for (const file of DOWNLOADS) {
    const served = await fetch(new URL(`/docs/files/${file}`, service.url));
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(served.headers.get('Content-Disposition')).toBe('attachment');
    expect(await served.text()).toBe(readFileSync(join(examples, file), 'utf8'));
  }
});
