import { expect, test } from 'vitest';
import { MAX_TRAVEL_TIME_S } from '../../src/format/road-model.ts';
import { cutHierarchy } from '../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { withHierarchy } from '../support/roads/contracted-roads.ts';
import { randomRoads, seededRandom } from '../support/roads/random-roads.ts';

test('the same graph gives the same bytes, however many threads contract and cut it', async () => {
  const graph = randomRoads(seededRandom(20_261_121), 200, [7.42, 43.74], 150_000);
  const objectsBy = (threads: number): Promise<Map<string, Buffer>> =>
    withHierarchy(
      graph,
      MAX_TRAVEL_TIME_S.motorized * 1_000,
      async ({ hierarchy, options }) => {
        const objects = new Map<string, Buffer>();
        await cutHierarchy(
          graph,
          hierarchy,
          'motorized',
          (name, object) => objects.set(name, Buffer.from(object)),
          options,
        );
        return objects;
      },
      threads,
    );
  const alone = await objectsBy(1);
  expect([...alone.keys()].filter((name) => name.startsWith('root-')).length).toBeGreaterThan(2);
  const together = await objectsBy(3);
  expect([...together.keys()]).toEqual([...alone.keys()]);
  for (const [name, object] of alone) expect(object.equals(together.get(name)!), name).toBe(true);
});
