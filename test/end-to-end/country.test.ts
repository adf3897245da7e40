/**
 * `npm run country` on a made part of France, from files in the layouts of its offices to both endpoints. It is killed at a random
 * moment, continued, and run once more without a network; with FULL_COUNTS=1, it is killed at ten, and builds two regions.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { localPlane, squareAround } from '../../tiles-builder/simulate/local-plane.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { type TestNode, type TestWay, writeOsmPbf } from '../support/files/write-osm-pbf.ts';
import { runCountry, withCountryService } from '../support/processes/run-country.ts';
import { copyProject } from '../support/project/copy-project.ts';
import { publishExtracts } from '../support/servers/publish-country.ts';
import {
  type Establishment,
  type FrenchSchool,
  publishFrance,
  schoolsOfFrance,
} from '../support/servers/publish-france.ts';
import { type Publishers, startPublishers } from '../support/servers/publishers.ts';
import { squareOf } from '../support/towns/square-of.ts';

const IS_FULL = process.env.FULL_COUNTS === '1';
const KILLS = IS_FULL ? 10 : 1;
const SEED = Date.now();
const PARTS = IS_FULL ? ['bretagne', 'normandie'] : ['bretagne'];
const WORDS = [
  'france',
  ...PARTS.flatMap((part) => ['--only', part]),
  ...['--census', 'filosofi-2015', '--json'],
];
const BAND_PEOPLE: Readonly<Record<string, readonly [number, number]>> = {
  '11': [10, 19],
  '12': [20, 49],
  '21': [50, 99],
};

/** Two villages, 3 km from each other, each of 64 houses along eight streets; with two parts, one in each. */
const { toPosition } = localPlane([-2.8, 48.2]);
const VILLAGES = [0, 3_000];
const homesOf = (x: number): Position[] =>
  Array.from({ length: 64 }, (_, i) => toPosition([x + 50 * (i % 8), 50 * Math.floor(i / 8)]));
const places: Position[] = VILLAGES.flatMap(homesOf);
const zoneOf = (village: number): string =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [squareAround(toPosition([VILLAGES[village]! + 175, 175]), 900)],
  });

function extractOf(villages: readonly number[]): Uint8Array {
  const nodes: TestNode[] = [];
  const ways: TestWay[] = [];
  const add = (place: Position, tags?: Record<string, string>): number => {
    nodes.push({ id: nodes.length + 1, lon: place[0], lat: place[1], ...(tags && { tags }) });
    return nodes.length;
  };
  const draw = (refs: readonly number[], tags: Record<string, string>): void =>
    void ways.push({ id: ways.length + 1, nodes: refs, tags });
  for (const place of villages.flatMap(homesOf)) {
    const ring = squareAround(place, 6).slice(1).map((corner) => add(corner)); // biome-ignore format: a line
    draw([...ring, ring[0]!], { building: 'house' });
  }
  const ends: number[] = [];
  for (const x of villages) {
    const streets = Array.from({ length: 8 }, (_, row) =>
      [-25, 375].map((east) => add(toPosition([x + east, 50 * row + 25]))),
    );
    for (const street of streets) draw(street, { highway: 'residential' });
    draw(streets.map(([west]) => west!), { highway: 'residential' }); // biome-ignore format: a line
    ends.push(streets[0]![0]!);
    add(toPosition([x + 175, 175]), { place: 'town', name: `Le Bourg ${x}`, population: '9000' });
  }
  if (ends.length > 1) draw(ends, { highway: 'secondary' });
  return writeOsmPbf({ nodes, ways });
}

const random = new Random(7);
const peopleBySquare = new Map<string, number>();
for (const place of places) {
  const square = squareOf(place, 200);
  peopleBySquare.set(square, (peopleBySquare.get(square) ?? 0) + random.integer(2, 9) / 2);
}
const squares = [...peopleBySquare].map(([id, people]) => ({ id, people }));
const sites: Establishment[] = places.map((place, i) => ({
  siret: String(20_000_000_000_000 + i),
  band: ['NN', '11', '12', '21'][i % 4]!,
  state: i % 5 === 0 ? 'F' : 'A',
  place,
}));
const schools: FrenchSchool[] = [
  { id: '0220001A', name: 'École du Bourg', place: places[9]!, pupils: 140 },
  { id: '0220002B', name: 'Collège', place: places[80]!, pupils: 320 },
];

const project = temporaryFolder();
const made = mkdtempSync(join(temporaryFolder(), 'made-'));
let publishers: Publishers;
beforeAll(async () => {
  copyProject(project);
  publishers = await startPublishers();
  const around = (x: number, half_m: number) => [[squareAround(toPosition([x, 175]), half_m)]];
  const whole = around(1_675, 6_000);
  publishExtracts(publishers, [
    { id: 'france', name: 'France', parent: 'europe', iso: ['FR'], polygon: whole, bytes: Buffer.from('') },
    ...PARTS.map((id, i) => ({
      ...{ id, name: id, parent: 'france' },
      polygon: IS_FULL ? around(VILLAGES[i]! + 175, 1_600) : whole,
      bytes: extractOf(IS_FULL ? [VILLAGES[i]!] : VILLAGES),
    })),
  ]);
  publishFrance(publishers, squares, sites, schools);
});
afterAll(() => publishers.close());

