/** Extracts a member of a zip archive, or of a 7z archive within it. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BadInput } from '../base/failures/bad-input.ts';
import { withEngine } from '../daytime/open-sql-engine.ts';
import { SqlError } from '../daytime/sql-engine.ts';
import { unzipMember } from '../sources/formats/unzip.ts';

/**
 * @param member path in the zip; a second name is a CSV in the 7z of the first
 * @param columns of the CSV in a 7z; others are left out
 */
export async function extractMember(
  archive: string,
  [outer, inner]: readonly string[],
  columns: readonly string[],
  scratch: string,
): Promise<{ readonly file: string; readonly remove: () => void }> {
  const unzipped = await unzipMember(archive, outer, scratch);
  if (inner === undefined) return unzipped;
  const file = join(dirname(unzipped.file), `${inner.replaceAll(/[^\w.-]/g, '_')}`);
  try {
    const structure = columns.map((column) => `\`${column}\` String`).join(', ');
    await withEngine(undefined, (engine) =>
      engine.command(
        `INSERT INTO FUNCTION file({out:String}, CSVWithNames) SELECT * FROM file({member:String}, CSVWithNames, {structure:String})`,
        { out: file, member: `${unzipped.file} :: ${inner}`, structure },
      ),
    );
    rmSync(unzipped.file);
    return { file, remove: unzipped.remove };
  } catch (cause) {
    unzipped.remove();
    if (cause instanceof SqlError)
      throw new BadInput(join(archive, outer), inner, `cannot be read: ${cause.message}`);
    throw cause;
  }
}
