import { expect, test } from 'vitest';
import { CURRENT_KEY, manifestKey } from '../../../src/format/object-keys.ts';
import { HEALTH_REGIONS, HEALTH_TTL_MS } from '../../../src/limits.ts';
import { checkReadiness } from '../../../src/routes/check-readiness.ts';
import { MemoryTileSource } from '../../support/datasets/memory-tile-source.ts';
import { currentInMemory } from '../../support/datasets/stored-tile-sets.ts';
import { streetTown } from '../../support/datasets/street-dataset.ts';

test('with more regions than one check looks at, all take their turn', async () => {
  const count = 2 * HEALTH_REGIONS + 3;
  const towns = Array.from({ length: count }, (_, number) => {
    const region = `town-${String(number).padStart(2, '0')}`;
    return streetTown({ region, near: [10, 52], version: `${region}-${String(number).padStart(16, '0')}` });
  });
  const source = new MemoryTileSource(new Map(towns.flatMap(({ objects }) => [...objects])));
  source.objects.set(CURRENT_KEY, await currentInMemory(towns));
  const { manifest } = towns[HEALTH_REGIONS + 1]!;
  source.objects.delete(manifestKey(manifest.version));
  let reads = 0;
  const read = (key: string): Promise<ArrayBuffer | null> => {
    reads++;
    return source.read(key);
  };
  const found: string[] = [];
  const minutes = Math.ceil(count / HEALTH_REGIONS);
  for (let minute = 0; minute < minutes; minute++) {
    reads = 0;
    const { datasets, missing } = await checkReadiness(
      { read },
      async () => {},
      1.8e12 + minute * HEALTH_TTL_MS,
    );
    expect(datasets).toHaveLength(count);
    expect(reads).toBeLessThanOrEqual(1 + 5 * HEALTH_REGIONS);
    found.push(...missing);
  }
  expect(new Set(found)).toEqual(new Set([`region ${manifest.region}: manifest missing or damaged`]));
});
