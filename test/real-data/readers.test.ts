import { expect, test } from 'vitest';
import { READER_FORMATS } from '../bench/reader-files.ts';
import { benchReaders, differencesIn } from '../bench/readers.ts';
import { describeWithGdal } from '../support/files/ogr.ts';
import { describeOnRealData } from '../support/files/real-data.ts';

const FEATURES = 50_000;
/** Too little for all features. */
const HEAP_MB = 48;
const MOST_MB = 400;

describeOnRealData('readers', () => {
  describeWithGdal(`of ${FEATURES} buildings`, () => {
    test('find what ogr2ogr finds, and never have all in memory', async () => {
      const figures = await benchReaders({
        features: FEATURES,
        formats: READER_FORMATS,
        heap_mb: HEAP_MB,
        progress: () => {},
      });
      expect(figures.map(({ format }) => format)).toEqual(READER_FORMATS);
      expect(differencesIn(figures, FEATURES)).toEqual([]);
      for (const { format, reader } of figures) expect(reader.max_rss_mb, format).toBeLessThan(MOST_MB);
    }, 900_000);
  });
});
