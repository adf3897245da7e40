/** Commands that count at many sites: `npm run count`, and `batch.py`, which callers download. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Feature, FeatureCollection } from 'geojson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROPERTIES, SITE_COLUMNS } from '../../src/clients/count-columns.ts';
import { pathOf } from '../../src/endpoints.ts';
import { CURRENT_KEY } from '../../src/format/object-keys.ts';
import { CALL_EXAMPLES } from '../../src/openapi/call-examples.ts';
import type { Details } from '../../src/response/details.ts';
import { currentInMemory } from '../support/datasets/stored-tile-sets.ts';
import { streetTown, WORKING_FACTOR } from '../support/datasets/street-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type HttpService, startHttpService } from '../support/servers/http-service.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const { lon, lat } = CALL_EXAMPLES.walk.parameters;
const town = streetTown({ region: 'quarter', near: [lon, lat], version: 'quarter-0000000000000009' });
const WORKING = 3 * WORKING_FACTOR;
const COMMANDS: Readonly<Record<string, readonly [program: string, file: string]>> = {
  count: [process.execPath, 'src/clients/count-command.ts'],
  'batch.py': ['python3', 'test/examples/batch.py'],
};

let service: HttpService;
beforeAll(async () => {
  service = await startHttpService('commands');
  for (const [key, bytes] of town.objects) await service.bucket.put(key, bytes);
  await service.bucket.put(CURRENT_KEY, await currentInMemory([town]));
});
afterAll(async () => {
  await service?.close();
});

/** @param check gets a function that runs the command and returns its output */
function testCommand(
  command: string,
  title: string,
  check: (runCommand: (...args: string[]) => Promise<string>) => Promise<void>,
): void {
  test(`${command}, ${title}`, async ({ skip }) => {
    const [program, file] = COMMANDS[command];
    const isThere = await run(program, ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) skip(`${program} is not installed`);
    const { key, secret } = service.credentials;
    await check(async (...args) => {
      const env = { SERVICE_URL: service.url.origin, ...process.env, API_KEY: key, API_SECRET: secret };
      return (await run(program, [join(ROOT, file), ...args], { env, cwd: folder, timeout: 30_000 })).stdout;
    });
  });
}

