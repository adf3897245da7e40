import { expect, test } from 'vitest';
import type { Position, Zone } from '../../../src/geo/positions.ts';
import type { Tags } from '../../../tiles-builder/base/records.ts';
import { cellAt } from '../../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea } from '../../../tiles-builder/geometry/planar-area.ts';
import type { Buildings } from '../../../tiles-builder/partitions/built-up/building-records.ts';
import { BuiltUpSpill } from '../../../tiles-builder/partitions/built-up/built-up-spill.ts';
import { numberInPartition, partitionAt } from '../../../tiles-builder/partitions/partitions.ts';
import { localPlane } from '../../../tiles-builder/simulate/local-plane.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';
import { capacityIn } from '../../support/towns/town-sites.ts';
import { rectanglesOn } from '../../support/zones/rectangle.ts';

const [lon, lat] = [11.97, 57.7];
const area = partitionAt(lon, lat);
const { toPosition } = localPlane([lon, lat]);
const rectangle = rectanglesOn({ toPosition } as ReturnType<typeof localPlane>);

function spillOf(
  buildings: readonly (readonly [Zone, Tags])[],
  land: readonly (readonly [Zone, Tags])[],
  points: readonly (readonly [Position, Tags])[],
): BuiltUpSpill {
  const folder = temporaryFolderOfTest();
  const spill = new BuiltUpSpill(folder);
  const take = { id: '', order: 0 };
  for (const [polygons, tags] of buildings) spill.takesBuildings.areas!.take({ ...take, polygons, tags });
  for (const consumer of spill.takesUsesByDay) {
    for (const [polygons, tags] of land)
      if (consumer.areas?.wants(tags)) consumer.areas.take({ ...take, polygons, tags });
    for (const [position, tags] of points)
      if (consumer.points && tags[consumer.points.key] !== undefined)
        consumer.points.take({ position, tags });
  }
  spill.finish();
  return BuiltUpSpill.taken(folder);
}

test('a building is used as the smallest land around it says, unless its own tags do', () => {
  const square = (x: number, y: number, tags: Tags) => [[[rectangle(x, y, 12, 12)]], tags] as const;
  const spill = spillOf(
    [
      square(10, 10, { building: 'yes' }),
      square(60, 60, { building: 'yes' }),
      square(60, 90, { building: 'office' }),
      square(500, 500, { building: 'yes' }),
    ],
    [
      [[[rectangle(0, 0, 300, 300)]], { landuse: 'industrial' }],
      [[[rectangle(50, 50, 60, 60)]], { amenity: 'school' }],
      [[[rectangle(0, 0, 9, 9)]], { landuse: 'forest' }],
    ],
    [],
  );
  const floorPerPerson_m2 = ({ capacityAtWork_m2 }: Buildings): number[] =>
    [...capacityAtWork_m2].map((capacity) => Math.round(1 / capacity)).sort((a, b) => a - b);
  const buildings = spill.buildingsOf(area);
  // Office, and three of unknown use.
  expect(floorPerPerson_m2(buildings)).toEqual([15, 60, 60, 60]);
  // School, office, industry, and a small building of unknown use.
  expect(floorPerPerson_m2(spill.byDay(area, buildings))).toEqual([12, 15, 40, 350]);
});

test('establishments have capacity in their cells inside the coverage, once each for any number of keys', () => {
  const [here, there] = [toPosition([0, 0]), toPosition([700, 0])];
  const spill = spillOf(
    [],
    [],
    [
      [here, { shop: 'bakery', amenity: 'cafe' }],
      [here, { amenity: 'restaurant', tourism: 'hotel' }],
      [here, { amenity: 'bench' }],
      [there, { shop: 'bakery' }],
    ],
  );
  const coverage = new PlanarArea([[rectangle(-100, -100, 200, 200)]]);
  const { cell, size } = capacityIn(spill, area, [], coverage);
  expect([...cell]).toEqual([numberInPartition(cellAt(here))]);
  // A shop and a restaurant with five persons each.
  expect([...size]).toEqual([10]);
});
