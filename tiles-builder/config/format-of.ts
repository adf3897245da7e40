/** Which format a file has, by its name. */
const endsWith =
  (...endings: readonly string[]) =>
  (file: string): boolean =>
    endings.some((ending) => file.toLowerCase().endsWith(`.${ending}`));
const alsoGzipped = (...endings: readonly string[]) =>
  endsWith(...endings, ...endings.map((ending) => `${ending}.gz`));

export const isGeoJson = alsoGzipped(
  'geojson',
  'json',
  'geojsonl',
  'geojsons',
  'geojsonseq',
  'ndjson',
  'jsonl',
);
export const isCsv = alsoGzipped('csv', 'tsv', 'txt');
export const isGeoPackage = endsWith('gpkg');
export const isShapefile = endsWith('shp');
export const isFlatGeobuf = endsWith('fgb');
export const isParquet = endsWith('parquet', 'geoparquet');
export const isRaster = endsWith('tif', 'tiff');
export const isZip = endsWith('zip');
export const isPbf = endsWith('pbf');
