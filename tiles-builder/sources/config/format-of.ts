/** Tells file formats by the extension of the file name. */

/** Usual extension first. */
const LAYER_ENDINGS = {
  geojson: alsoGzipped('geojson', 'json', 'geojsonl', 'geojsons', 'geojsonseq', 'ndjson', 'jsonl'),
  geopackage: ['gpkg'],
  shapefile: ['shp'],
  geoparquet: ['parquet', 'geoparquet'],
  csv: alsoGzipped('csv', 'tsv', 'txt'),
} as const satisfies Record<string, readonly string[]>;

export type LayerFormat = keyof typeof LAYER_ENDINGS;
export const LAYER_FORMATS = Object.keys(LAYER_ENDINGS) as readonly LayerFormat[];

export const endingsOf = (format: LayerFormat): readonly string[] => LAYER_ENDINGS[format];

export const layerFormatOf = (file: string): LayerFormat | undefined =>
  LAYER_FORMATS.find((format) => endsWith(file, endingsOf(format)));

export const isGeoJson = (file: string): boolean => layerFormatOf(file) === 'geojson';
export const isCsv = (file: string): boolean => layerFormatOf(file) === 'csv';
export const isRaster = (file: string): boolean => endsWith(file, ['tif', 'tiff']);
export const isZip = (file: string): boolean => endsWith(file, ['zip']);
export const isPbf = (file: string): boolean => endsWith(file, ['pbf']);

function endsWith(file: string, endings: readonly string[]): boolean {
  return endings.some((ending) => file.toLowerCase().endsWith(`.${ending}`));
}

function alsoGzipped(...endings: readonly string[]): string[] {
  return [...endings, ...endings.map((ending) => `${ending}.gz`)];
}
