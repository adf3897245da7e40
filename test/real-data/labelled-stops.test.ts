import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluatePlaces } from '../../tiles-builder/evaluate/places.ts';
import { describeOnRealData, realDataFolder } from '../support/files/real-data.ts';

describeOnRealData('labelled stops', () => {
  test('finds the homes and workplaces that persons labelled themselves', async () => {
    const found = await evaluatePlaces(join(realDataFolder, 'pings/labelled_stops.parquet'), {});
    expect(found).toMatchObject({ persons: 229, named_work: 119 });
    expect(found.precision).toBeGreaterThanOrEqual(0.97);
    expect(found.found_and_right).toBeGreaterThanOrEqual(0.78);
    expect(found.home_right).toBeGreaterThanOrEqual(0.985);
    expect(found.no_work_but_given).toBeLessThanOrEqual(0.1);
  });
});
