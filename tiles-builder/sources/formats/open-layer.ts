/** Selects the reader of a feature file by its name (all formats but OSM PBF), and unzips archives. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BadInput } from '../../base/failures/bad-input.ts';
import { Problem } from '../../base/failures/problem.ts';
import { NOT_THERE, reasonOf } from '../../base/failures/system-failure.ts';
import { endingsOf, isZip, LAYER_FORMATS, type LayerFormat, layerFormatOf } from '../config/format-of.ts';
import type { Layer, LayerSource, StoredFeature } from './layer.ts';

type Opener = (source: LayerSource) => Promise<Layer>;

const OPENERS: Readonly<Record<LayerFormat, Opener>> = {
  geojson: async (source) => (await import('./geojson.ts')).openGeoJson(source),
  geopackage: async (source) => (await import('./geopackage.ts')).openGeoPackage(source),
  shapefile: async ({ file }) => (await import('./shapefile.ts')).openShapefile(file),
  geoparquet: async ({ file }) => (await import('./geoparquet.ts')).openGeoParquet(file),
  csv: async (source) => (await import('./csv-features.ts')).openCsv(source),
};

/** @param scratch for unzipped files, left empty */
export async function withLayer<T>(
  source: LayerSource,
  scratch: string,
  use: (layer: Layer) => Promise<T>,
): Promise<T> {
  return withUnzipped(source, scratch, async (unzipped) => {
    const { file } = unzipped;
    const format = layerFormatOf(file);
    if (!format) {
      const endings = LAYER_FORMATS.flatMap(endingsOf).map((ending) => `.${ending}`);
      throw new BadInput(
        file,
        null,
        `is of no format that is known; its name ends with none of ${endings.join(', ')}, or .zip with one of them`,
        'Convert it with: ogr2ogr converted.gpkg FILE',
      );
    }
    const opened = await damageAsBadInput(file, () => OPENERS[format](unzipped));
    return use({ ...opened, batches: () => guarded(file, opened.batches) });
  });
}

/** Replaces a zip archive by the file in it that `layer` names. */
export async function withUnzipped<S extends LayerSource, T>(
  source: S,
  scratch: string,
  use: (source: S) => Promise<T>,
): Promise<T> {
  const { file, layer } = source;
  if (!existsSync(file)) throw new BadInput(file, null, NOT_THERE);
  if (!isZip(file)) return use(source);
  const { unzip } = await import('./unzip.ts');
  const { file: inside, isChosen, remove } = await unzip(file, layer, scratch);
  try {
    return await use({ ...source, file: inside, layer: isChosen ? undefined : layer });
  } catch (cause) {
    if (cause instanceof BadInput)
      cause.message = cause.message.replaceAll(inside, join(file, basename(inside)));
    throw cause;
  } finally {
    remove();
  }
}

async function* guarded(file: string, batches: Layer['batches']): AsyncGenerator<readonly StoredFeature[]> {
  const iterator = batches()[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await damageAsBadInput(file, async () => iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function damageAsBadInput<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new BadInput(file, null, reasonOf(cause, 'is damaged'));
  }
}
