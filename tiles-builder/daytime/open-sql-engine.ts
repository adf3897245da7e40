/** Opens an engine for the SQL of the locations: embedded ClickHouse (chDB), or a ClickHouse server by its URL. */
import type { SqlEngine } from './sql-engine.ts';

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
 * @throws UnusableEngine if it is not installed, does not answer or is too old
 */
export async function openSqlEngine(server?: string): Promise<SqlEngine> {
  return server === undefined
    ? (await import('./embedded-engine.ts')).openEmbeddedEngine()
    : (await import('./server-engine.ts')).openServerEngine(server);
}
