/**
 * Reads inhabitants by cell of a GeoTIFF, without resampling, and rounds them to thousandths; each cell's rounding error is
 * added to the next.
 */
import { statSync } from 'node:fs';
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import { boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { BadInput } from '../../base/failures/bad-input.ts';
import { Problem } from '../../base/failures/problem.ts';
import { reasonOf } from '../../base/failures/system-failure.ts';
import { PlanarArea } from '../../geometry/planar-area.ts';
import type { CensusConfig } from '../config/config.ts';
import { projectionOf, type StatedCrs } from '../formats/projection.ts';
import '../formats/tiff-decoders.ts';
import { RasterCells } from './raster-cells.ts';
import type { UnitProgress, UnitTable } from './unit-table.ts';

const CELLS_AT_ONCE = 4e6;
const LARGEST_BLOCK_CELLS = 64e6;
/** GeoKey value: other keys define the CRS. */
const USER_DEFINED = 32_767;
const PIXEL_IS_POINT = 2;
const STRIPS = ['StripOffsets', 'StripByteCounts'] as const;
const TILES = ['TileOffsets', 'TileByteCounts'] as const;
const FLOATING = 3;
export async function readRasterUnits(
  config: CensusConfig,
  coverage: Zone | null,
  progress: UnitProgress,
): Promise<UnitTable> {
  const { file } = config;
  if (config.coverage === undefined && config.nodata !== 'unknown') {
    throw new BadInput(
      file,
      null,
      'a raster does not say whether a cell without data has nobody in it or is unknown',
      'Name the area in which it has everybody by "coverage" of the census, or set "nodata": "unknown".',
    );
  }
  let tiff: GeoTIFF | null = null;
  try {
    tiff = await fromFile(file);
    return await unitsOf(config, coverage, await tiff.getImage(), progress);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new BadInput(file, null, reasonOf(cause, 'is no GeoTIFF, or is damaged'));
  } finally {
    await tiff?.close();
  }
}

async function unitsOf(
  config: CensusConfig,
  coverage: Zone | null,
  image: GeoTIFFImage,
  progress: UnitProgress,
): Promise<UnitTable> {
  const { file, growth } = config;
  if (typeof growth === 'string')
    throw new BadInput(file, null, 'a raster has no column; "growth" can be one number');
  const [width, height] = [image.getWidth(), image.getHeight()];
  const { size: bytes } = statSync(file);
  const [blockColumns, blockRows] = [image.getTileWidth(), image.getTileHeight()];
  const isPossible =
    width * height > 0 &&
    blockColumns * blockRows > 0 &&
    blockColumns * blockRows <= LARGEST_BLOCK_CELLS &&
    (await hasBlocks(image, Math.ceil(width / blockColumns) * Math.ceil(height / blockRows), bytes));
  if (!isPossible) {
    throw new BadInput(file, null, `is damaged, or its ${width} × ${height} cells are too many to be read`);
  }
  if (image.getSamplesPerPixel() !== 1) {
    const advice = 'Write the one with the people into a file of its own with gdal_translate -b.';
    throw new BadInput(file, null, `has ${image.getSamplesPerPixel()} bands, and one is read`, advice);
  }
  const { nodata, scale, offset } = await valuesOf(image);
  const project = projectionOf(file, crsOf(image), config.crs);
  const place = await placing(file, image);
  const corner = (column: number, row: number): Position => {
    const position = place(column, row);
    return project ? project(position) : position;
  };
  const units = new RasterCells({ width, height, corner, isStraight: project === null });
  let leftOver = 0;
  const rowsAtOnce = blockRows * Math.max(1, Math.floor(CELLS_AT_ONCE / (width * blockRows)));
  for (let top = 0; top < height; top += rowsAtOnce) {
    const bottom = Math.min(height, top + rowsAtOnce);
    const [values] = (await image.readRasters({
      samples: [0],
      window: [0, top, width, bottom],
    })) as ArrayLike<number>[];
    for (let i = 0, column = 0, row = top; i < values.length; i++, column++) {
      if (column === width) [column, row] = [0, row + 1];
      const value = values[i];
      if (value === nodata || Number.isNaN(value)) continue;
      const people = value * scale + offset;
      if (people === 0) {
        units.add(column, row, null);
        continue;
      }
      if (!(people >= 0 && Number.isFinite(people))) {
        const where = `row ${row + 1}, column ${column + 1}`;
        throw new BadInput(
          file,
          where,
          `${people} is no number of people; the raster names no such value as nodata`,
        );
      }
      const exact = people * (growth ?? 1) + leftOver;
      const counted = Math.max(0, Math.round(exact * MILLIPERSONS) / MILLIPERSONS);
      leftOver = exact - counted;
      requireOnEarth(file, corner(column, row));
      requireOnEarth(file, corner(column + 1, row + 1));
      units.add(column, row, counted);
    }
    progress(bottom * width, height * width);
  }
  const area = coverage && new PlanarArea(coverage);
  const mayCount = (outline: Zone): boolean =>
    area === null || area.relationOf(boundingBoxOf(outline.flat())) !== 'outside';
  return units.finish(mayCount, config.nodata === 'unknown');
}

function requireOnEarth(file: string, [lon, lat]: Position): void {
  if (Math.abs(lon) <= 180 && Math.abs(lat) <= 90) return;
  const advice = 'Name its CRS with "crs" in the configuration.';
  throw new BadInput(file, null, `has cells that are nowhere on Earth, as at ${lon}, ${lat}`, advice);
}

async function hasBlocks(image: GeoTIFFImage, count: number, fileBytes: number): Promise<boolean> {
  const [offsets, lengths] = await Promise.all(
    (image.isTiled ? TILES : STRIPS).map(async (tag) =>
      Array.from(((await image.fileDirectory.loadValue(tag)) ?? []) as ArrayLike<number>, Number),
    ),
  );
  return (
    offsets.length === count &&
    lengths.length === count &&
    offsets.every((offset, i) => offset + lengths[i] <= fileBytes)
  );
}

async function valuesOf(image: GeoTIFFImage): Promise<{ nodata: number; scale: number; offset: number }> {
  const metadata = await textOf('GDAL_METADATA', image);
  const numberIn = (name: string, otherwise: number): number => {
    const item = new RegExp(`<Item name="${name}" sample="0"[^>]*>([^<]*)<`).exec(metadata)?.[1] ?? otherwise;
    return Number.isFinite(Number(item)) ? Number(item) : otherwise;
  };
  const text = await textOf('GDAL_NODATA', image);
  const nodata = text === '' ? Number.NaN : Number(text);
  const isSingle = image.getSampleFormat() === FLOATING && image.getBitsPerSample() === 32;
  return {
    nodata: isSingle ? Math.fround(nodata) : nodata,
    scale: numberIn('SCALE', 1),
    offset: numberIn('OFFSET', 0),
  };
}

async function textOf(tag: 'GDAL_METADATA' | 'GDAL_NODATA', image: GeoTIFFImage): Promise<string> {
  return String((await image.fileDirectory.loadValue(tag)) ?? '')
    .replaceAll('\0', '')
    .trim();
}

function crsOf(image: GeoTIFFImage): StatedCrs {
  const { ProjectedCSTypeGeoKey: projected, GeographicTypeGeoKey: geographic } = image.getGeoKeys() ?? {};
  const code = projected ?? geographic;
  return code === undefined || code === USER_DEFINED || code === 0 ? {} : { code: `EPSG:${code}` };
}

async function placing(
  file: string,
  image: GeoTIFFImage,
): Promise<(column: number, row: number) => Position> {
  const numbers = async (
    tag: 'ModelTransformation' | 'ModelTiepoint' | 'ModelPixelScale',
  ): Promise<number[]> =>
    Array.from(((await image.fileDirectory.loadValue(tag)) ?? []) as ArrayLike<number>, Number);
  // PixelIsPoint refers to cell centres.
  const shift = image.getGeoKeys()?.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0.5 : 0;
  const [a, b, , left, c, d, , upper] = await numbers('ModelTransformation');
  if (upper !== undefined) {
    return (column, row) => [
      a * (column - shift) + b * (row - shift) + left,
      c * (column - shift) + d * (row - shift) + upper,
    ];
  }
  const tiePoint = await numbers('ModelTiepoint');
  const [width, height] = await numbers('ModelPixelScale');
  if (tiePoint.length !== 6 || !(width > 0 && height > 0)) {
    throw new BadInput(
      file,
      null,
      'does not say where its cells are',
      'Export it as GeoTIFF with its place.',
    );
  }
  const [atColumn, atRow, , x, y] = tiePoint;
  return (column, row) => [x + (column - shift - atColumn) * width, y - (row - shift - atRow) * height];
}
