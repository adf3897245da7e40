/** ClickHouse's HTTP interface on loopback, in front of embedded ClickHouse. */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type ChdbSession, newChdbSession } from '../processes/chdb.ts';

export interface ClickhouseServer {
  /** Names a database, which is not there. */
  readonly url: string;
  /** With parameters, without data of inserts. */
  readonly statements: readonly string[];
  readonly databases: () => Promise<string[]>;
  readonly run: (sql: string) => Promise<string>;
  readonly close: () => void;
}

interface ClickhouseOptions {
  /** By default any free one. */
  readonly port?: number;
  readonly seen?: (sql: string) => void;
}

export async function startClickhouse(
  folder: string,
  { port = 0, seen = () => {} }: ClickhouseOptions = {},
): Promise<ClickhouseServer> {
  const data = join(folder, 'data');
  /** By database: several builds may run concurrently. */
  const sessions = new Map<string, ChdbSession>();
  const statements: string[] = [];
  let inserts = 0;

  const sessionOf = async (database: string): Promise<ChdbSession> => {
    let session = sessions.get(database);
    if (!session) {
      session = newChdbSession(data);
      sessions.set(database, session);
      await session.queryAsync(`USE ${database}`);
    }
    return session;
  };

  const answer = async (request: IncomingMessage): Promise<string> => {
    const { searchParams } = new URL(request.url!, 'http://localhost');
    const body = await buffer(request);
    const inUrl = searchParams.get('query');
    const parameters = Object.fromEntries(
      [...searchParams]
        .filter(([name]) => name.startsWith('param_'))
        .map(([name, value]) => [name.slice(6), value]),
    );
    let sql = (inUrl ?? body.toString()).replace(/\s*FORMAT JSONEachRow\s*$/, '');
    statements.push(`${sql} ${JSON.stringify(parameters)}`);
    seen(sql);
    const session = await sessionOf(searchParams.get('database') ?? 'default');
    // As of a server whose own default is the other one.
    const order = searchParams.get('geotoh3_argument_order') ?? 'lon_lat';
    await session.queryAsync(`SET geotoh3_argument_order = '${order}'`);
    const file = join(folder, `insert-${inserts++}`);
    try {
      if (inUrl !== null) {
        const format = /\nFORMAT (\w+)\s*$/.exec(inUrl)?.[1];
        if (format === undefined) sql = `${inUrl}\n${body}`;
        else {
          writeFileSync(file, body);
          sql = inUrl
            .replace(/\nFORMAT \w+\s*$/, '\nSETTINGS input_format_skip_unknown_fields = 1')
            .replace('input(', `file('${file}', '${format}', `);
        }
      }
      return (await session.queryBindAsync(sql, parameters, { format: 'JSONEachRow' })).text();
    } finally {
      rmSync(file, { force: true });
    }
  };

  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.end(body),
      (error: Error) => {
        const code = /^Code: (\d+)/.exec(error.message)?.[1] ?? '1002';
        response.writeHead(500, { 'X-ClickHouse-Exception-Code': code }).end(error.message);
      },
    );
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const run = async (sql: string): Promise<string> =>
    (await (await sessionOf('default')).queryAsync(sql, { format: 'JSONEachRow' })).text();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/locations_of_test`,
    statements,
    databases: async () => {
      const rows = await run("SELECT name FROM system.databases WHERE name LIKE 'locations_%' ORDER BY name");
      return [...rows.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name!);
    },
    run,
    close: () => {
      server.close();
      server.closeAllConnections();
      for (const session of sessions.values()) session.close();
    },
  };
}
