import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluateWeeksAway } from '../experiments/weeks-away.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';

const PANELS = [
  {
    timezone: 'UTC',
    panel: {
      file: join(realDataFolder, 'pings/labelled_stops.parquet'),
      kind: 'stops',
      device: 'device_id',
      start: 'start',
      end: 'end',
      // Only times are used.
      lon: 'place_id',
      lat: 'place_id',
    },
  },
  {
    timezone: 'Asia/Shanghai',
    panel: {
      file: join(realDataFolder, 'pings/geolife_60s.csv.gz'),
      kind: 'pings',
      device: 'device_id',
      time: 'timestamp',
      lon: 'lon',
      lat: 'lat',
    },
  },
] as const;

describeOnRealData('people at home but for a week, in the rhythm of a real panel', () => {
  test.each(PANELS)(
    'are given a place far away in one of 200 cases at most: $panel.kind',
    async ({ panel, timezone }) => {
      const found = await evaluateWeeksAway(panel, { persons: 2_000, timezone });
      expect(found.persons).toBe(2_000);
      expect(found.any_far).toBeLessThanOrEqual(10);
      expect(found.with_occupation).toBeGreaterThan(panel.kind === 'stops' ? 1_650 : 450);
    },
  );
});
