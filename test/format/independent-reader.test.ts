/** A reader by FORMAT.md alone gives true answers. */
import { tmpdir } from 'node:os';
import { cellToChildren, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { writeCountTile } from '../../src/format/count-tile.ts';
import { writeMapPack } from '../../src/format/map-pack.ts';
import { packName } from '../../src/format/object-keys.ts';
import { writePack } from '../../src/format/pack.ts';
import { numberOfTile } from '../../src/geo/cells.ts';
import { JobThreads } from '../../tiles-builder/base/threads/job-threads.ts';
import { cutRoadTiles } from '../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { cutCountTiles } from '../support/datasets/cut-count-tiles.ts';
import { tileSetInMemory } from '../support/datasets/stored-tile-sets.ts';
import { dijkstra, outgoingArcs } from '../support/roads/dijkstra.ts';
import { randomRoads, seededRandom } from '../support/roads/random-roads.ts';
import { IndependentReader, type Table } from './independent-reader.ts';

const SET_NAME = '0123456789abcdef';
const CLOSED = 4294967295;
const LIMIT_MS = 900_000;
const LEAF_RESOLUTION = 7;

const list = (table: Table, name: string): number[] => table[name] as number[];

interface PlacedTile {
  readonly cell: string;
  readonly table: Table;
  readonly arrivals: number[];
  parent: PlacedTile | null;
  child: number;
}

function readRoads(reader: IndependentReader, set: string, provinces: readonly string[]): PlacedTile[] {
  const tiles: PlacedTile[] = [];
  const add = (cell: string, resolution: number, parent: PlacedTile | null, child: number): void => {
    const table =
      resolution >= 5
        ? reader.tileInPack(set, resolution === LEAF_RESOLUTION ? 'road' : 'separator', cell, 5)
        : reader.tile(set, `separators-${cell}`, 'separator', cell);
    const slots = list(table, 'node_flags').length + (table.border_nodes as number);
    const tile = { cell, table, parent, child, arrivals: new Array<number>(slots).fill(Infinity) };
    tiles.push(tile);
    if (resolution === LEAF_RESOLUTION) return;
    const below = { 3: 5, 5: LEAF_RESOLUTION }[resolution]!;
    for (const [i, cellBelow] of childCells(table).entries()) add(cellBelow, below, tile, i);
  };
  for (const cell of provinces) add(cell, 3, null, 0);
  return tiles;
}

const childCells = (table: Table): string[] =>
  list(table, 'child_cell_high').map((high, i) =>
    ((BigInt(high) << 32n) | BigInt(list(table, 'child_cell_low')[i]!)).toString(16),
  );

/** Tiles below the root's page for one leaf. */
function withPage(
  reader: IndependentReader,
  set: string,
  tiles: readonly PlacedTile[],
  leaf: PlacedTile,
): PlacedTile[] {
  let province = leaf;
  while (province.parent) province = province.parent;
  if (province.table.border_nodes === 0) return [...tiles];
  const table = reader.tile(set, `root-${province.cell}`, 'root', province.cell);
  const slots = list(table, 'node_flags').length + (table.border_nodes as number);
  const page = { cell: '', table, parent: null, child: 0, arrivals: new Array<number>(slots).fill(Infinity) };
  for (const tile of tiles) {
    if (tile.parent) continue;
    tile.child = childCells(table).indexOf(tile.cell);
    tile.parent = tile.child < 0 ? null : page;
  }
  return [page, ...tiles];
}

/** Slots in the tile and in its parent. */
function borders({ table, parent, child, arrivals }: PlacedTile): [number, number][] {
  if (!parent) return [];
  const first = list(parent.table, 'child_first_border')[child]!;
  const count = table.border_nodes as number;
  return Array.from({ length: count }, (_, b) => [
    arrivals.length - count + b,
    list(parent.table, 'border_slot')[first + b]!,
  ]);
}

/** Pairs of an upper slot and milliseconds. */
function arcsOf(table: Table, direction: 'down' | 'up', slot: number): [number, number][] {
  const way = direction === 'up' && list(table, 'up_first_arc').length > 0 ? 'up' : 'down';
  const first = list(table, `${way}_first_arc`);
  return Array.from({ length: first[slot + 1]! - first[slot]! }, (_, i) => [
    list(table, `${way}_upper_slot`)[first[slot]! + i]!,
    list(table, `${way}_ms`)[first[slot]! + i]!,
  ]);
}

/** FORMAT.md's two sweeps. @param tiles parents before their children */
function search(tiles: readonly PlacedTile[], leaf: PlacedTile): void {
  for (let tile: PlacedTile | null = leaf; tile; tile = tile.parent) {
    const { table, arrivals, parent } = tile;
    for (let slot = list(table, 'node_flags').length - 1; slot >= 0; slot--) {
      for (const [upper, ms] of arcsOf(table, 'up', slot)) {
        arrivals[upper] = Math.min(arrivals[upper]!, arrivals[slot]! + ms);
      }
    }
    for (const [here, above] of borders(tile)) {
      parent!.arrivals[above] = Math.min(parent!.arrivals[above]!, arrivals[here]!);
    }
  }
  for (const tile of tiles) {
    const { table, arrivals, parent } = tile;
    for (const [here, above] of borders(tile)) arrivals[here] = parent!.arrivals[above]!;
    for (let slot = 0; slot < list(table, 'node_flags').length; slot++) {
      for (const [upper, ms] of arcsOf(table, 'down', slot)) {
        arrivals[slot] = Math.min(arrivals[slot]!, arrivals[upper]! + ms);
      }
    }
  }
}

/** Shape, times, and arrivals at the ends. */
const describeEdge = (points: number[], forward: number, backward: number, arrivals: number[]): string =>
  `${points.join(' ')} | ${forward} ${backward} | ${arrivals.map((ms) => (ms > LIMIT_MS ? 'later' : ms)).join(' ')}`;

test.each([
  [1, 12_000],
  [2, 12_000],
  [3, 12_000],
  [4, 12_000],
  [5, 100_000],
])('arrival times along random roads, seed %i, %i m wide', async (seed, width_m) => {
  const random = seededRandom(seed);
  const graph = randomRoads(random, 120, [7.42, 43.74], width_m);
  const { add, objects } = tileSetInMemory('motorized', SET_NAME);
  const { provinces } = await cutRoadTiles(graph, 'motorized', add, {
    scratch: tmpdir(),
    threads: new JobThreads(1),
  });
  const start = graph.edgeForward_ms.findIndex((ms) => ms !== CLOSED);
  const expected_ms = new Float64Array(graph.nodeLon.length);
  const departure = { node: graph.edgeHead[start]!, ms: graph.edgeForward_ms[start]! };
  dijkstra(outgoingArcs(graph), [departure], LIMIT_MS, expected_ms);
  const expected = [...graph.edgeTail.keys()].map((edge) => {
    const points = [graph.edgeFirstPoint[edge]!, graph.edgeFirstPoint[edge + 1]!] as const;
    return describeEdge(
      [...graph.pointLon.subarray(...points), ...graph.pointLat.subarray(...points)],
      graph.edgeForward_ms[edge]!,
      graph.edgeBackward_ms[edge]!,
      [expected_ms[graph.edgeTail[edge]!]!, expected_ms[graph.edgeHead[edge]!]!],
    );
  });

  const reader = new IndependentReader(objects, SET_NAME);
  const tiles = readRoads(
    reader,
    'motorized',
    provinces.map(({ cell }) => cell),
  );
  const edgesOf = (tile: PlacedTile, withArrivals: boolean): string[] => {
    const { table, arrivals } = tile;
    return list(table, 'edge_tail').map((tail, edge) => {
      const points = list(table, 'edge_first_point').slice(edge, edge + 2) as [number, number];
      const head = list(table, 'edge_head')[edge]!;
      return describeEdge(
        [...list(table, 'point_lon').slice(...points), ...list(table, 'point_lat').slice(...points)],
        list(table, 'edge_forward_ms')[edge]!,
        list(table, 'edge_backward_ms')[edge]!,
        withArrivals ? [arrivals[tail]!, arrivals[head]!] : [],
      );
    });
  };
  const leaves = tiles.filter(({ table }) => table.edge_tail !== undefined);
  const sought = expected[start]!.replace(/\|[^|]*$/, '| ');
  for (const leaf of leaves) {
    const edge = edgesOf(leaf, false).indexOf(sought);
    if (edge < 0) continue;
    leaf.arrivals[list(leaf.table, 'edge_head')[edge]!] = graph.edgeForward_ms[start]!;
    search(withPage(reader, 'motorized', tiles, leaf), leaf);
    break;
  }
  expect(leaves.flatMap((leaf) => edgesOf(leaf, true)).sort()).toEqual(expected.sort());
  expect(expected.filter((edge) => !edge.includes('later')).length).toBeGreaterThan(10);
});

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

test('tiles of a basemap', () => {
  const { add, objects } = tileSetInMemory('basemap', SET_NAME);
  const drawn = (zoom: number, x: number, y: number): Uint8Array | null =>
    (zoom + x + y) % 3 === 0 ? null : new TextEncoder().encode(`${zoom} ${x} ${y}`);
  for (const [zoom, last, x, y] of [
    [8, 10, 129, 88],
    [11, 14, 1033, 704],
  ] as const) {
    add(
      `tiles-${zoom}-${x}-${y}`,
      writeMapPack({ zoom, x, y }, (tile) => drawn(tile.zoom, tile.x, tile.y)),
    );
    const reader = new IndependentReader(objects, SET_NAME);
    for (let level = zoom; level <= last; level++) {
      const side = 2 ** (level - zoom);
      for (let column = x * side; column < (x + 1) * side; column++) {
        for (let row = y * side; row < (y + 1) * side; row++) {
          expect(reader.mapTile(level, column, row)).toEqual(drawn(level, column, row));
        }
      }
    }
  }
});
