/** Makes tables of workplaces and schools from registers, by SQL that embedded ClickHouse runs, or from polygons. */
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withEngine } from '../daytime/open-sql-engine.ts';
import { statement } from '../daytime/sql-engine.ts';
import type { Download, RegisterSource } from './catalogue.ts';
import type { Prepared } from './prepare-squares.ts';
import { prepareUnits } from './prepare-units.ts';

export const sitesFileOf = (role: string, register: RegisterSource): string =>
  `${role}.${'sql' in register ? 'csv' : 'geojsonl'}`;

/** A statement reads `{file_0}`, `{file_1}` … or all `{files}` of one folder, and writes sites in the box to `{out}`. */
export async function prepareSites(
  register: RegisterSource,
  fileOf: (file: Download) => string,
  prepared: Prepared,
): Promise<void> {
  if (!('sql' in register)) return void (await prepareUnits(register, fileOf, prepared));
  const { box, out } = prepared;
  rmSync(out, { force: true });
  const files = register.files.map(fileOf);
  const names = files.map((file) => basename(file));
  const named = {
    ...Object.fromEntries(files.map((file, i) => [`file_${i}`, file])),
    files: join(dirname(files[0]), `{${names.join(',')}}`),
    last_file: names.at(-1)!,
  };
  const sql = statement(register.sql, join(import.meta.dirname, 'sql'));
  await withEngine(undefined, (engine) => engine.command(sql, { ...named, ...box, out }));
}
