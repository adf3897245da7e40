/** Sessions of chDB for tests, where it is installed: they write files for readers and stand for a server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Chdb, loadChdb } from '../../../tiles-builder/daytime/embedded-engine.ts';
import { projectFolder } from './run-command.ts';

export const hasChdb = existsSync(join(projectFolder, 'chdb/node_modules/chdb'));

export type ChdbSession = InstanceType<Chdb['Session']> & {
  query(sql: string, format?: string): string;
  queryAsync(sql: string, options?: { readonly format: string }): Promise<{ text(): string }>;
  cleanup(): void;
};

/** @param folder of tables, temporary where absent */
export function newChdbSession(folder?: string): ChdbSession {
  const { Session } = loadChdb() as unknown as { readonly Session: new (folder?: string) => ChdbSession };
  return new Session(folder);
}
