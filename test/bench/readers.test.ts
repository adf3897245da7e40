import { expect, test } from 'vitest';
import { EXIT } from '../../tiles-builder/failures/problem.ts';
import { runProcess } from '../support/processes/run-command.ts';
import type { LayerSums } from './read-layer.ts';
import { differencesIn, type ReaderFigures } from './readers.ts';

const FOUND = { features: 10, area: 5, dwellings: 20, letters_of_ids: 240 };
const EFFORT = { seconds: 1, cpu_s: 1, features_per_s: 10, max_rss_mb: 100 };

const figures = (format: ReaderFigures['format'], found: LayerSums, expected: LayerSums): ReaderFigures => ({
  ...{ format, features: found.features, found, expected, reader: EFFORT, ogr2ogr: EFFORT, ratio: 1 },
});

test('what a reader finds otherwise than ogr2ogr is a difference, of a format that this does not know too', () => {
  const fewer = { ...FOUND, dwellings: 19 };
  expect(differencesIn([figures('csv', FOUND, FOUND)], 10)).toEqual([]);
  expect(differencesIn([figures('csv', fewer, FOUND)], 10)).toEqual([
    'csv: dwellings is 19, and should be 20',
  ]);
  const parquet = { ...figures('parquet', fewer, FOUND), ogr2ogr: null, ratio: null };
  expect(differencesIn([parquet], 10)).toEqual(['parquet: dwellings is 19, and should be 20']);
});

test('a file that was made with fewer buildings than were asked for is a difference, and a raster has no buildings', () => {
  expect(differencesIn([figures('csv', FOUND, FOUND), figures('tif', FOUND, FOUND)], 12)).toEqual([
    'csv: 10 features were made, and should be 12',
  ]);
  const intoAreas = { features: 10 };
  expect(differencesIn([figures('parquet', intoAreas, intoAreas)], 12)).toEqual([
    'parquet: 10 features were made, and should be 12',
  ]);
});

test('people in cells of a raster are held against GDAL', () => {
  const found = { features: 90_000, people: 106_766 };
  expect(differencesIn([figures('tif', found, { ...found, people: 106_766.01 })], 10)).toEqual([]);
  expect(differencesIn([figures('tif', { ...found, people: 106_000 }, found)], 10)).toEqual([
    'tif: people is 106000, and should be 106766',
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
