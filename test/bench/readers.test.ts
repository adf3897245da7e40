import { expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/failures/problem.ts';
import { runProcess } from '../support/run-command.ts';
import { differencesIn, type ReaderFigures } from './readers.ts';

const FOUND = { features: 10, area: 5, dwellings: 20, letters_of_ids: 240 };
const EFFORT = { seconds: 1, cpu_s: 1, features_per_s: 10, max_rss_mb: 100 };

const figures = (format: ReaderFigures['format'], found = FOUND): ReaderFigures => ({
  ...{ format, features: 10, found, reader: EFFORT },
  ...(format === 'parquet'
    ? { ogr2ogr: null, ratio: null }
    : { ogr2ogr: { ...EFFORT, found: FOUND }, ratio: 1 }),
});

test('what a reader finds otherwise than ogr2ogr is a difference, of a format that this does not know too', () => {
  expect(differencesIn([figures('csv'), figures('parquet')], 10)).toEqual([]);
  const fewer = { ...FOUND, dwellings: 19 };
  expect(differencesIn([figures('csv'), figures('parquet', fewer)], 10)).toEqual([
    'parquet: dwellings is 19, and should be 20',
  ]);
  expect(differencesIn([figures('csv', fewer)], 10)).toEqual(['csv: dwellings is 19, and should be 20']);
});

test('a format that is compared with nothing is not right', () => {
  expect(differencesIn([figures('parquet')], 10)).toEqual([
    'parquet: compared with nothing, as ogr2ogr knows none of the formats',
  ]);
});

test('people in cells of a raster are held against GDAL, and are nothing to hold buildings against', () => {
  const found = { features: 90_000, people: 106_766 };
  const raster: ReaderFigures = {
    ...{ format: 'tif', features: 90_000, found, reader: EFFORT, ratio: 1 },
    ogr2ogr: { ...EFFORT, found },
  };
  expect(differencesIn([raster, figures('csv'), figures('parquet')], 10)).toEqual([]);
  expect(differencesIn([{ ...raster, found: { ...found, people: 106_000 } }], 10)).toEqual([
    'tif: people is 106000, and should be 106766',
  ]);
  expect(differencesIn([raster, figures('parquet')], 10)).toEqual([
    'parquet: compared with nothing, as ogr2ogr knows none of the formats',
  ]);
});

test('a format that the bench does not know is refused, not left out', async () => {
  const { code, said } = await runProcess('test/bench/cli.ts', [
    'readers',
    '--formats',
    'csv,typo',
    '--features',
    '1',
  ]);
  expect(code).toBe(EXIT.usage);
  expect(said).toContain('not typo');
});
