import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/base/failures/problem.ts';
import { findPersons } from '../../tiles-builder/daytime/find-persons.ts';
import { Panel, type PanelPersons, PanelWriter } from '../../tiles-builder/daytime/panel-persons.ts';
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
let server: ClickhouseProcess;

beforeAll(async () => {
  server = await startClickhouseProcess(at('server'));
});
afterAll(async () => {
  await server.close();
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

async function found(locations: ReturnType<typeof stopsOf>, clickhouse?: string) {
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
  ['pings', pingsOf, pingsCsv(commuters(60, [0, 1, 2, 3]), 60, 20)],
])('%s give the same persons on the embedded engine and on a server', async (_, locationsOf, csv) => {
  const missing = csv.slice(0, csv.indexOf('\n')).replaceAll(/[^,]/g, '');
  const locations = locationsOf(writeFile('readings.csv', `${csv}\n${missing}\n`));
  const embedded = await found(locations);
  expect(embedded.figures.panel).toMatchObject({ persons_read: 60, persons_with_occupation: 60, days: 4 });
  expect(embedded.figures.readings?.incomplete).toBe(1);
  expect(embedded.persons.reduce((sum, { persons }) => sum + persons, 0)).toBe(60);
  expect(await found(locations, server.url)).toEqual(embedded);
  expect(await server.databases()).toEqual([]);
});

test('a server that fails is named, the build succeeds when started again, and other data stay', async () => {
  const { config } = await writeGridTown(at('sources'), 'stops');
  const tiles = (...words: string[]) =>
    runProcess('tiles-builder/commands/tiles.ts', words, {
      env: { CLICKHOUSE_USER: 'builder', CLICKHOUSE_PASSWORD: 'not-to-be-told' },
    });
  const failing = await startClickhouseProcess(at('failing'), { diesAt: 'INSERT INTO places' });
  await failing.run('CREATE DATABASE other_data');
  await failing.run('CREATE TABLE other_data.stops (person UInt64) ENGINE = MergeTree ORDER BY person');
  await failing.run('INSERT INTO other_data.stops VALUES (7)');
  const words = ['build', config, '--out', at('town'), '--steps', at('steps'), '--clickhouse', failing.url];
  const failed = await tiles(...words);
  await failing.close();
  expect(failed.code, failed.said).toBe(EXIT.platform);
  expect(failed.said).toContain(`ClickHouse at ${failing.host}`);
  expect(failed.said).not.toContain('not-to-be-told');
  expect(failed.said).not.toMatch(/defect/);

  const again = await startClickhouseProcess(at('failing'), { port: Number(new URL(failing.url).port) });
  try {
    const left = await again.databases();
    expect(left).toHaveLength(1);
    const built = await tiles(...words);
    expect(built.code, built.said).toBe(0);
    expect(await again.databases()).toEqual(left);
    expect(await again.run('SELECT toUInt32(person) AS person FROM other_data.stops')).toEqual([
      { person: 7 },
    ]);
  } finally {
    await again.close();
  }
});
