import { expect, test } from 'vitest';
import type { Zone } from '../../src/geo/positions.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { putOnMap } from '../../tiles-builder/living/census-on-map.ts';
import { decideCoverages } from '../../tiles-builder/living/decide-coverages.ts';
import { sumMeasured } from '../../tiles-builder/living/measure-units.ts';
import { NOTHING_NESTED } from '../../tiles-builder/sources/census/nest-squares.ts';
import { readRasterUnits } from '../../tiles-builder/sources/census/read-raster-units.ts';
import { scratchFolder } from '../support/files/scratch-file.ts';
import { tiffOf } from '../support/files/write-tiff.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const scratch = scratchFolder();
/** People, nobody, no data, nobody. */
const tiff = {
  ...{ width: 4, height: 1, values: [5, 0, -1, 0], nodata: '-1', geographic: 4326 },
  place: { tie: [0, 0, 0, 10, 50, 0], scale: [0.1, 0.1, 0] },
};
const [inPeople, inNobody, inNoData, beyond] = [10.05, 10.15, 10.25, 10.45];
const wide: Zone = [[rectangle(9, 49, 11, 51)]];

test.each([
  ['nobody', wide, [inPeople, inNobody, inNoData, beyond]],
  ['unknown', wide, [inPeople, inNobody]],
  ['unknown', null, [inPeople, inNobody]],
  ['unknown', [[rectangle(10.1, 49, 11, 51)]], [inNobody]],
] as const)(
  'where a cell without data is %s, with the coverage %j, it counts at %j',
  async (nodata, coverage, expected) => {
    const units = await readRasterUnits(
      { file: scratch('cells.tif', tiffOf(tiff)), coverage: 'x', nodata },
      coverage,
      () => {},
    );
    const census = sumMeasured(putOnMap([{ units, coverage, nesting: NOTHING_NESTED }], wide), []);
    const covered = new PlanarArea(decideCoverages(census, wide).covered);
    const places = [inPeople, inNobody, inNoData, beyond];
    expect(places.filter((lon) => covered.contains([lon, 49.95]))).toEqual(expected);
  },
);
