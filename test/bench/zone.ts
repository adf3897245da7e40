/** Benchmark of zone counts: time, memory, reads, against plain h3-js. */
import { cellsToMultiPolygon, cellToParent, POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from 'h3-js';
import { countPeople } from '../../src/count/count-people.ts';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Layer } from '../../src/format/tile-sets.ts';
import { COUNT_TILE_RESOLUTION, GRID_RESOLUTION, keyBelow, parentsOf } from '../../src/geo/cells.ts';
import type { Polygon } from '../../src/geo/positions.ts';
import { indexOfKey } from '../../src/geo/sorted-keys.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import type { CountDataset } from '../support/datasets/count-dataset.ts';
import { median, percentile95, slowed } from './measures.ts';
import { SHAPES, wideDataset, type ZoneShape, zoneOf } from './zone-dataset.ts';

const AREAS_KM2 = [1, 100, 1_000, 10_000];
const SHORT_AREAS_KM2 = [1, 100];
const WARM_RUNS = 15;
const SPLIT_TOLERANCE = 1e-9;
/** h3-js takes a kilobyte a cell, of 2 GB. */
const MAX_CELLS_OUTLINED_BY_H3 = 400_000;
const MAX_AREA_BY_H3_KM2 = 1_000;

export interface ZoneFigures {
  readonly shape: ZoneShape;
  readonly area_km2: number;
  readonly endpoint: string;
  readonly ms: { readonly median: number; readonly p95: number };
  /** 40 ms a read, six at a time. */
  readonly cold_ms: number;
  /** `null` for wide zones; without outline if too large. */
  readonly h3_ms: number | null;
  readonly ratio: number | null;
  readonly tiles_read: number;
  readonly rounds: number;
  readonly bytes_read: number;
  readonly memory_bytes: number;
  readonly vertices: number;
  readonly outline_vertices: number;
}

export interface ZoneBench {
  readonly zone: readonly ZoneFigures[];
  /** Of `workingcount` from h3-js, of `livingcount` from the sum of halves. */
  readonly differences: number;
}

/** @param short skips wide zones */
export async function benchZone(short: boolean): Promise<ZoneBench> {
  const dataset = wideDataset();
  const figures: ZoneFigures[] = [];
  let differences = 0;
  for (const shape of SHAPES) {
    for (const area_km2 of short ? SHORT_AREAS_KM2 : AREAS_KM2) {
      for (const layer of ['living', 'working'] as const) {
        const zone = zoneOf(shape, area_km2);
        const measured = await measure(dataset, layer, zone);
        const plain = area_km2 <= MAX_AREA_BY_H3_KM2 ? await countPlainly(dataset, layer, zone) : null;
        const expected = layer === 'living' ? await sumOfHalves(dataset, zone) : plain?.people;
        if (differs(measured.people, expected)) differences++;
        const { people: _, ...rest } = measured;
        const ratio = plain && plain.ms / measured.ms.median;
        figures.push({
          shape,
          area_km2,
          endpoint: `${layer}count`,
          ...rest,
          h3_ms: plain?.ms ?? null,
          ratio,
        });
        print(figures.at(-1)!);
      }
    }
  }
  console.log(`${differences} differences`);
  return { zone: figures, differences };
}

const differs = (people: number, expected: number | undefined): boolean =>
  expected !== undefined && Math.abs(people - expected) > SPLIT_TOLERANCE * expected;

function print(figures: ZoneFigures): void {
  const {
    shape,
    area_km2,
    endpoint,
    ms,
    cold_ms,
    h3_ms,
    ratio,
    tiles_read,
    rounds,
    bytes_read,
    memory_bytes,
  } = figures;
  const plain = h3_ms === null ? '' : `, h3-js ${h3_ms.toFixed(0)} ms (${ratio!.toFixed(0)} times)`;
  console.log(
    `${shape} ${area_km2} km² ${endpoint}: ${ms.median.toFixed(2)} ms (p95 ${ms.p95.toFixed(2)})${plain}, cold ${cold_ms.toFixed(0)} ms, ` +
      `${tiles_read} tiles, ${rounds} rounds, ${(bytes_read / 1e6).toFixed(2)} MB read, ${(memory_bytes / 1e6).toFixed(0)} MB used`,
  );
}

