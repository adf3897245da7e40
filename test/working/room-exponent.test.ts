import { cellToCenterChild, cellToChildren, latLngToCell } from 'h3-js';
import { describe, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { learnRoomExponent, raiseRoom } from '../../tiles-builder/working/room-exponent.ts';
import { spreadWorkers } from '../../tiles-builder/working/spread-workers.ts';

const random = new Random(16);
const blocks = cellToChildren(latLngToCell(47.1, 2.4, 8), 10);
const cells = blocks.map((block) => cellToCenterChild(block, 12));
const room = new Map(cells.map((cell) => [cell, Math.exp(3 * random.normal())]));

/** 2,000 persons, each in a block as likely as its weight. */
function drawPersons(weightOf: (room: number) => number) {
  let total = 0;
  const running = Float64Array.from(cells, (cell) => {
    total += weightOf(room.get(cell)!);
    return total;
  });
  return Array.from({ length: 2_000 }, () => ({
    cell: cells[random.pickIndex(running)],
    persons: 1,
    people: 20,
  }));
}

describe('learnRoomExponent', () => {
  test('finds whether people are where there is room', () => {
    expect(
      learnRoomExponent(
        room,
        drawPersons((size) => size),
      ),
    ).toBeGreaterThanOrEqual(0.875);
    expect(
      learnRoomExponent(
        room,
        drawPersons((size) => size ** 0.5),
      ),
    ).toBeCloseTo(0.5, 0.2);
    expect(
      learnRoomExponent(
        room,
        drawPersons(() => 1),
      ),
    ).toBeLessThanOrEqual(0.125);
  });

  test('believes room where nobody says otherwise', () => {
    expect(learnRoomExponent(room, [])).toBe(1);
  });

  test('is not led astray by a few who are found where there is hardly any room', () => {
    const persons = [...drawPersons((size) => size), ...drawPersons(() => 1).slice(0, 60)];
    expect(learnRoomExponent(room, persons)).toBeGreaterThanOrEqual(0.875);
  });
});

describe('room raised to a power', () => {
  test('keeps the proportions of cells in a block', () => {
    const [one, two] = cellToChildren(blocks[0], 12);
    const [far] = cellToChildren(blocks[5], 12);
    const raised = raiseRoom(
      new Map([
        [one, 1],
        [two, 3],
        [far, 64],
      ]),
      0.5,
    );
    expect(raised.get(two)! / raised.get(one)!).toBeCloseTo(3, 12);
    expect(raised.get(far)! / (raised.get(one)! + raised.get(two)!)).toBeCloseTo(8 / 2, 12);
  });

  test('spreads few people evenly where the panel does not follow room, and as before where an earlier version says how', () => {
    const evenly = spreadWorkers(
      drawPersons(() => 1),
      room,
    );
    expect(evenly.groups[0].room_exponent).toBeLessThanOrEqual(0.125);
    const earlier = evenly.groups.map((group) => ({ ...group, room_exponent: 0.75 }));
    const later = spreadWorkers(
      drawPersons(() => 1),
      room,
      earlier,
    );
    expect(later.groups.every(({ room_exponent }) => room_exponent === 0.75)).toBe(true);
  });
});
