/** Reads people by unit from a census file or raster, with growth and people set for suppressed values, to verify a build. */
import { fromFile } from 'geotiff';
import type { CensusConfig } from '../config/config.ts';
import { isRaster, isZip } from '../config/format-of.ts';
import { BadInput } from '../failures/bad-input.ts';
import { Problem } from '../failures/problem.ts';
import '../read/formats/tiff-decoders.ts';
import { unzip } from '../read/formats/unzip.ts';
import { sourceRows } from './source-rows.ts';

export interface SourcePeople {
  readonly id: string;
  readonly people: number;
}

export async function* sourcePeople(census: CensusConfig, scratch: string): AsyncGenerator<SourcePeople> {
  try {
    yield* peopleIn(census, scratch);
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new BadInput(census.file, null, `cannot be read again: ${(cause as Error).message}`);
  }
}

async function* peopleIn(census: CensusConfig, scratch: string): AsyncGenerator<SourcePeople> {
  if (isRaster(census.file)) {
    yield* rasterPeople(census);
  } else if (isZip(census.file)) {
    const { file, isChosen, remove } = await unzip(census.file, census.layer, scratch);
    try {
      yield* rowPeople({ ...census, file, layer: isChosen ? undefined : census.layer });
    } finally {
      remove();
    }
  } else {
    yield* rowPeople(census);
  }
}

async function* rowPeople(census: CensusConfig): AsyncGenerator<SourcePeople> {
  const { file, layer, square, population, growth, suppressed } = census;
  const placed = typeof square === 'object' ? [square.east, square.north] : [square];
  const columns = [...placed, population, growth].filter((column) => typeof column === 'string');
  const peopleFor = new Map([suppressed ?? []].flat().map(({ text, people }) => [text, people]));
  for await (const { id, values } of sourceRows({ file, layer, columns })) {
    const textIn = (column: string): string => String(values[column] ?? '').trim();
    const numberIn = (column: string): number => {
      const text = textIn(column);
      const number = text === '' ? Number.NaN : Number(text.replace(',', '.'));
      if (Number.isNaN(number)) throw new BadInput(file, id, `${column} "${text}" is not a number`);
      return number;
    };
    const listed = peopleFor.get(textIn(population!)) ?? numberIn(population!);
    const factor = typeof growth === 'string' ? numberIn(growth) : (growth ?? 1);
    yield {
      id: square === undefined ? id : placed.map((column) => textIn(column!)).join(' '),
      people: listed * factor,
    };
  }
}

async function* rasterPeople({ file, growth }: CensusConfig): AsyncGenerator<SourcePeople> {
  const tiff = await fromFile(file);
  try {
    const image = await tiff.getImage();
    const [width, height] = [image.getWidth(), image.getHeight()];
    const nodata = image.getGDALNoData();
    const metadata = await image.getGDALMetadata(0);
    const [scale, offset] = [Number(metadata?.SCALE ?? 1), Number(metadata?.OFFSET ?? 0)];
    const isFloat32 = image.getSampleFormat() === 3 && image.getBitsPerSample() === 32;
    const missing = nodata === null ? Number.NaN : isFloat32 ? Math.fround(nodata) : nodata;
    const [blockWidth, blockHeight] = [image.getTileWidth(), image.getTileHeight()];
    for (let top = 0; top < height; top += blockHeight) {
      for (let left = 0; left < width; left += blockWidth) {
        const [right, bottom] = [Math.min(width, left + blockWidth), Math.min(height, top + blockHeight)];
        const [values] = (await image.readRasters({
          window: [left, top, right, bottom],
        })) as ArrayLike<number>[];
        for (let i = 0; i < values.length; i++) {
          const people = (values[i] * scale + offset) * Number(growth ?? 1);
          if (values[i] === missing || !(people > 0)) continue;
          const [row, column] = [top + Math.floor(i / (right - left)), left + (i % (right - left))];
          yield { id: `row ${row + 1} column ${column + 1}`, people };
        }
      }
    }
  } finally {
    await tiff.close();
  }
}
