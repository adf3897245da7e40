import { join } from 'node:path';
import { cellToLatLng } from 'h3-js';
import { expect, test } from 'vitest';
import { openSqlEngine } from '../../tiles-builder/working/open-sql-engine.ts';
import { readLocations } from '../../tiles-builder/working/read-locations.ts';
import { describeOnRealData, realDataFolder } from '../support/real-data.ts';
import { panelIn } from '../working/timelines.ts';

const FILE = join(realDataFolder, 'pings/geolife_60s.csv.gz');

describeOnRealData('GeoLife', () => {
  test('homes and usual occupation places of real devices', async () => {
    const engine = await openSqlEngine();
    try {
      const readings = await readLocations(
        { file: FILE, kind: 'pings', device: 'device_id', time: 'timestamp', lon: 'lon', lat: 'lat' },
        engine,
      );
      expect(readings.usable).toBe(1_205_476);
      const { panel, report } = await panelIn(engine, 'pings', 'Asia/Shanghai');
      expect(report.persons_read).toBe(182);
      // The rest were never logged for long enough at one place, or not at night.
      expect(report.persons_with_stays).toBeGreaterThan(170);
      // Four fewer than where the evening and the morning of one night were two; some slept twice within one week alone.
      expect(report.persons_with_home).toBe(76);
      expect(report.persons_with_occupation).toBe(41);
      // A date of 2000 is no stay.
      expect(report.first_day).toBe('2007-04-12');
      const inBeijing = panel.filter(({ home }) => {
        const [lat, lon] = cellToLatLng(home);
        return Math.abs(lat - 39.95) < 0.5 && Math.abs(lon - 116.35) < 0.7;
      });
      expect(inBeijing.length).toBeGreaterThan(0.7 * panel.length);
    } finally {
      await engine.close();
    }
  });
});
