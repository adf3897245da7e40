import { expect, test } from 'vitest';
import { describeWithGdal } from '../support/files/ogr.ts';
import { describeOnRealData, runsAllPlaces } from '../support/files/real-data.ts';
import { READER_FORMATS } from './reader-files.ts';
import { differencesIn, readAsGdal } from './readers.ts';

const FEATURES = 50_000;
/** Lines are read compressed, too. */
const FORMATS = READER_FORMATS.filter((format) => runsAllPlaces || format !== 'geojsonl');
/** Too little for all features. */
const HEAP_MB = 48;
const MOST_MB = 400;

describeOnRealData('readers', () => {
  describeWithGdal(`of ${FEATURES} buildings`, () => {
    test('find what ogr2ogr finds, and never have all in memory', async () => {
      const figures = await readAsGdal(FORMATS, FEATURES, HEAP_MB);
      expect(figures.map(({ format }) => format)).toEqual(FORMATS);
      expect(differencesIn(figures, FEATURES)).toEqual([]);
      for (const { format, max_rss_mb } of figures) expect(max_rss_mb, format).toBeLessThan(MOST_MB);
    }, 900_000);
  });
});
