/** Names the builder's databases on a server after machine and process, so that a later build drops those of a killed one. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { HOST, isRunning, STARTED } from '../base/files/process-name.ts';

const NAME = /^locations_([0-9a-f]{12})_(\d+)_(\d+)_[0-9a-f]{8}$/;
const MACHINE = createHash('sha256').update(`${HOST} ${runningSystem()}`).digest('hex').slice(0, 12);
const OWN = `locations_${MACHINE}_${process.pid}_${STARTED}_`;

/** For the last statement of an ended sender. */
const ARRIVES_WITHIN_MS = 300;

export const databaseName = (): string => `${OWN}${randomBytes(4).toString('hex')}`;

/** Also ends its queries. */
export async function dropDatabase(client: ClickHouseClient, database: string): Promise<void> {
  const query_params = { database };
  // Else the drop waits for them.
  await client
    .command({ query: 'KILL QUERY WHERE current_database = {database:String} ASYNC', query_params })
    .catch(() => {});
  // Else files stay for eight minutes.
  await client.command({ query: 'DROP DATABASE IF EXISTS {database:Identifier} SYNC', query_params });
}

/** Drops databases of this process, and of this machine's ended ones. */
export async function dropLeft(client: ClickHouseClient): Promise<void> {
  for (const wait_ms of [0, ARRIVES_WITHIN_MS]) {
    await sleep(wait_ms);
    await dropAbandoned(client);
    for (const name of await databases(client)) if (name.startsWith(OWN)) await dropDatabase(client, name);
  }
}

export interface SweptServer {
  readonly dropped: readonly string[];
  /** Databases maybe in use. */
  readonly left: readonly string[];
}

export async function dropAbandoned(client: ClickHouseClient): Promise<SweptServer> {
  const names = await databases(client);
  const dropped: string[] = [];
  for (const name of names.filter(isAbandoned)) {
    const isDropped = await dropDatabase(client, name).then(
      () => true,
      () => false,
    );
    if (isDropped) dropped.push(name);
  }
  return { dropped, left: names.filter((name) => !dropped.includes(name)) };
}

async function databases(client: ClickHouseClient): Promise<string[]> {
  const result = await client.query({
    query: "SELECT name FROM system.databases WHERE startsWith(name, 'locations_') ORDER BY name",
    format: 'JSONEachRow',
  });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
}

function isAbandoned(name: string): boolean {
  const [, machine, pid, started] = NAME.exec(name) ?? [];
  return machine === MACHINE && !isRunning(Number(pid), started);
}

/** Tells the running kernel and its PID namespace, as machines and containers may share a name; random without `/proc`. */
function runningSystem(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')}${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return randomBytes(16).toString('hex');
  }
}
