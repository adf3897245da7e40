/** Damage under checksums that are right again, in objects of every kind: readers refuse it, or answer in numbers. */

import { tmpdir } from 'node:os';
import { latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { livingInterval } from '../../src/count/count-interval.ts';
import { countPeople } from '../../src/count/count-people.ts';
import { dividedCell } from '../../src/density/divided-cell.ts';
import { readCurrent } from '../../src/format/current.ts';
import {
  checksum,
  DamagedTile,
  ENVELOPE_BYTES,
  isPack,
  nameTile,
  UNNAMED,
} from '../../src/format/envelope.ts';
import type { LiveRegion } from '../../src/format/live-regions.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { directoryBytes, MapDirectory, writeMapPack } from '../../src/format/map-pack.ts';
import { NamesPage, NamesRoot, writeNames } from '../../src/format/name-index.ts';
import { manifestKey, namesPageName, namesRootName } from '../../src/format/object-keys.ts';
import { sha256Hex } from '../../src/format/sha256.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Polygon, Position } from '../../src/geo/positions.ts';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import { readManifest } from '../../src/storage/cached-current.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import type { TileSource } from '../../src/storage/tile-source.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { JobThreads } from '../../tiles-builder/base/threads/job-threads.ts';
import { cutRoadTiles } from '../../tiles-builder/roads/tiles/cut-road-tiles.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { MemoryTileSource } from '../support/datasets/memory-tile-source.ts';
import { currentInMemory, tileSetInMemory } from '../support/datasets/stored-tile-sets.ts';
import { alone } from '../support/roads/alone.ts';
import { randomRoads, seededRandom } from '../support/roads/random-roads.ts';
import { cellsAround } from '../support/zones/brute-count.ts';
import { rectangle } from '../support/zones/rectangle.ts';

/** `CASES=5000 SEED=2` looks longer. */
const CASES = Number(process.env.CASES ?? 40);
const MOST_CPU_MS = 2_000;
const MOST_MEMORY_KB = 300_000;

/** Gives a tile another payload, with a header that fits. */
function resealed(
  sealed: Uint8Array,
  setName: string,
  change: (payload: Uint8Array) => Uint8Array,
): Uint8Array {
  const header = new DataView(sealed.buffer, sealed.byteOffset);
  const payload = change(sealed.slice(ENVELOPE_BYTES, ENVELOPE_BYTES + header.getUint32(24, true)));
  const found = new Uint8Array(ENVELOPE_BYTES + ((payload.length + 7) & ~7));
  found.set(sealed.subarray(0, ENVELOPE_BYTES));
  found.set(payload, ENVELOPE_BYTES);
  const view = new DataView(found.buffer);
  view.setUint32(24, payload.length, true);
  view.setUint32(28, checksum(payload), true);
  nameTile(found, setName);
  return found;
}

const SPECIAL = [0, 1, 2, 7, 0xff, 0x100, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

function damaged(random: Random, payload: Uint8Array): Uint8Array {
  let bytes = payload.slice();
  for (let times = random.integer(1, 3); times > 0 && bytes.length >= 4; times--) {
    const view = new DataView(bytes.buffer);
    const at = random.integer(0, bytes.length - 4);
    const word = at - (at % 4);
    const kind = random.integer(0, 5);
    if (kind === 0) bytes[at] = random.integer(0, 255);
    else if (kind === 1) view.setUint32(word, SPECIAL[random.integer(0, SPECIAL.length - 1)], true);
    else if (kind === 2) view.setUint32(word, random.integer(0, 2 * bytes.length), true);
    else if (kind === 3) view.setUint32(word, view.getUint32(word, true) + random.integer(-3, 3), true);
    else if (kind === 4) bytes.fill(random.chance(0.5) ? 0xff : 0, at, at + random.integer(1, 64));
    else if (random.chance(0.2)) bytes = bytes.slice(0, at);
  }
  return bytes;
}

/** Damages one tile of a pack, or its directory. */
function damagedObject(random: Random, object: Uint8Array, setName: string): Uint8Array {
  const change = (payload: Uint8Array): Uint8Array => damaged(random, payload);
  if (!isPack(object)) return resealed(object, setName, change);
  const view = new DataView(object.buffer, object.byteOffset);
  const directory = view.getUint32(24, true);
  if (random.chance(0.1)) {
    const found = object.slice();
    found.set(
      resealed(object.slice(0, ENVELOPE_BYTES + directory), setName, change).slice(
        0,
        ENVELOPE_BYTES + directory,
      ),
    );
    return found;
  }
  const entry = ENVELOPE_BYTES + 16 * random.integer(0, directory / 16 - 1);
  const [offset, size] = [view.getUint32(entry + 8, true), view.getUint32(entry + 12, true)];
  const found = object.slice();
  const tile = resealed(object.subarray(offset, offset + size), setName, (payload) => {
    const other = new Uint8Array(payload.length);
    other.set(change(payload));
    return other;
  });
  found.set(tile, offset);
  return found;
}

/** Fails where an answer holds anything but finite numbers. */
function expectNumbers(value: unknown): void {
  if (typeof value === 'number') expect(value).toSatisfy(Number.isFinite);
  else if (Array.isArray(value)) for (const one of value) expectNumbers(one);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) expectNumbers(one);
  else expect(value).not.toBeUndefined();
}

/** Asks with damaged objects: all that may be thrown is damage. */
async function expectRefusedOrAnswered(ask: (random: Random) => Promise<unknown>): Promise<void> {
  const seed = Number(process.env.SEED ?? 1);
  const outcomes = { refused: 0, answered: 0 };
  const faults: string[] = [];
  const before_kb = process.resourceUsage().maxRSS;
  for (let i = 0; i < CASES; i++) {
    const start = process.cpuUsage();
    try {
      expectNumbers(await ask(new Random(1_000 * seed + i)));
      outcomes.answered++;
    } catch (cause) {
      if (cause instanceof DamagedTile) outcomes.refused++;
      else
        faults.push(
          `${i}: ${cause instanceof Error ? (cause.stack ?? cause.message).split('\n').slice(0, 3).join(' ') : cause}`,
        );
    }
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1_000 > MOST_CPU_MS) faults.push(`${i}: ${(user + system) / 1_000} ms`);
  }
  expect(faults).toEqual([]);
  expect(outcomes.refused).toBeGreaterThan(CASES / 20);
  expect(process.resourceUsage().maxRSS - before_kb).toBeLessThan(MOST_MEMORY_KB);
}

