import { expect, test } from 'vitest';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import { pixelsAroundWorld } from '../../src/isochrone/pixel-grid.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { parallelStreets, westOfBorder } from '../support/roads/parallel-streets.ts';
import { pieceOf } from '../support/roads/pieces.ts';
import { cutGraph } from '../support/roads/real-roads.ts';

test('exits that separate tiles are listed where these tiles are reached whole', async () => {
  const time_s = 3_600;
  const graph = buildRoadGraph(pieceOf(parallelStreets(), westOfBorder), 'pedestrian', westOfBorder);
  const { tiles } = await cutGraph(graph, 'pedestrian');
  const snapped = await snapOrigin([8.99, 47.01], 'pedestrian', tiles);
  if (!snapped.ok) throw new Error('no road');
  const search = (maskPixels?: number) =>
    searchBounded(snapped.value, time_s * 1_000, 'pedestrian', tiles, { listsExits: true, maskPixels });
  const [masked, swept] = [await search(pixelsAroundWorld('pedestrian', time_s)), await search()];
  expect(masked.wholeTiles.length).toBeGreaterThan(0);
  expect(new Set(masked.exits)).toEqual(new Set(swept.exits));
});
