/** GDAL's programs: an independent reader. */
import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';

/** @throws Error where the program fails */
export function gdal(
  program: 'ogr2ogr' | 'ogrinfo' | 'gdalinfo' | 'gdal_translate' | 'gdaltransform' | 'gdalsrsinfo',
  args: readonly string[],
  input?: string,
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 30,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const isMissing = spawnSync('ogr2ogr', ['--version']).error !== undefined;

export function describeWithGdal(name: string, suite: () => void): void {
  if (isMissing) process.stdout.write(`Skipped: ${name} (ogr2ogr of gdal-bin is not installed)\n`);
  describe.skipIf(isMissing)(name, suite);
}
