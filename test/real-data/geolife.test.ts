import { join } from 'node:path';
import { cellToLatLng } from 'h3-js';
import { expect, test } from 'vitest';
import { findPersons } from '../../tiles-builder/daytime/find-persons.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';

const FILE = join(realDataFolder, 'pings/geolife_60s.csv.gz');

describeOnRealData('GeoLife', () => {
  test('homes and usual occupation places of real devices', async () => {
    const persons: PanelPersons[] = [];
    const { readings, panel } = await findPersons(
      {
        locations: {
          ...{ file: FILE, kind: 'pings', device: 'device_id', time: 'timestamp', lon: 'lon', lat: 'lat' },
        } as const,
        timezone: 'Asia/Shanghai',
        clickhouse: undefined,
        progress: () => {},
      },
      (own) => persons.push(own),
    );
    expect(readings?.usable).toBe(1_205_476);
    expect(panel.persons_read).toBe(182);
    // The rest have too short stays, or no nights.
    expect(panel.persons_with_stays).toBeGreaterThan(170);
    expect(panel.persons_with_home).toBe(76);
    expect(panel.persons_with_occupation).toBe(44);
    // A date in 2000 is no stay.
    expect(panel.first_day).toBe('2007-04-12');
    const inBeijing = persons.filter(({ home }) => {
      const [lat, lon] = cellToLatLng(home);
      return Math.abs(lat - 39.95) < 0.5 && Math.abs(lon - 116.35) < 0.7;
    });
    expect(inBeijing.length).toBeGreaterThan(0.7 * persons.length);
  });
});
