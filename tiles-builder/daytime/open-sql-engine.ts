/** Opens the engine of the locations' SQL: embedded ClickHouse (chDB), or a ClickHouse server by its URL. */
import { latLngToCell } from 'h3-js';
import { type SqlEngine, UnusableEngine } from './sql-engine.ts';

/**
 * Runs `use` with an engine, and closes it.
 * @param server see `openSqlEngine`
 */
export async function withEngine<Result>(
  server: string | undefined,
  use: (engine: SqlEngine) => Promise<Result>,
): Promise<Result> {
  const engine = await openSqlEngine(server);
  let result: Result;
  try {
    result = await use(engine);
  } catch (failure) {
    // A server that has failed keeps the database.
    await engine.close().catch(() => {});
    throw failure;
  }
  await engine.close();
  return result;
}

/**
 * Opens an engine with an empty database of its own.
 * @param server URL with user, password and the name of a new database as its path; absent for the embedded engine, which runs in the main thread alone
 * @throws UnusableEngine where it is not installed, does not answer or is too old
 */
export async function openSqlEngine(server?: string): Promise<SqlEngine> {
  const engine =
    server === undefined
      ? await (await import('./embedded-engine.ts')).openEmbeddedEngine()
      : await (await import('./server-engine.ts')).openServerEngine(server);
  try {
    await requireLatitudeFirst(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

/** `geoToH3` takes latitude first since ClickHouse 25.6, longitude first before and on request. */
async function requireLatitudeFirst(engine: SqlEngine): Promise<void> {
  const [lat, lon, resolution] = [43.7384, 7.4246, 12];
  const [found] = await engine.query<{ cell: string; version: string }>(
    'SELECT h3ToString(geoToH3({lat:Float64}, {lon:Float64}, {resolution:UInt8})) AS cell, version() AS version',
    { lat, lon, resolution },
  );
  if (found?.cell === latLngToCell(lat, lon, resolution)) return;
  const problem =
    found?.cell === latLngToCell(lon, lat, resolution)
      ? 'takes longitude first in geoToH3'
      : `gives cell ${found?.cell} for a known place`;
  throw new UnusableEngine(
    `ClickHouse ${found?.version} ${problem}`,
    "Use 25.6 or newer, with geotoh3_argument_order = 'lat_lon'.",
  );
}
