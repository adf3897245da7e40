import { cellToCenterChild, cellToChildren, gridDisk, latLngToCell } from 'h3-js';
import { expect, test } from 'vitest';
import { FEWEST_SHOWN } from '../../src/density/shown-cells.ts';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { readPeople } from '../../tiles-builder/report/read-people.ts';
import { countDataset, tilesOf } from '../support/datasets/count-dataset.ts';
import { writeFolder } from '../support/datasets/memory-to-folder.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';

const folder = temporaryFolder();

test('people at work are drawn as the map may show them, those who live there in finer cells', async () => {
  const [crowded, below] = gridDisk(latLngToCell(47, 9, 6), 1);
  const halves = cellToChildren(crowded, 7).slice(0, 2);
  const finest = (cell: string): Cell => cellToCenterChild(cell, GRID_RESOLUTION) as Cell;
  const people = new Map<Cell, number>([
    ...halves.map((half) => [finest(half), FEWEST_SHOWN.working / 2] as const),
    [finest(below), FEWEST_SHOWN.working - 1],
  ]);
  const { manifest, source } = countDataset({ living: tilesOf(people), working: tilesOf(people) });
  const written = writeFolder(folder, { manifest, objects: source.objects });
  const [living, working] = await Promise.all(
    (['living', 'working'] as const).map((layer) => readPeople(layer, folder, written, () => {})),
  );
  const total = 2 * FEWEST_SHOWN.working - 1;
  expect(working).toEqual({
    people: total,
    resolution: 6,
    byCell: new Map([[crowded, FEWEST_SHOWN.working]]),
  });
  expect(living).toMatchObject({ people: total, resolution: GRID_RESOLUTION - 1 });
  expect([...living!.byCell.values()].sort()).toEqual([...people.values()].sort());
});