const layers = new Map<string, string[]>();
for (const command of Object.keys(COMMANDS)) {
  testCommand(command, 'broken off and run again, and a site without data is no 0', async (runCommand) => {
    const sites = join(folder, 'sites.csv');
    const counts = join(folder, `${command}.csv`);
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
    const layer = join(folder, `${command}.geojson`);
    const times = ['--out', counts, '--geojson', layer, '--minutes', '2,5'];
    expect(await runCommand(sites, ...times)).toMatch(
      /^12 counts in .*, 1 of them from before, 8 without an answer/,
    );
    const lines = readFileSync(counts, 'utf8').trim().split(/\r?\n/).slice(before.length);
    expect(lines).toHaveLength(12);
    const idsOf = (rows: readonly string[]): string[] =>
      rows.map((line) => line.split(',', 1)[0].replaceAll('"', ''));
    const ids = ['quarter', 'no; where'].flatMap((id) => Array<string>(4).fill(id));
    expect(idsOf(lines)).toEqual([...ids, 'line', 'line', 'zone', 'zone']);
    // A line without an answer is replaced; lines of other places stay.
    const text = readFileSync(counts, 'utf8').replace(
      `${at},120,workingcount,${WORKING},`,
      `${at},120,workingcount,,`,
    );
    const ofOther = `gone,${lon},${lat},,pedestrian,300,livingcount,,,,,,,,,,refused`;
    writeFileSync(counts, `${text.replace(/(?<=,120,workingcount,,.*)(?=\r?$)/m, 'refused')}${ofOther}\n`);
    expect(await runCommand(sites, ...times)).toMatch(/^12 counts in .*, 3 of them from before, 8 without/);
    const again = readFileSync(counts, 'utf8').trim().split(/\r?\n/);
    expect(again).toContain(ofOther);
    expect(again.slice(before.length).filter((line) => line !== ofOther)).toEqual(lines);
    writeFileSync(counts, `${readFileSync(counts, 'utf8')}${at},300,"living`);
    expect(await runCommand(sites, ...times)).toMatch(/^12 counts in .*, 4 of them from before, 8 without/);
    const lineOf = (question: string): string[] =>
      lines.find((line) => line.startsWith(`${at},${question},`))!.split(',');
    expect(lineOf('120,livingcount')[7]).toBe('12345');
    const answer = lineOf('120,workingcount');
    expect(answer[7]).toBe(String(WORKING));
    const walk = { lon, lat, travel: 'pedestrian', time: 120, details: 'true' };
    const { details } = (await (await service.ask(pathOf('workingcount'), walk)).json()) as {
      details: Details;
    };
    const { simulated, region, version } = details.datasets[0];
    expect(answer.slice(10, 15)).toEqual(['1', 'false', String(simulated), region, version]);
    expect(answer[15]).toBe('roads 2026 Drawn by hand');
    for (const line of lines.slice(4, 8)) {
      expect(line).toMatch(/^"?no; where"?,2,48,,pedestrian,\d+,\w+,,,,,,,,,,"?The /);
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
    layers.set(
      command,
      features.map((feature) => JSON.stringify(feature)),
    );
    const living = join(folder, `${command}-living.csv`);
    const one = [sites, '--out', living, '--minutes', '2', '--count', 'livingcount'];
    expect(await runCommand(...one)).toMatch(/^4 counts in .*, 3 without an answer/);
    expect(readFileSync(living, 'utf8')).not.toContain('workingcount');
    await expect(runCommand(...one.slice(0, -1), 'people')).rejects.toThrow(/--count takes livingcount or/);
    const unquoted = join(folder, 'unquoted.csv');
    writeFileSync(unquoted, 'name,lon,lat\nA,6,67,46,158\n');
    await expect(runCommand(unquoted, '--out', `${unquoted}.out`)).rejects.toThrow(
      /quote numbers with a comma/,
    );
    writeFileSync(unquoted, 'name,lon,lat\nA,,46\n');
    await expect(runCommand(unquoted, '--out', `${unquoted}.out`, '--minutes', '2')).rejects.toMatchObject({
      stdout: expect.stringMatching(/^2 counts in .*, 2 without an answer/),
    });
    const nowhere = join(folder, 'nowhere.csv');
    await expect(runCommand(nowhere, '--out', `${nowhere}.out`)).rejects.toThrow(
      /Error: .*nowhere.csv is not there/,
    );
    expect(existsSync(`${nowhere}.out`)).toBe(false);
    expect(await runCommand('--help')).toContain('--minutes');
    await expect(runCommand(sites, '--tavel', 'x')).rejects.not.toThrow(/ERR_PARSE|Traceback/);
    writeFileSync(counts, 'id,people\n');
    await expect(runCommand(sites, ...times)).rejects.toThrow(/has other columns than id,lon/);
  });

  testCommand(command, 'which says where lines are of an older version', async (runCommand) => {
    const sites = join(folder, 'quarter.csv');
    const counts = join(folder, `${command}-versions.csv`);
    writeFileSync(sites, `id,lon,lat\nquarter,${lon},${lat}\n`);
    const ask = (): Promise<string> => runCommand(sites, '--out', counts, '--minutes', '2,5,10');
    expect(await ask()).not.toContain('mixes');
    const { version } = town.manifest;
    const older = version.replace('9', '8');
    const [header, first, second, , ...others] = readFileSync(counts, 'utf8').split('\n');
    const ofOlder = [first, second].map((line) => line.replace(version, older));
    expect(ofOlder.every((line) => line.includes(older))).toBe(true);
    writeFileSync(counts, [header, ...ofOlder, ...others].join('\n'));
    expect(await ask()).toMatch(
      new RegExp(
        `5 of them from before.*\n.* mixes versions of quarter .*${older} in 2 lines, ${version} in 4 lines.* --out`,
      ),
    );
    expect(readFileSync(counts, 'utf8').split(older)).toHaveLength(3);
  });

  testCommand(
    command,
    'where a site that cannot be asked stops no other, and no id is a formula',
    async (runCommand) => {
      const sites = join(folder, 'difficult.csv');
      const out = join(folder, `${command}-difficult.csv`);
      const layer = `${out}.geojson`;
      const ring = Array.from({ length: 4_000 }, (_, i) => `${lon + i / 1e6} ${lat + (i % 2) / 1e6}`);
      const zones = {
        detailed: `POLYGON ((${[...ring, ring[0]].join(', ')}))`,
        parts: 'MULTIPOLYGON (((2 48, 2.01 48, 2.01 48.01, 2 48)))',
      };
      const rows = Object.entries(zones).map(([id, wkt]) => `${id},,,"${wkt}"\n`);
      writeFileSync(sites, `id,lon,lat,wkt\n${rows.join('')}=1+1,${lon},${lat},\n`);
      const args = [sites, '--out', out, '--geojson', layer, '--minutes', '2', '--count', 'workingcount'];
      expect(await runCommand(...args)).toMatch(/^3 counts in .*, 2 without an answer/);
      const lines = readFileSync(out, 'utf8').trim().split(/\r?\n/).slice(1);
      expect(lines.map((line) => line.split(',', 1)[0])).toEqual(['detailed', 'parts', "'=1+1"]);
      expect(lines[2].split(',')[7]).toBe(String(WORKING));
      const { features } = JSON.parse(readFileSync(layer, 'utf8')) as FeatureCollection;
      expect(features.map(({ properties }) => [properties!.id, properties!.error])).toEqual([
        [
          'detailed',
          expect.stringMatching(/^The query string is too long|^the zone has no area, or is nowhere/),
        ],
        ['parts', expect.stringMatching(/^zone: a MultiPolygon takes a call for each|is not covered/)],
        ['=1+1', null],
      ]);
      expect(await runCommand(...args)).toMatch(/^3 counts in .*, 1 of them from before, 2 without/);
    },
  );
}

test('both commands write the same features', ({ skip }) => {
  if (!layers.has('batch.py')) skip('python3 is not installed');
  const numbers = (command: string): string[] =>
    layers.get(command)!.filter((line) => !line.includes('"id":"line"'));
  expect(numbers('batch.py')).toEqual(numbers('count'));
});