const NEAR = [7.42, 43.74] as const;
const SIDE = 0.03;
const town = cellsAround([rectangle(NEAR[0], NEAR[1], NEAR[0] + SIDE, NEAR[1] + SIDE)]);
const random = new Random(7);
const people = new Map(
  town
    .filter(() => random.chance(0.05))
    .map((cell) => [cell, random.chance(0.01) ? 90 : random.integer(1, 9_000) / 1_000]),
);
const unitOf = (cell: Cell): number => Number.parseInt(cell.slice(7, 10), 16) % 40;
const counts = countDataset({
  living: tilesOf(people, unitOf),
  working: tilesOf(people),
});
const ZONE: Polygon = [
  rectangle(NEAR[0] + 0.005, NEAR[1] + 0.005, NEAR[0] + SIDE - 0.01, NEAR[1] + SIDE - 0.005),
];
const MODEL = { relative_error: 0.3, usual_people: 100 };

interface Store {
  readonly manifest: Manifest;
  readonly objects: ReadonlyMap<string, Uint8Array>;
}

/** Damages an object among those that an undamaged answer reads. */
async function askDamaged(
  random: Random,
  { objects, part, setName, manifest }: Store & { readonly part: RegExp; readonly setName: string },
  ask: (reader: DatasetReader) => Promise<unknown>,
): Promise<unknown> {
  const read = new Set<string>();
  const source = new MemoryTileSource(new Map(objects));
  const spied: TileSource = {
    read(key) {
      read.add(key);
      return source.read(key);
    },
  };
  const open = (from: TileSource) => new DatasetReader(manifest, from, new LoadedObjects(1e8));
  await ask(open(spied));
  const keys = [...read].filter((key) => part.test(key) && source.objects.has(key));
  if (keys.length === 0) return null;
  const key = keys[random.integer(0, keys.length - 1)];
  source.objects.set(key, damagedObject(random, source.objects.get(key)!, setName));
  return ask(open(source));
}

