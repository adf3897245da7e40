/** Interrupted builds leave nothing of the locations. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import {
  filesWithDevices,
  interruptBuild,
  type Moment,
  pathsIn,
  rowsOfEngine,
  temporaryPathsIn,
  withKnownDevices,
} from '../support/processes/interrupted-build.ts';
import { runProcess } from '../support/processes/run-command.ts';
import { type ClickhouseServer, startClickhouse } from '../support/servers/clickhouse-server.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const IS_FULL = process.env.FULL_COUNTS === '1';
const INTERRUPTIONS = IS_FULL ? 30 : 2;
const SIGNALS = ['SIGINT', 'SIGKILL', 'SIGTERM', 'SIGHUP'] as const;
/** A loaded machine delays signals. */
const OBEYED_WITHIN_MS = 9_000;

const folder = mkdtempSync(join(tmpdir(), 'no-locations-left-'));
const at = (name: string): string => join(folder, name);
let config: string;
let server: ClickhouseServer;
let undisturbed_ms = 0;

const tilesWith = (TMPDIR: string, ...words: string[]) =>
  runProcess('tiles-builder/commands/tiles.ts', words, { env: { TMPDIR } });
const tiles = (...words: string[]) => tilesWith(at('tmp'), ...words);

beforeAll(async () => {
  config = (await writeGridTown(at('sources'), 'stops')).config;
  const stops = at('sources/stops.csv.gz');
  writeFileSync(stops, withKnownDevices(readFileSync(stops)));
  mkdirSync(at('server'));
  mkdirSync(at('tmp'));
  server = await startClickhouse(at('server'));
  const started_ms = performance.now();
  const { code, said } = await tiles('build', config, '--out', at('whole'));
  undisturbed_ms = performance.now() - started_ms;
  expect(code, said).toBe(0);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const SCRATCH = 'tmp';

async function expectNoDevices(place: string, about: string): Promise<void> {
  const engines = pathsIn(place).filter((path) => /engine-\w+$/.test(path));
  for (const path of engines) expect(await rowsOfEngine(join(place, path)), about).toBe(0);
  expect(filesWithDevices(place), about).toEqual([]);
}

async function expectNothingLeft(place: string, about: string): Promise<void> {
  expect(temporaryPathsIn(place), about).toEqual([]);
  expect(filesWithDevices(place), about).toEqual([]);
  expect(readdirSync(join(place, SCRATCH)), about).toEqual([]);
  expect(await server.databases(), about).toEqual([]);
  expect(filesWithDevices(at('server')), about).toEqual([]);
}

/** What the documentation asks of an operator after a kill. */
async function dropDatabases(): Promise<number> {
  const databases = await server.databases();
  for (const name of databases) await server.run(`DROP DATABASE ${name} SYNC`);
  return databases.length;
}

describe.each([
  ['embedded', 27, 0],
  ['on a server', Date.now() % 2 ** 31, 1],
] as const)('ClickHouse %s (seed %i)', (engine, seed, firstSignal) => {
  test(
    `${INTERRUPTIONS} interruptions leave nothing, or after a kill a database and what the next build or clean removes`,
    async () => {
      const random = new Random(seed);
      const place = at(`${engine} ${seed}`);
      const [out, steps] = ['out', 'steps'].map((name) => join(place, name));
      const clickhouse = engine === 'embedded' ? [] : ['--clickhouse', server.url];
      const words = [config, '--out', out, '--steps', steps, ...clickhouse];
      const scratch = join(place, SCRATCH);
      const next = {
        cleaned: () => tilesWith(scratch, 'clean', out, '--steps', steps),
        built: () => tilesWith(scratch, 'build', ...words),
      };
      /** After these moments, by builds that ended before their signal. */
      const lasts_ms = { start: undisturbed_ms, 'Check sources': 0.5 * undisturbed_ms };
      const found = { early: 0, after_kills: 0, databases: 0, cleaned: 0, built: 0, slowest_ms: 0 };
      let made = 0;
      for (let tries = 0; made < INTERRUPTIONS && tries < 6 * INTERRUPTIONS; tries++) {
        if (random.chance(0.5)) rmSync(place, { recursive: true, force: true });
        const signal = SIGNALS[(firstSignal + made) % SIGNALS.length];
        const after = random.chance(0.6) ? 'Check sources' : 'start';
        const moment: Moment = { after, wait_ms: random.between(0, lasts_ms[after]) };
        const about = `${signal} ${Math.round(moment.wait_ms)} ms after ${moment.after}`;
        const interrupted = await interruptBuild(words, signal, moment, scratch);
        if (interrupted.signal === null) {
          expect(interrupted.code, `${about}: ${interrupted.stderr}`).toBe(0);
          rmSync(place, { recursive: true });
          lasts_ms[after] = 0.9 * moment.wait_ms;
          found.early++;
          continue;
        }
        made++;
        expect(interrupted.signal, `${about}: ${interrupted.stderr}`).toBe(signal);
        if (signal === 'SIGKILL') {
          await expectNoDevices(place, about);
          found.after_kills += temporaryPathsIn(place).length;
          found.databases += await dropDatabases();
          const command = random.chance(0.5) ? 'cleaned' : 'built';
          found[command]++;
          const { code, said } = await next[command]();
          expect(code, `${about}: ${said}`).toBe(0);
        } else {
          found.slowest_ms = Math.max(found.slowest_ms, interrupted.ended_ms);
          expect(interrupted.ended_ms, about).toBeLessThan(OBEYED_WITHIN_MS);
          expect(interrupted.stderr, about).not.toMatch(/Error|defect/);
        }
        await expectNothingLeft(place, about);
      }
      expect(made).toBe(INTERRUPTIONS);
      const { code, said } = await tiles('build', ...words);
      expect(code, said).toBe(0);
      expect(bytesOfFiles(out)).toEqual(bytesOfFiles(at('whole')));
      expect(readdirSync(at('tmp'))).toEqual([]);
      if (IS_FULL)
        process.stdout.write(`${engine}, seed ${seed}: ${made} interruptions, ${JSON.stringify(found)}\n`);
    },
    IS_FULL ? 1_800_000 : 120_000,
  );
});
