/** Reads a file by the builder's reader and by GDAL, and compares what both find. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { watchCommand } from '../bench/watch-command.ts';
import type { LayerSums, ReaderSource, ReadLayer } from './read-layer.ts';
import { ReaderFiles, type ReaderFormat } from './reader-files.ts';

const READ_LAYER = join(import.meta.dirname, 'read-layer.ts');
/** GDAL reads a GeoPackage with the same buildings, as Debian's lacks the driver. */
const UNKNOWN_TO_GDAL: readonly ReaderFormat[] = ['parquet'];

export interface FoundByReader {
  readonly format: ReaderFormat;
  readonly found: LayerSums;
  /** By GDAL. */
  readonly expected: LayerSums;
  readonly max_rss_mb: number;
}

/**
 * @param heap_mb limit of the reader's heap
 * @throws PlatformProblem if a reader or GDAL fails, Error if a file cannot be made
 */
export async function readAsGdal(
  formats: readonly ReaderFormat[],
  features: number,
  heap_mb: number,
): Promise<readonly FoundByReader[]> {
  const folder = mkdtempSync(join(tmpdir(), 'readers-'));
  const watch = { folder, stepOf: () => null, said: () => {} };
  const all: FoundByReader[] = [];
  try {
    const files = new ReaderFiles(folder, features);
    for (const format of formats) {
      const source = await files.make(format);
      const known = UNKNOWN_TO_GDAL.includes(format) ? await files.make('gpkg') : source;
      const words = [`--max-old-space-size=${heap_mb}`, READ_LAYER, JSON.stringify(source)];
      const own = JSON.parse((await watchCommand(words, watch)).lastLine) as ReadLayer;
      const [program, ...options] = format === 'tif' ? readByGdalTranslate(known) : readByOgr2ogr(known);
      const { lastLine } = await watchCommand(options, { ...watch, program });
      const [count, first, dwellings, letters_of_ids] = lastLine.replaceAll('"', '').split(',').map(Number);
      const expected =
        format === 'tif'
          ? { features: count, people: first }
          : { features: count, area: first, dwellings, letters_of_ids };
      all.push({ format, found: own.found, expected, max_rss_mb: own.max_rss_mb });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return all;
}

/** Coordinates are rounded. */
const TOLERANCE = 1e-6;
const ROUNDED: readonly string[] = ['area', 'people'];

export function differencesIn(figures: readonly FoundByReader[], features: number): string[] {
  return figures.flatMap(({ format, found, expected }) => {
    const foundHere: Readonly<Record<string, number>> = found;
    const differences = Object.entries(expected).flatMap(([name, sum]) => {
      const own = foundHere[name];
      const tolerance = ROUNDED.includes(name) ? TOLERANCE * sum : 0;
      return Math.abs(own - sum) <= tolerance ? [] : [`${format}: ${name} is ${own}, and should be ${sum}`];
    });
    return format === 'tif' || expected.features === features
      ? differences
      : [`${format}: ${expected.features} features were made, and should be ${features}`, ...differences];
  });
}

/** Sums as `read-layer.ts`, in degrees. */
function readByOgr2ogr({ file, crs }: ReaderSource): string[] {
  const columns = ['-oo', 'GEOM_POSSIBLE_NAMES=WKT', '-oo', 'AUTODETECT_TYPE=YES'];
  const shape = crs === undefined ? 'ST_Transform(geometry, 4326)' : 'geometry';
  const sql = `SELECT count(*), printf('%.17g', sum(ST_Area(${shape}))), sum(CAST(NB_LOGTS AS INTEGER)), sum(length(ID))
    FROM "${basename(file, extname(file))}"`;
  const input = file.endsWith('.csv') ? columns : [];
  const readable = file.endsWith('.gz') ? `/vsigzip/${file}` : file;
  return ['ogr2ogr', '-f', 'CSV', '/vsistdout/', readable, ...input, '-dialect', 'SQLITE', '-sql', sql];
}

const readByGdalTranslate = ({ file }: ReaderSource): string[] => [
  'sh',
  '-c',
  `gdal_translate -q -of XYZ "$1" /vsistdout/ | awk '$3 > 0 { n++; sum += $3 } END { printf "%d,%.17g\\n", n, sum }'`,
  'sh',
  file,
];
