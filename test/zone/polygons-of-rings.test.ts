import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import { polygonsOfRings } from '../../src/zone/polygons-of-rings.ts';

const square = (low: number, high: number): Position[] => [
  [low, low],
  [high, low],
  [high, high],
  [low, high],
];
const hole = (low: number, high: number): Position[] => square(low, high).toReversed();
const closed = (ring: Position[]): Position[] => [...ring, ring[0]];

test('each hole goes to the smallest shell around it, whatever the order of the rings', () => {
  const island = square(3, 7);
  const shore = square(0, 10);
  const [lake, pond] = [hole(2, 8), hole(4, 6)];
  const expected = [
    [closed(island), closed(pond)],
    [closed(shore), closed(lake)],
  ];
  for (const rings of [
    [shore, lake, island, pond],
    [pond, island, lake, shore],
    [island, shore, pond, lake],
  ]) {
    expect(polygonsOfRings(rings)).toEqual(expected);
  }
});

test('a hole in no shell is a defect, and is not left out', () => {
  expect(() => polygonsOfRings([square(0, 1), square(2, 3), hole(5, 6)])).toThrow('none of its shells');
});

test('repeated positions and spikes are left out, wherever in its ring one of them is the first', () => {
  const almost = 1e-7;
  const ring: Position[] = [
    [0, 0],
    [0, almost],
    [4, 0],
    [4, 4],
    [4, 9],
    [4, 4 - almost],
    [0, 4],
  ];
  for (let first = 0; first < ring.length; first++) {
    const [[shell, ...holes], ...others] = polygonsOfRings([[...ring.slice(first), ...ring.slice(0, first)]]);
    expect([...others, ...holes]).toEqual([]);
    expect(shell[4], `${first}`).toEqual(shell[0]);
    expect(shell.slice(1).sort()).toEqual(square(0, 4).sort());
  }
});
