/** ClickHouse as a process: embedded, each has one data folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startClickhouse } from '../support/servers/clickhouse-server.ts';

export interface ClickhouseProcess {
  readonly url: string;
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly run: (sql: string) => Promise<Record<string, unknown>[]>;
  readonly databases: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/**
 * @param folder of its data, maybe used before
 * @param diesAt exits at a statement with this text
 */
export async function startClickhouseProcess(
  folder: string,
  { port = 0, diesAt = '' }: { readonly port?: number; readonly diesAt?: string } = {},
): Promise<ClickhouseProcess> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [import.meta.filename, folder, String(port), diesAt], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const run = async (sql: string): Promise<Record<string, unknown>[]> => {
    const response = await fetch(new URL('/', url), { method: 'POST', body: sql });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  return {
    url,
    host: new URL(url).host,
    run,
    databases: async () => {
      const rows = await run("SELECT name FROM system.databases WHERE name LIKE 'locations_%' ORDER BY name");
      return rows.map(({ name }) => String(name));
    },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

if (import.meta.main) {
  const [folder, port, diesAt] = process.argv.slice(2);
  const { url } = await startClickhouse(folder, {
    port: Number(port),
    seen: (sql) => {
      if (diesAt !== '' && sql.includes(diesAt)) process.exit(1);
    },
  });
  console.log(url);
}
