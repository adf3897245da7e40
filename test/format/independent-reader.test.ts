/** A reader by FORMAT.md alone finds the people and census units of any cell. */
import { cellToChildren, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { writeCountTile } from '../../src/format/count-tile.ts';
import { packName } from '../../src/format/object-keys.ts';
import { writePack } from '../../src/format/pack.ts';
import { numberOfTile } from '../../src/geo/cells.ts';
import { cutCountTiles } from '../support/datasets/cut-count-tiles.ts';
import { tileSetInMemory } from '../support/datasets/stored-tile-sets.ts';
import { seededRandom } from '../support/roads/random-roads.ts';
import { IndependentReader, type Table } from './independent-reader.ts';

const SET_NAME = '0123456789abcdef';

const list = (table: Table, name: string): number[] => table[name] as number[];

/** Occupied cells by key, and sums of their people. */
function peopleOf(table: Table): Table {
  const masks = list(table, 'children');
  let keys = [0];
  for (let resolution = 6, at = 0; resolution < 12; resolution++) {
    const level = masks.slice(at, at + keys.length);
    at += keys.length;
    keys = keys.flatMap((key, i) =>
      [0, 1, 2, 3, 4, 5, 6].filter((d) => level[i]! & (1 << d)).map((d) => 8 * key + d),
    );
  }
  const large = [...list(table, 'large_people')];
  const running_totals: number[] = [];
  for (const people of list(table, 'people'))
    running_totals.push((running_totals.at(-1) ?? 0) + (people > 0 ? people : large.shift()!));
  return { keys, running_totals };
}

test('the people of any cell', () => {
  const random = seededRandom(5);
  const people = new Map(
    Array.from({ length: 300 }, () => [
      latLngToCell(43.7 + random() * 0.3, 7.3 + random() * 0.3, 12),
      1 + Math.floor(random() * (random() < 0.05 ? 900_000 : 9_000)),
    ]),
  );
  const { add, objects } = tileSetInMemory('living', SET_NAME);
  const layer = cutCountTiles('living', people, add);
  const reader = new IndependentReader(objects, SET_NAME);
  const digits = (cell: string, from: number, to: number): number =>
    Number((BigInt(`0x${cell}`) >> BigInt(3 * (15 - to))) & (8n ** BigInt(to - from) - 1n));
  const between = (table: Table, first: number, end: number): number => {
    const before = (key: number): number => {
      const entry = list(table, 'keys').filter((known) => known < key).length - 1;
      return entry < 0 ? 0 : list(table, 'running_totals')[entry]!;
    };
    return before(end) - before(first);
  };
  for (const resolution of [6, 7, 9, 12]) {
    for (const cell of new Set([...people.keys()].map((one) => cellToParent(one, resolution)))) {
      let inside = 0;
      for (const [one, count] of people) if (cellToParent(one, resolution) === cell) inside += count;
      const tile = peopleOf(reader.tileInPack('living', 'count', cellToParent(cell, 6), 4));
      const width = 8 ** (12 - resolution);
      const first = digits(cell, 6, resolution) * width;
      expect(between(tile, first, first + width)).toBe(inside);
      if (resolution !== 6) continue;
      const parent = cellToParent(cell, 2);
      expect(layer.overviews).toContain(parent);
      const overview = reader.tile('living', `overview-${parent}`, 'overview', parent);
      const key = digits(cell, 2, 6);
      expect(between(overview, key, key + 1)).toBe(inside);
    }
  }
});

test('the census unit of any cell', () => {
  const random = seededRandom(6);
  const tile = cellToParent(latLngToCell(43.8, 7.4, 12), 6);
  const cells = [...new Set(cellToChildren(tile, 12).filter(() => random() < 0.02))].sort();
  const digits = (cell: string): number => Number((BigInt(`0x${cell}`) >> 9n) & 0o777777n);
  const units = cells.map((_, i) => 5 + (Math.floor(i / 7) % (i % 3 === 0 ? 4 : 20)));
  const near = gridDisk(tile, 1).slice(1);
  const elsewhere = (unit: number): Map<string, number> =>
    new Map(
      unit % 2 === 0 ? [] : near.slice(0, 1 + (unit % 5)).map((other, i) => [other, 50_000 * i + unit]),
    );
  const classOf = (unit: number): number => unit % 8;
  const tilesOf = (unit: number) =>
    new Map([...elsewhere(unit)].map(([other, people]) => [numberOfTile(other), people]));
  const people = cells.map(() => 500);
  const sealed = writeCountTile('living', tile, cells.map(digits), people, {
    ...{ of: units, tilesOf, ratioClassOf: classOf },
  });
  const pack = cellToParent(tile, 4);
  const { add, objects } = tileSetInMemory('living', SET_NAME);
  add(packName(pack), writePack('living', pack, new Map([[tile, sealed]])));
  const table = new IndependentReader(objects, SET_NAME).tileInPack('living', 'count', tile, 4);

  const places = list(table, 'run_cells').flatMap((count, run) =>
    Array.from({ length: count }, () => list(table, 'run_units')[run]!),
  );
  const others = list(table, 'other_tiles').map((number, i) => {
    const cell = ((0x86n << 52n) | (BigInt(number) << 27n) | 0x7ffffffn).toString(16);
    return [cell, list(table, 'other_people')[i]!] as const;
  });
  const listed = list(table, 'unit_numbers').map((number, place) => ({
    unit: number === 4294967295 ? null : number,
    elsewhere: new Map(others.splice(0, list(table, 'unit_others')[place])),
    class: list(table, 'unit_classes')[place],
  }));
  const order = [...new Set(units)];
  expect(places.map((place) => order[place])).toEqual(units);
  expect(listed).toEqual(
    order.map((unit) => ({
      unit: elsewhere(unit).size === 0 ? null : unit,
      elsewhere: elsewhere(unit),
      class: classOf(unit),
    })),
  );
});