test.each(['living', 'working'] as const)('packs and overviews of %s', async (layer) => {
  const part = new RegExp(`/${layer}/.*/(pack|overview)-`);
  const store = { manifest: counts.manifest, objects: counts.source.objects, part };
  const middle = (resolution: number) => latLngToCell(NEAR[1] + SIDE / 2, NEAR[0] + SIDE / 2, resolution);
  await expectRefusedOrAnswered((random) =>
    askDamaged(random, { ...store, setName: counts.manifest[layer]!.name }, async (reader) => {
      const count = await countPeople(layer, [ZONE], reader);
      const tiles = await reader.readCountTiles(layer, [middle(6)]);
      const divided = [...tiles.values()].map((tile) => dividedCell(middle(8), tile, MODEL));
      return [count, count.units && livingInterval(MODEL, count.people, count.units), divided];
    }),
  );
});

const roads = randomRoads(seededRandom(5), 1_500, [...NEAR], 15_000);
const ROAD_SET = counts.manifest.roads.motorized.name;
const roadSet = tileSetInMemory('motorized', ROAD_SET);
const { provinces } = await cutRoadTiles(roads, 'motorized', roadSet.add, {
  ...{ scratch: tmpdir(), threads: new JobThreads(1) },
});
const motorized = { ...counts.manifest.roads.motorized, provinces };
const roadManifest = { ...counts.manifest, roads: { ...counts.manifest.roads, motorized } };

test.each(['separators', 'pack', 'root', 'masks'])('objects `%s` of roads', async (kind) => {
  const store = { manifest: roadManifest, objects: roadSet.objects, part: new RegExp(`/${kind}-`) };
  await expectRefusedOrAnswered((random) => {
    const point = roads.edgeFirstPoint[random.integer(0, roads.edgeTail.length - 1)];
    const origin: Position = [roads.pointLon[point] / 1e7, roads.pointLat[point] / 1e7];
    return askDamaged(random, { ...store, setName: ROAD_SET }, async (reader) => {
      const found = await computeIsochrone({ origin, travel: 'motorized', time_s: 900 }, alone(reader));
      return found.ok ? found.value : null;
    });
  });
});

test('the map and its names', async () => {
  const pack = { zoom: 11, x: 1033, y: 704 };
  const map = writeMapPack(pack, ({ x, y }) => Uint8Array.of(x, y));
  const pages = new Map<string, Uint8Array>();
  const names = Array.from({ length: 30 }, (_, i) => `n${String(i).padStart(2, '0')}`);
  const place = { kind: 'city', lon: 2, lat: 3, near: 'B', order: 4, within: 'land' } as const;
  writeNames(
    names.map((name) => ({ key: name, name, ...place })),
    (name, object) => void pages.set(name, object),
    300,
  );
  await expectRefusedOrAnswered(async (random) => {
    const change = (object: Uint8Array) => damagedObject(random, object, UNNAMED);
    const kind = random.integer(0, 2);
    if (kind === 0)
      return new MapDirectory(pack, UNNAMED, change(map.slice(0, directoryBytes(pack)))).placeOf({
        ...pack,
        zoom: 12,
        x: 2066,
        y: 1408,
      });
    if (kind === 1) return new NamesRoot(UNNAMED, change(pages.get(namesRootName)!)).pageOf('n1');
    return new NamesPage(2, UNNAMED, change(pages.get(namesPageName(2))!)).beginningWith('n');
  });
});

test('`current` and a manifest', async () => {
  const key = manifestKey(counts.manifest.version);
  const objects = counts.source.objects;
  const current = await currentInMemory([{ manifest: counts.manifest, objects }]);
  const everywhere = { west: -180, south: -90, east: 180, north: 90 };
  const [region] = readCurrent(current).regions.overlapping('living', everywhere) as [LiveRegion];
  await expectRefusedOrAnswered(async (random) => {
    if (random.chance(0.5)) {
      const { regions, kept, writes } = readCurrent(damagedObject(random, current, UNNAMED));
      return [...regions.overlapping('living', everywhere), kept, writes];
    }
    const manifest = damaged(random, objects.get(key)!);
    const source = new MemoryTileSource(new Map([[key, manifest]]));
    const changed = { ...region, manifest_sha256: await sha256Hex(manifest) };
    const read = await readManifest(changed, source, new LoadedObjects(1e6));
    return read.living;
  });
});
