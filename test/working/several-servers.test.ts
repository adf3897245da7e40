import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/failures/problem.ts';
import { findPersons } from '../../tiles-builder/working/find-persons.ts';
import { Panel, type PanelPersons, PanelWriter } from '../../tiles-builder/working/panel-persons.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { runProcess } from '../support/processes/run-command.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';
import { type ClickhouseProcess, startClickhouseProcess } from './clickhouse-process.ts';
import {
  drawDay,
  type Place,
  pingsCsv,
  pingsOf,
  removeFiles,
  type Stay,
  stopsCsv,
  stopsOf,
  writeFile,
} from './timelines.ts';

const folder = mkdtempSync(join(tmpdir(), 'servers-'));
const at = (name: string): string => join(folder, name);
const servers: ClickhouseProcess[] = [];

beforeAll(async () => {
  for (const name of ['a', 'b', 'c']) servers.push(await startClickhouseProcess(at(name)));
}, 60_000);
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true });
  removeFiles();
});

const HOME: Place = [7.42, 43.74];
const dayOf = (day: number): string => new Date(Date.UTC(2024, 0, 15 + day)).toISOString().slice(0, 10);

const commuters = (devices: number, days: readonly number[]): Stay[] =>
  Array.from({ length: devices }, (_, i) =>
    days.flatMap((day) =>
      drawDay(`device-${i}`, dayOf(day), '+01:00', [
        [[HOME[0], HOME[1] + (i % 9) / 100], '########.........#######'],
        [[HOME[0] + 0.1, HOME[1]], '........#########.......'],
      ]),
    ),
  ).flat();

async function found(locations: ReturnType<typeof stopsOf>, clickhouse?: readonly string[]) {
  const panel = mkdtempSync(at('panel-'));
  const writer = new PanelWriter(panel);
  const figures = await findPersons(
    { locations, timezone: 'Europe/Paris', clickhouse, progress: () => {} },
    (persons) => writer.add(persons),
  );
  writer.finish();
  const persons: PanelPersons[] = [...new Panel(panel, 'home').persons()];
  return { figures, persons };
}

test.each([
  ['stops', stopsOf, stopsCsv(commuters(60, [0, 1, 2, 3]))],
  ['pings', pingsOf, pingsCsv(commuters(60, [0, 1, 2, 3]), 20, 20)],
])(
  '%s give the same persons on the embedded engine and on 1, 2 and 3 servers',
  async (_, locationsOf, csv) => {
    const missing = csv.slice(0, csv.indexOf('\n')).replaceAll(/[^,]/g, '');
    const locations = locationsOf(writeFile('readings.csv', `${csv}\n${missing}\n`));
    const embedded = await found(locations);
    expect(embedded.figures.panel).toMatchObject({ persons_read: 60, persons_with_occupation: 60, days: 4 });
    expect(embedded.figures.readings.incomplete).toBe(1);
    expect(embedded.persons.reduce((sum, { persons }) => sum + persons, 0)).toBe(60);
    for (const count of [1, 2, 3]) {
      const urls = servers.slice(0, count).map(({ url }) => url);
      expect(await found(locations, urls), `${count} servers`).toEqual(embedded);
    }
    for (const server of servers) expect(await server.databases()).toEqual([]);
  },
  60_000,
);

test('days count over all servers: one device that is seen for weeks shows that three days are a stay', async () => {
  const short = commuters(30, [0, 1, 2]);
  const long = commuters(
    1,
    Array.from({ length: 24 }, (_, day) => day),
  ).map((stay) => ({ ...stay, device: 'long' }));
  const locations = stopsOf(writeFile('stops.csv', stopsCsv([...short, ...long])));
  const urls = servers.map(({ url }) => url);
  const { figures } = await found(locations, urls);
  expect(figures.panel).toMatchObject({ days: 24, persons_with_stays: 31, persons_with_home: 1 });
  expect((await found(stopsOf(writeFile('stops.csv', stopsCsv(short))), urls)).figures.panel).toMatchObject({
    days: 3,
    persons_with_home: 30,
  });
}, 60_000);

test('a server that dies is named, the build succeeds when started again, and other data stay', async () => {
  const { config } = await writeGridTown(at('sources'));
  const tiles = (...words: string[]) =>
    runProcess('tiles-builder/commands/tiles.ts', words, {
      env: { CLICKHOUSE_USER: 'builder', CLICKHOUSE_PASSWORD: 'not-to-be-told' },
    });
  const whole = await tiles('build', config, '--out', at('whole'));
  expect(whole.code, whole.said).toBe(0);

  const [alive] = servers;
  await alive!.run('CREATE DATABASE other_data');
  await alive!.run('CREATE TABLE other_data.stops (person UInt64) ENGINE = MergeTree ORDER BY person');
  await alive!.run('INSERT INTO other_data.stops VALUES (7)');
  const dying = await startClickhouseProcess(at('dying'), { diesAt: 'INSERT INTO places' });
  const words = ['build', config, '--out', at('town'), '--steps', at('steps'), '--clickhouse'];
  const failed = await tiles(...words, `${alive!.url},${dying.url}`);
  await dying.close();
  expect(failed.code, failed.said).toBe(EXIT.platform);
  expect(failed.said).toContain(`ClickHouse at ${dying.host}`);
  expect(failed.said).not.toContain('not-to-be-told');
  expect(failed.said).not.toMatch(/defect/);
  expect(await alive!.databases()).toEqual([]);

  const again = await startClickhouseProcess(at('dying'), { port: Number(new URL(dying.url).port) });
  try {
    expect(await again.databases()).toHaveLength(1);
    const built = await tiles(...words, `${alive!.url},${again.url}`);
    expect(built.code, built.said).toBe(0);
    expect(await again.databases()).toEqual([]);
  } finally {
    await again.close();
  }
  expect(bytesOfFiles(at('town'))).toEqual(bytesOfFiles(at('whole')));
  expect(await alive!.databases()).toEqual([]);
  expect(await alive!.run('SELECT toUInt32(person) AS person FROM other_data.stops')).toEqual([
    { person: 7 },
  ]);
}, 120_000);
