import { cellToLatLng, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { ROAD_TILE_RESOLUTION } from '../../src/geo/cells.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { UNREACHED } from '../../src/isochrone/reach.ts';
import { roadThrough } from '../roads/hierarchy/random-graph.ts';
import { ArrivalComparison } from '../support/roads/compare-arrivals.ts';
import { RoadTilesInMemory } from '../support/roads/road-tiles-in-memory.ts';

/** Exceeds the space for arrivals of several tiles. */
const SIDE = 132;
const STEP_MS = 1_000;

test('a tile of more than 16,384 nodes is searched as by Dijkstra', async () => {
  const [lat, lon] = cellToLatLng(latLngToCell(45, 5, ROAD_TILE_RESOLUTION));
  const places = Array.from({ length: SIDE * SIDE }, (_, node): [number, number] => {
    const [row, step] = [Math.floor(node / SIDE), node % SIDE];
    const column = row % 2 === 0 ? step : SIDE - 1 - step;
    return [lon + (column - SIDE / 2) * 1e-4, lat + (row - SIDE / 2) * 1e-4];
  });
  const graph = roadThrough(places, STEP_MS);
  const tiles = new RoadTilesInMemory(graph, 60 * STEP_MS);
  const { hierarchy, leaves } = await tiles.built();
  expect(leaves.size).toBe(1);
  const comparison = new ArrivalComparison(graph, hierarchy);
  const [leaf] = leaves.values();
  for (const node of [0, 5_000, places.length - 2]) {
    const origin = comparison.origin(leaf, node, 0);
    const reach = await searchBounded(origin, 60 * STEP_MS, 'motorized', tiles);
    expect(comparison.differences(reach), `from node ${node}`).toEqual([]);
    const reached = reach.tiles.get(leaf.cell)!.arrivals_ms.filter((arrival_ms) => arrival_ms !== UNREACHED);
    expect(reached.length).toBeGreaterThan(50);
  }
});
