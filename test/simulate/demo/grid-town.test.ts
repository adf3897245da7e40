import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { cellToBoundary, cellToParent, greatCircleDistance, latLngToCell } from 'h3-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { GRID_RESOLUTION } from '../../../src/geo/cells.ts';
import { readConfig } from '../../../tiles-builder/sources/config/config.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';
import {
  BLOCK_M,
  CROSSINGS,
  crossingPosition,
  type GridTown,
  placesWithin,
  travelTime_ms,
  WEIGHT,
  writeGridTown,
} from '../../support/towns/grid-town.ts';

const latLng = ([lon, lat]: readonly [number, number]): [number, number] => [lat, lon];

describe('the grid town', () => {
  const folder = temporaryFolder();
  let town: GridTown;
  beforeAll(async () => {
    town = await writeGridTown(folder);
  });

  test('has blocks of 200 m, to a centimetre', () => {
    for (let column = 0; column < CROSSINGS; column++) {
      for (let row = 0; row + 1 < CROSSINGS; row++) {
        const north = greatCircleDistance(
          latLng(crossingPosition([column, row])),
          latLng(crossingPosition([column, row + 1])),
          'm',
        );
        const east = greatCircleDistance(
          latLng(crossingPosition([row, column])),
          latLng(crossingPosition([row + 1, column])),
          'm',
        );
        expect(Math.abs(north - BLOCK_M)).toBeLessThan(0.012);
        expect(Math.abs(east - BLOCK_M)).toBeLessThan(0.012);
      }
    }
    expect(travelTime_ms('pedestrian', [0, 0], [3, 4])).toBe(7 * 144_000);
  });

  test('has each building inside its own cell and 30 m of its crossing', () => {
    for (const { cell, crossing, position, footprint } of town.places) {
      for (const [lon, lat] of footprint[0]) expect(latLngToCell(lat, lon, GRID_RESOLUTION)).toBe(cell);
      expect(cellToBoundary(cell)).toHaveLength(6);
      expect(greatCircleDistance(latLng(position), latLng(crossingPosition(crossing)), 'm')).toBeLessThan(30);
    }
    const apart = new Set(town.places.map(({ cell }) => cellToParent(cell, 9)));
    expect(apart.size).toBe(town.places.length);
  });

  test('has powers of two for inhabitants, and as many workers as inhabitants', () => {
    const people = [...town.peopleByCell.values()].sort((a, b) => a - b);
    expect(people).toEqual(Array.from({ length: 12 }, (_, index) => 2 ** (index + 1)));
    expect(town.people).toBe(8190);
    const workers = [...town.workersByPlace.values()];
    expect(workers.reduce((sum, count) => sum + count)).toBe(town.people);
    expect(Math.min(...workers) / WEIGHT).toBeGreaterThanOrEqual(10);
    expect(placesWithin([4, 4], 2)).toHaveLength(4);
  });

  test('writes a configuration with sources that agree', () => {
    const config = readConfig(town.config);
    const census = readFileSync(config.census![0].file, 'utf8').trim().split('\n').slice(1);
    expect(census.reduce((sum, row) => sum + Number(row.split(',')[1]), 0)).toBe(town.people);
    const stops = gunzipSync(readFileSync(config.locations!.file)).toString().trim().split('\n').slice(1);
    const devices = new Set(stops.map((row) => row.split(',')[0]));
    expect(devices.size * WEIGHT).toBe(town.people);
    for (const row of stops) {
      const [, start, end] = row.split(',').map(Number);
      expect(end).toBeGreaterThan(start!);
    }
  });
});
