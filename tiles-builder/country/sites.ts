/** Makes tables of workplaces and schools from files of registers, by SQL statements that embedded ClickHouse runs. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BoundingBox } from '../../src/geo/positions.ts';
import { withEngine } from '../daytime/open-sql-engine.ts';
import { statement } from '../daytime/sql-engine.ts';
import type { RegisterSource } from './catalogue.ts';

/** A statement reads `{file_0}`, `{file_1}` … and writes sites in the box to `{out}`. */
export async function prepareSites(
  register: RegisterSource,
  files: readonly string[],
  box: BoundingBox,
  out: string,
): Promise<void> {
  rmSync(out, { force: true });
  const named = Object.fromEntries(files.map((file, i) => [`file_${i}`, file]));
  const sql = statement(register.sql, join(import.meta.dirname, 'sql'));
  await withEngine(undefined, (engine) => engine.command(sql, { ...named, ...box, out }));
}