/** Adds up a made file by awk. */
const awk = (file: string, content: string | Buffer, program: string): number[] => {
  writeFileSync(join(made, file), content);
  return execFileSync('awk', [program, join(made, file)], { encoding: 'utf8' }).trim().split(/\s+/).map(Number);
}; // biome-ignore format: a line

test(
  'France: killed, continued, and counted as the made files add up',
  async () => {
    const moment = new Random(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, said } = runCountry(project, publishers.mirror[1], ...WORDS);
      const ended = once(child, 'exit');
      const steps = moment.integer(0, 12);
      while (said().split('\n').length <= steps && child.exitCode === null) await sleep(10);
      await Promise.race([sleep(moment.integer(0, 300)), ended]);
      child.kill('SIGKILL');
      await ended;
      console.log(`killed after: ${said().trim().split('\n').at(-1)}`);
    }
    const versions: string[] = [];
    for (const mirror of [publishers.mirror[1], 'http://127.0.0.1:1/']) {
      const { child, said } = runCountry(project, mirror, ...WORDS);
      expect(await once(child, 'exit'), `seed ${SEED}: ${said()}`).toEqual([0, null]);
      versions.push(JSON.parse(said().trim().split('\n').at(-1)!).version);
    }
    expect(new Set(versions).size).toBe(1);
    expect(readdirSync(join(project, '.countries'), { recursive: true }).filter((path) => /unfinished|\.part$/.test(String(path)))).toEqual([]); // biome-ignore format: a line

    const rows = squares.map(({ id, people }) => `${id},${people}`).join('\n');
    const middle_m = (VILLAGES[0]! + VILLAGES[1]!) / 2 + 175;
    const middle = /E(\d+)$/.exec(squareOf(toPosition([middle_m, 175]), 200))![1];
    const living = awk('squares.csv', rows, `{ split($0, f, /[NE,]/); if (f[4] + 0 < ${middle}) a += f[5]; else b += f[5] } END { print a, b }`); // biome-ignore format: a line
    expect(living[0]! + living[1]!).toBeGreaterThan(300);
    const staff = sites
      .map(({ band, state }) => [state, ...(BAND_PEOPLE[band] ?? [0, 0])].join(' '))
      .join('\n');
    const [least, most] = awk('sirene.txt', staff, '$1 == "A" { a += $2; b += $3 } END { print a, b }') as [number, number]; // biome-ignore format: a line
    const [pupils] = awk('schools.csv', schoolsOfFrance(schools), 'BEGIN { FS = ";" } NR > 1 { a += $5 } END { print a }') as [number]; // biome-ignore format: a line
    await withCountryService(project, async ({ ask }) => {
      const ring = [[-725, -725], [4_075, -725], [4_075, 1_075], [-725, 1_075], [-725, -725]].map((corner) => toPosition(corner as [number, number])); // biome-ignore format: a line
      const both = { zone: JSON.stringify({ type: 'Polygon', coordinates: [ring] }) };
      const all = await (await ask('/api/v1/livingcount', both)).json();
      expect(all).toMatchObject({ livingcount: Math.round(living[0]! + living[1]!) });
      let working = 0;
      for (const village of [0, 1]) {
        const answer = await (await ask('/api/v1/livingcount', { zone: zoneOf(village) })).json();
        expect(answer).toMatchObject({ success: true, livingcount: Math.round(living[village]!) });
      }
      if (PARTS.length > 1) {
        const refused = await ask('/api/v1/workingcount', { zone: zoneOf(0) });
        return void expect(refused.status).toBe(422);
      }
      for (const village of [0, 1]) {
        const answer = await (
          await ask('/api/v1/workingcount', { zone: zoneOf(village), details: 'true' })
        ).json();
        expect(answer).toMatchObject({ success: true });
        const { workingcount, details } = answer as { workingcount: number; details: object };
        expect(JSON.stringify(details)).toContain('INSEE, Sirene');
        working += workingcount;
      }
      const atHome = 0.39 * (living[0]! + living[1]!);
      // One in ten of the staff works at home.
      expect(working).toBeGreaterThan(0.9 * least + pupils + atHome);
      expect(working).toBeLessThan(0.9 * most + pupils + atHome);
    });
  },
  IS_FULL ? 900_000 : 120_000,
);

test('a country whose registers ClickHouse reads asks for it before the first byte', async () => {
  const without = temporaryFolder();
  copyProject(without, false);
  const asked = publishers.requests.length;
  const { child, said } = runCountry(without, publishers.mirror[1], ...WORDS);
  expect(await once(child, 'exit')).toEqual([EXIT.platform, null]);
  expect(said()).toMatch(/ClickHouse \(chDB\) is not installed[\s\S]*npm ci --prefix chdb/);
  expect(publishers.requests).toHaveLength(asked);
});
