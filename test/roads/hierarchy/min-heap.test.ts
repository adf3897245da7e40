import { expect, test } from 'vitest';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { MinHeap } from '../../../tiles-builder/roads/hierarchy/min-heap.ts';

test('a heap gives back the smallest key first, and of equal keys the smallest item', () => {
  const random = new Random(Date.now() % 1e9);
  const heap = new MinHeap();
  const model: [key: number, item: number][] = [];
  for (let step = 0; step < 3_000; step++) {
    if (random.chance(step < 1_500 ? 0.7 : 0.4) || model.length === 0) {
      const entry: [number, number] = [random.integer(0, 40), random.integer(0, 1_000)];
      heap.push(...entry);
      model.push(entry);
      model.sort(([a, c], [b, d]) => a - b || c - d);
    } else {
      expect(heap.smallestKey).toBe(model[0][0]);
      expect(heap.pop()).toBe(model.shift()![1]);
    }
    expect(heap.size).toBe(model.length);
  }
  heap.clear();
  expect(heap.size).toBe(0);
});
