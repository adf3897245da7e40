/** Benchmark: reads a raster of 144 million mostly empty cells as census; checks against GDAL. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Progress } from '../../tiles-builder/records.ts';
import { gdal } from '../support/files/ogr.ts';
import { realDataFolder } from '../support/files/real-data.ts';
import type { ReaderSource, ReadLayer } from './read-layer.ts';
import { watchCommand } from './watch-command.ts';

/** Aruba by cells of 3 seconds. */
const REAL = join(realDataFolder, 'formats/abw_ppp_2020_UNadj_constrained.tif');
const REAL_COLUMNS = 238;
const REAL_ROWS = 255;
const SIDE_CELLS = 12_000;
const COPIES = 300;
const CELL_DEGREES = 1 / 1_200;
const [WEST, NORTH] = [5, 50];
const COUNTRY = [6, 48, 8, 50] as const;

export const MOST_MB = 500;
export const MOST_SECONDS = 120;
const TOLERANCE = 1e-6;

export interface RasterFigures {
  readonly cells: number;
  /** Cells with people, and next to them. */
  readonly units: number;
  readonly people: number;
  readonly people_by_gdal: number;
  readonly seconds: number;
  readonly cpu_s: number;
  readonly max_rss_mb: number;
}

/** @throws PlatformProblem if reading fails, Error if GDAL does */
export async function benchRaster(progress: Progress): Promise<RasterFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'raster-'));
  try {
    progress('Make a tile');
    const source = makeTile(folder);
    progress('Read it');
    const script = join(import.meta.dirname, 'read-layer.ts');
    const watch = { folder, stepOf: () => null, said: progress };
    const { whole, lastLine } = await watchCommand([script, JSON.stringify(source)], watch);
    const { found, max_rss_mb } = JSON.parse(lastLine) as ReadLayer;
    const { features, people } = found as { features: number; people: number };
    const figures: RasterFigures = {
      ...{ cells: SIDE_CELLS ** 2, units: features, people, people_by_gdal: peopleByGdal(source.file) },
      ...{ seconds: whole.seconds, cpu_s: whole.cpu_s, max_rss_mb: Math.round(max_rss_mb) },
    };
    console.log(described(figures));
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const isWithin = ({ people, people_by_gdal, seconds, max_rss_mb }: RasterFigures): boolean =>
  Math.abs(people - people_by_gdal) <= TOLERANCE * people_by_gdal &&
  seconds <= MOST_SECONDS &&
  max_rss_mb <= MOST_MB;

function makeTile(folder: string): ReaderSource {
  const virtual = join(folder, 'tile.vrt');
  writeFileSync(virtual, virtualTile());
  const file = join(folder, 'tile.tif');
  gdal('gdal_translate', ['-q', '-co', 'COMPRESS=LZW', '-co', 'TILED=YES', virtual, file]);
  const coverage = join(folder, 'country.geojson');
  const [west, south, east, north] = COUNTRY;
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: a line
  writeFileSync(coverage, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
  return { file, coverage };
}

function virtualTile(): string {
  const copiesARow = Math.floor(SIDE_CELLS / REAL_COLUMNS);
  const places = copiesARow * Math.floor(SIDE_CELLS / REAL_ROWS);
  const sources = Array.from({ length: COPIES }, (_, copy) => {
    const place = Math.floor((copy * places) / COPIES);
    const [x, y] = [(place % copiesARow) * REAL_COLUMNS, Math.floor(place / copiesARow) * REAL_ROWS];
    const size = `xSize="${REAL_COLUMNS}" ySize="${REAL_ROWS}"`;
    return (
      `<ComplexSource><SourceFilename>${REAL}</SourceFilename><SourceBand>1</SourceBand>` +
      `<SrcRect xOff="0" yOff="0" ${size}/><DstRect xOff="${x}" yOff="${y}" ${size}/><NODATA>-99999</NODATA></ComplexSource>`
    );
  });
  return (
    `<VRTDataset rasterXSize="${SIDE_CELLS}" rasterYSize="${SIDE_CELLS}"><SRS>EPSG:4326</SRS>` +
    `<GeoTransform>${WEST}, ${CELL_DEGREES}, 0, ${NORTH}, 0, ${-CELL_DEGREES}</GeoTransform>` +
    `<VRTRasterBand dataType="Float32" band="1">${sources.join('')}</VRTRasterBand></VRTDataset>`
  );
}

function peopleByGdal(file: string): number {
  const mean = /STATISTICS_MEAN=([\d.]+)/.exec(gdal('gdalinfo', ['-stats', file]))?.[1];
  return Number(mean) * SIDE_CELLS ** 2;
}

const described = ({ cells, units, people, people_by_gdal, ...effort }: RasterFigures): string =>
  `${cells.toLocaleString('en')} cells, ${units.toLocaleString('en')} with people: ${effort.seconds} s, ${effort.cpu_s} s of ` +
  `processors, ${effort.max_rss_mb} MB; ${Math.round(people).toLocaleString('en')} people, by GDAL ${Math.round(people_by_gdal).toLocaleString('en')}`;