type Measured = Omit<ZoneFigures, 'shape' | 'area_km2' | 'endpoint' | 'h3_ms' | 'ratio'> & {
  readonly people: number;
};

async function measure(dataset: CountDataset, layer: Layer, polygon: Polygon): Promise<Measured> {
  const usedBytes = (): number => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const loaded = new LoadedObjects(MAX_LOADED_BYTES);
  const firstReader = dataset.reader(loaded);
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const before = usedBytes();
  const { people, gridZone } = await countPeople(layer, [polygon], firstReader);
  const memory_bytes = usedBytes() - before;

  const times: number[] = [];
  for (let run = 0; run < WARM_RUNS; run++) {
    const start = performance.now();
    await countPeople(layer, [polygon], dataset.reader(loaded));
    times.push(performance.now() - start);
  }

  const coldReader = new DatasetReader(
    dataset.manifest,
    slowed(dataset.source),
    new LoadedObjects(MAX_LOADED_BYTES),
  );
  const start = performance.now();
  await countPeople(layer, [polygon], coldReader);
  return {
    people,
    ms: { median: median(times), p95: percentile95(times) },
    cold_ms: performance.now() - start,
    tiles_read: firstReader.work.tiles,
    rounds: firstReader.work.rounds,
    bytes_read: firstReader.work.bytes,
    memory_bytes,
    vertices: polygon.reduce((sum, ring) => sum + ring.length, 0),
    outline_vertices: gridZone?.flat().reduce((sum, ring) => sum + ring.length, 0) ?? 0,
  };
}

/** Cells with centres in the zone; outlines them for `working`. */
async function countPlainly(
  dataset: CountDataset,
  layer: Layer,
  polygon: Polygon,
): Promise<{ people: number; ms: number }> {
  const reader = dataset.reader(new LoadedObjects(Infinity));
  const read = async (cells: readonly string[]) =>
    reader.readCountTiles(layer, parentsOf(cells, COUNT_TILE_RESOLUTION));
  const rings = polygon.map((ring) => ring.map(([lon, lat]) => [lon, lat]));
  const cover = (): string[] =>
    polygonToCellsExperimental(rings, GRID_RESOLUTION, POLYGON_TO_CELLS_FLAGS.containmentCenter, true);
  await read(cover());
  const start = performance.now();
  const cells = cover();
  const tiles = await read(cells);
  let millipersons = 0;
  for (const cell of cells) {
    const tile = tiles.get(cellToParent(cell, COUNT_TILE_RESOLUTION));
    const index = tile ? indexOfKey(tile.keys, keyBelow(cell, COUNT_TILE_RESOLUTION, GRID_RESOLUTION)) : -1;
    if (index >= 0)
      millipersons += tile!.runningTotals[index] - (index > 0 ? tile!.runningTotals[index - 1] : 0);
  }
  if (layer === 'working' && cells.length <= MAX_CELLS_OUTLINED_BY_H3) cellsToMultiPolygon(cells, true);
  return { people: millipersons / MILLIPERSONS, ms: performance.now() - start };
}

/** North and south of the middle. */
async function sumOfHalves(dataset: CountDataset, polygon: Polygon): Promise<number> {
  const ring = polygon[0].slice(0, -1);
  const half = ring.length >> 1;
  const parts = [ring.slice(0, half + 1), [...ring.slice(half), ring[0]]];
  let people = 0;
  for (const part of parts) {
    people += (await countPeople('living', [[[...part, part[0]]]], dataset.reader())).people;
  }
  return people;
}
