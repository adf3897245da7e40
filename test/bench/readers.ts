/** Benchmark of readers by format against ogr2ogr and gdal_translate: speed, memory, content. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { Progress } from '../../tiles-builder/records.ts';
import type { LayerSums, ReaderSource, ReadLayer } from './read-layer.ts';
import { ReaderFiles, type ReaderFormat } from './reader-files.ts';
import { type WatchOptions, watchCommand } from './watch-command.ts';

const READ_LAYER = join(import.meta.dirname, 'read-layer.ts');
/** Debian's GDAL lacks the driver. */
const UNKNOWN_TO_GDAL: readonly ReaderFormat[] = ['parquet'];

export interface ReadersOptions {
  readonly features: number;
  readonly formats: readonly ReaderFormat[];
  /** Heap limit; Node's if absent. */
  readonly heap_mb?: number;
  /** Compares only the number of buildings. */
  readonly isIntoAreas?: boolean;
  readonly progress: Progress;
}

/** Of the process with its start. */
interface Effort {
  readonly seconds: number;
  readonly cpu_s: number;
  readonly features_per_s: number;
  readonly max_rss_mb: number;
}

export interface ReaderFigures {
  readonly format: ReaderFormat;
  readonly features: number;
  readonly found: LayerSums;
  /** By GDAL, if need be from the original file. */
  readonly expected: LayerSums;
  readonly reader: Effort;
  /** `null` if GDAL lacks the format. */
  readonly ogr2ogr: Effort | null;
  /** Processor time over ogr2ogr's. */
  readonly ratio: number | null;
}

/** @throws PlatformProblem if a reader or ogr2ogr fails, Error if a file cannot be made */
export async function benchReaders(options: ReadersOptions): Promise<readonly ReaderFigures[]> {
  const { features, formats, heap_mb, isIntoAreas = false, progress } = options;
  const limits = heap_mb === undefined ? [] : [`--max-old-space-size=${heap_mb}`];
  const folder = mkdtempSync(join(tmpdir(), 'readers-'));
  const all: ReaderFigures[] = [];
  try {
    progress(`Make ${features} buildings`);
    const files = new ReaderFiles(folder, features);
    for (const format of formats) {
      progress(`Make ${format}`);
      const source = { ...(await files.make(format)), isIntoAreas };
      progress(`Read ${format}`);
      const readIt = [...limits, READ_LAYER, JSON.stringify(source)];
      const watch = { folder, stepOf: () => null, said: progress };
      const known = UNKNOWN_TO_GDAL.includes(format) ? await files.make('gpkg') : source;
      const figures = await measure(format, { source, known }, readIt, watch);
      all.push(figures);
      console.log(described(figures));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return all;
}

/** @param known read by GDAL instead */
async function measure(
  format: ReaderFormat,
  { source, known }: Readonly<Record<'source' | 'known', ReaderSource>>,
  readIt: readonly string[],
  watch: WatchOptions,
): Promise<ReaderFigures> {
  const own = await watchCommand(readIt, watch);
  const { max_rss_mb, found } = JSON.parse(own.lastLine) as ReadLayer;
  const effortOf = ({ seconds, cpu_s, max_rss_mb }: typeof own.whole): Effort => ({
    ...{ seconds, cpu_s, max_rss_mb },
    features_per_s: Math.round(found.features / seconds),
  });
  const reader = { ...effortOf(own.whole), max_rss_mb: Math.round(max_rss_mb) };
  const [program, ...words] = format === 'tif' ? readByGdalTranslate(known) : readByOgr2ogr(known);
  const other = await watchCommand(words, { ...watch, program });
  const [features, ...sums] = other.lastLine.replaceAll('"', '').split(',').map(Number);
  const [area, dwellings, letters_of_ids] = sums;
  const ofBuildings = source.isIntoAreas ? { features } : { features, area, dwellings, letters_of_ids };
  const expected = format === 'tif' ? { features, people: sums[0] } : ofBuildings;
  const common = { format, features: found.features, found, expected, reader };
  if (known !== source) return { ...common, ogr2ogr: null, ratio: null };
  const ratio = Math.round((100 * reader.cpu_s) / other.whole.cpu_s) / 100;
  return { ...common, ogr2ogr: effortOf(other.whole), ratio };
}

/** Coordinates are rounded. */
const TOLERANCE = 1e-6;
const ROUNDED: readonly string[] = ['area', 'people'];

export function differencesIn(figures: readonly ReaderFigures[], features: number): string[] {
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

function described({ format, features, reader, ogr2ogr, ratio }: ReaderFigures): string {
  const effort = ({ seconds, cpu_s, features_per_s, max_rss_mb }: Effort): string =>
    `${features_per_s.toLocaleString('en')} a second (${seconds} s, ${cpu_s} s of processors), ${max_rss_mb} MB`;
  const beside =
    ogr2ogr === null
      ? 'ogr2ogr has no driver'
      : `ogr2ogr ${effort(ogr2ogr)}: ${ratio} times its processor time`;
  return `${format}: ${features.toLocaleString('en')} features, ${effort(reader)}; ${beside}`;
}
