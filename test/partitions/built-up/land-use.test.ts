import { expect, test } from 'vitest';
import { readAreas } from '../../../tiles-builder/partitions/built-up/area-records.ts';
import { dwellingShareOf, spillLandUse } from '../../../tiles-builder/partitions/built-up/land-use.ts';
import { PartitionSpill } from '../../../tiles-builder/partitions/partition-spill.ts';
import { partitionAt } from '../../../tiles-builder/partitions/partitions.ts';
import { localPlane, type Point } from '../../../tiles-builder/simulate/local-plane.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';
import { rectanglesOn } from '../../support/zones/rectangle.ts';

const [lon, lat] = [11.97, 57.7];
const plane = localPlane([lon, lat]);
const rectangle = rectanglesOn(plane);

function spillInFolder() {
  const folder = temporaryFolderOfTest();
  const spill = new PartitionSpill(folder);
  const readBack = () => {
    spill.finish();
    return dwellingShareOf(readAreas(PartitionSpill.finished(folder).read(partitionAt(lon, lat))));
  };
  return { spill, readBack };
}

test('land use applies to the buildings inside it, not in its holes or next to it; the smallest share counts', () => {
  const { spill, readBack } = spillInFolder();
  spillLandUse(spill, [[rectangle(0, 0, 400, 300), rectangle(100, 100, 50, 50)]], 0.4);
  spillLandUse(spill, [[rectangle(300, 200, 400, 300)], [rectangle(900, 0, 60, 40)]], 0.07);
  const shareAt = readBack();
  const expected: [...Point, share: number][] = [
    [10, 10, 0.4],
    [120, 120, 1],
    [350, 250, 0.07],
    [350, 190, 0.4],
    [650, 450, 0.07],
    [930, 20, 0.07],
    [930, 45, 1],
    [-5, 10, 1],
    [10, 310, 1],
  ];
  expect(expected.map(([x, y]) => [x, y, shareAt(...plane.toPosition([x, y]))])).toEqual(expected);
});
