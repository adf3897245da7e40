import { expect, test } from 'vitest';
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
