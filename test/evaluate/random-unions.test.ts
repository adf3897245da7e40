import { expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { randomUnion } from '../../tiles-builder/evaluate/random-unions.ts';

test('random unions have 1 to 25 different units', () => {
  const boxes = Array.from({ length: 400 }, (_, i) => {
    const [west, south] = [i % 20, Math.floor(i / 20)];
    return { west, south, east: west + 1, north: south + 1 };
  });
  const random = new Random(4);
  const sizes = new Set<number>();
  for (let i = 0; i < 500; i++) {
    const union = randomUnion(boxes, random);
    expect(new Set(union).size).toBe(union.length);
    sizes.add(union.length);
  }
  expect([...sizes].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
});
