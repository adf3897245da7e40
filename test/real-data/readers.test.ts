/** Each reader of buildings beside ogr2ogr: the same is found, in little memory. `npm run bench -- readers` measures it with a million. */
import { expect, test } from 'vitest';
import { READER_FORMATS } from '../bench/reader-files.ts';
import { benchReaders, differencesIn } from '../bench/readers.ts';
import { describeWithGdal } from '../support/ogr.ts';
import { describeOnRealData } from '../support/real-data.ts';

const FEATURES = 100_000;
/** Node takes some 100 MB of it; the features as objects would take as much again for each 50,000. */
const MOST_MB = 400;

describeOnRealData('readers', () => {
  describeWithGdal(`of ${FEATURES} buildings`, () => {
    test('find what ogr2ogr finds, and never hold them all', async () => {
      const figures = await benchReaders({
        features: FEATURES,
        formats: READER_FORMATS,
        json: true,
        progress: () => {},
      });
      expect(figures.map(({ format }) => format)).toEqual(READER_FORMATS);
      expect(differencesIn(figures, FEATURES)).toEqual([]);
      for (const { format, reader } of figures) expect(reader.max_rss_mb, format).toBeLessThan(MOST_MB);
    });
  });
});
