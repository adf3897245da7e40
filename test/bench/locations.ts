/** `npm run bench -- locations`: homes and occupation places from a Parquet file of pings. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { findPlaces, measurePlaces } from '../../tiles-builder/working/find-places.ts';
import { openSqlEngine } from '../../tiles-builder/working/open-sql-engine.ts';
import { type SqlEngine, statement } from '../../tiles-builder/working/sql-engine.ts';
import { readLocations } from '../support/files/read-locations.ts';

const SQL = join(import.meta.dirname, 'sql');
/** Four weeks, every 22 minutes. */
const PINGS_PER_DEVICE = 28 * 64;
const SHARES = [0.1, 0.25, 0.5, 1];

export interface LocationsRun {
  readonly pings: number;
  readonly devices: number;
  readonly file_bytes: number;
  readonly seconds: number;
  readonly pings_per_second: number;
  /** With the embedded engine; `null` if unknown. */
  readonly peak_memory_gib: number | null;
  /** Share of devices with the true home. */
  readonly homes_right: number;
  readonly occupations_right: number;
}

export async function benchLocations(pings: number): Promise<LocationsRun[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-locations-'));
  const runs: LocationsRun[] = [];
  try {
    for (const share of SHARES) {
      const run = await benchOnce(Math.round(pings * share), join(folder, `${share}.parquet`));
      runs.push(run);
      const memory = run.peak_memory_gib === null ? '' : `, ${run.peak_memory_gib.toFixed(2)} GiB`;
      console.log(
        `${run.pings} pings of ${run.devices} devices: ${run.seconds.toFixed(1)} s, ` +
          `${Math.round(run.pings_per_second)} pings/s${memory}; right: ` +
          `${(100 * run.homes_right).toFixed(1)} % of homes, ${(100 * run.occupations_right).toFixed(1)} % of occupation places`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return runs;
}

async function benchOnce(pings: number, file: string): Promise<LocationsRun> {
  const devices = Math.max(1, Math.round(pings / PINGS_PER_DEVICE));
  await withEngine((engine) =>
    engine.command(statement('write-pings', SQL), { file_path: file, pings, devices }),
  );
  return withEngine(async (engine) => {
    forgetPeakMemory();
    const startedAt = performance.now();
    await readLocations(
      { file, kind: 'pings', device: 'device_id', time: 'timestamp', lon: 'lon', lat: 'lat' },
      engine,
    );
    await findPlaces(engine, (await measurePlaces(engine, 'UTC')).size, () => {});
    const seconds = (performance.now() - startedAt) / 1000;
    const peak_memory_gib = peakMemory_gib();
    const [found] = await engine.query<{ homes_right: number; occupations_right: number }>(
      statement('judge-persons', SQL),
      { devices, grid_resolution: GRID_RESOLUTION },
    );
    return {
      pings,
      devices,
      file_bytes: statSync(file).size,
      seconds,
      pings_per_second: pings / seconds,
      peak_memory_gib,
      homes_right: found!.homes_right / devices,
      occupations_right: found!.occupations_right / devices,
    };
  });
}

async function withEngine<Result>(use: (engine: SqlEngine) => Promise<Result>): Promise<Result> {
  const engine = await openSqlEngine();
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** Linux only. */
function forgetPeakMemory(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function peakMemory_gib(): number | null {
  if (process.platform !== 'linux') return null;
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kib) / 1024 ** 2;
}
