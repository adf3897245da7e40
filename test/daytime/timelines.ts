/** Files of drawn days. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { findPlaces, measurePlaces, type PersonsFound } from '../../tiles-builder/daytime/find-places.ts';
import { openSqlEngine } from '../../tiles-builder/daytime/open-sql-engine.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import type { SqlEngine } from '../../tiles-builder/daytime/sql-engine.ts';
import type { ReadingsConfig } from '../../tiles-builder/sources/config/config.ts';

export type Place = readonly [lon: number, lat: number];
export interface Stay {
  readonly device: string;
  readonly place: Place;
  /** ISO 8601 with its offset. */
  readonly from: string;
  readonly to: string;
}

/**
 * One line a place, one character an hour: `#` where the person is.
 * @param offset of local time, `+01:00`
 */
export function drawDay(
  device: string,
  date: string,
  offset: string,
  lines: readonly (readonly [Place, string])[],
): Stay[] {
  return lines.flatMap(([place, hours]) =>
    [...hours.matchAll(/#+/g)].map(({ 0: run, index }) => {
      const at = (hour: number): string =>
        hour === 24 ? `${date}T23:59:59${offset}` : `${date}T${String(hour).padStart(2, '0')}:00:00${offset}`;
      return { device, place, from: at(index), to: at(index + run.length) };
    }),
  );
}

export async function panelIn(
  engine: SqlEngine,
  timezone: string,
  holidays: readonly string[] = [],
): Promise<{ panel: PanelPersons[]; days: readonly string[]; report: PersonsFound }> {
  const panel: PanelPersons[] = [];
  const days = await measurePlaces(engine, timezone, holidays);
  const report = await findPlaces(engine, days.size, (persons) => panel.push(persons));
  return { panel: inOrder(panel), days: [...days].sort(), report };
}

/** Ascending by home, then by occupation. */
export const inOrder = (panel: readonly PanelPersons[]): PanelPersons[] =>
  panel.toSorted((a, b) => (pairOf(a) < pairOf(b) ? -1 : 1));

const pairOf = ({ home, occupation }: PanelPersons): string => `${home} ${occupation ?? ''}`;

export async function dropTables(engine: SqlEngine): Promise<void> {
  for (const table of ['salt', 'pings', 'stops', 'days', 'squares', 'places', 'persons']) {
    await engine.command('DROP TABLE IF EXISTS {table:Identifier} SYNC', { table });
  }
}

const folders: string[] = [];

export function writeFile(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'timelines-'));
  folders.push(folder);
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

export function removeFiles(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export const stopsOf = (file: string): ReadingsConfig => ({
  file,
  kind: 'stops',
  device: 'device_id',
  start: 'start',
  end: 'end',
  lon: 'lon',
  lat: 'lat',
});

export const pingsOf = (file: string): ReadingsConfig => ({
  file,
  kind: 'pings',
  device: 'device_id',
  time: 'timestamp',
  lon: 'lon',
  lat: 'lat',
});

export const stopsCsv = (stays: readonly Stay[]): string =>
  ['device_id,start,end,lon,lat', ...stays.map((s) => [s.device, s.from, s.to, ...s.place].join(','))].join(
    '\n',
  );

/** Off by up to `noise_m` in a fixed pattern. */
export function pingsCsv(stays: readonly Stay[], minutes: number, noise_m: number): string {
  const rows = ['device_id,timestamp,lon,lat'];
  for (const { device, place, from, to } of stays) {
    const end = Date.parse(to) / 1000;
    for (let time = Date.parse(from) / 1000, i = 0; time <= end; time += minutes * 60, i++) {
      const east = (noise_m * Math.sin(i * 2.4)) / 80_000;
      const north = (noise_m * Math.cos(i * 2.4)) / 111_195;
      rows.push([device, time, place[0] + east, place[1] + north].join(','));
    }
  }
  return rows.join('\n');
}

/** Without tables before each test. */
export function engineOfTests(): { readonly engine: SqlEngine } {
  let engine: SqlEngine;
  beforeAll(async () => {
    engine = await openSqlEngine();
  });
  afterEach(() => dropTables(engine));
  afterAll(async () => {
    await engine.close();
    removeFiles();
  });
  return {
    get engine() {
      return engine;
    },
  };
}
