/** The door to all files of features but OSM PBF: which format a file has is known here and nowhere else. */
import { existsSync } from 'node:fs';
import { BadInput } from '../../failures/bad-input.ts';
import { Problem } from '../../failures/problem.ts';
import { openCsv } from './csv-features.ts';
import { openFlatGeobuf } from './flatgeobuf.ts';
import { isGeoJson, openGeoJson } from './geojson.ts';
import { openGeoPackage } from './geopackage.ts';
import { openGeoParquet } from './geoparquet.ts';
import type { Layer, LayerSource, StoredFeature } from './layer.ts';
import { openShapefile } from './shapefile.ts';
import { unzip } from './unzip.ts';

/** Whether a name is that of a table of text. */
export const isCsv = (file: string): boolean => /\.(csv|tsv|txt)(\.gz)?$/i.test(file);

type Opener = (source: LayerSource) => Layer | Promise<Layer>;

const FORMATS: readonly (readonly [RegExp, Opener])[] = [
  [/\.gpkg$/i, openGeoPackage],
  [/\.shp$/i, ({ file }) => openShapefile(file)],
  [/\.fgb$/i, ({ file }) => openFlatGeobuf(file)],
  [/\.(geo)?parquet$/i, ({ file }) => openGeoParquet(file)],
];

/** What files may end with, for messages. */
export const ENDINGS =
  '.geojson, .json, .geojsonl (also .gz), .gpkg, .shp, .fgb, .parquet, .csv (also .gz), or .zip with one of them';

/**
 * Opens a layer, and closes it when it has been used.
 * @param scratch folder that takes what has to be unzipped, and is empty of it afterwards
 * @throws BadInput where the file is missing, damaged, of no format that is known, or holds several layers of which none is named
 */
export async function withLayer<T>(
  source: LayerSource,
  scratch: string,
  use: (layer: Layer) => Promise<T>,
): Promise<T> {
  const { file, layer } = source;
  if (!existsSync(file)) throw new BadInput(file, null, 'is not there');
  if (/\.zip$/i.test(file)) {
    const { file: inside, isChosen, remove } = await unzip(file, layer, scratch);
    try {
      return await withLayer({ ...source, file: inside, layer: isChosen ? undefined : layer }, scratch, use);
    } finally {
      remove();
    }
  }
  const open = isGeoJson(file)
    ? openGeoJson
    : isCsv(file)
      ? openCsv
      : FORMATS.find(([ending]) => ending.test(file))?.[1];
  if (!open)
    throw new BadInput(file, null, `is of no format that is known; its name ends with none of ${ENDINGS}`);
  const opened = await damageAsBadInput(file, async () => open(source));
  return use({ ...opened, batches: () => guarded(file, opened.batches) });
}

/** What a decoder cannot decode is damaged, whatever it says of it. */
async function* guarded(file: string, batches: Layer['batches']): AsyncGenerator<readonly StoredFeature[]> {
  let read = 0;
  const source = batches();
  const iterator =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  try {
    for (;;) {
      const next = await damageAsBadInput(file, async () => iterator.next(), read);
      if (next.done) return;
      read += next.value.length;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function damageAsBadInput<T>(file: string, work: () => Promise<T>, read = 0): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new BadInput(
      file,
      read === 0 ? null : `after feature ${read}`,
      `is damaged: ${(cause as Error).message}`,
    );
  }
}
