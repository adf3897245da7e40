/** A census as GeoTIFF, drawn by a writer of its own: units are the cells that have a number, where the file says they are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Zone } from '../../../src/geo/positions.ts';
import { readRasterUnits } from '../../../tiles-builder/read/census/read-raster-units.ts';
import type { UnitTable } from '../../../tiles-builder/read/census/unit-table.ts';
import { requireSoundTiff } from '../../../tiles-builder/read/formats/tiff-directory.ts';
import { scratchFolder } from '../../support/scratch-file.ts';
import { type DrawnTiff, tiffOf } from '../../support/write-tiff.ts';

const scratch = scratchFolder();
const NOBODY_KNOWS = -9_999;
/** Near Gothenburg, a hundredth of a degree a cell. */
const HERE = { tie: [0, 0, 0, 11.9, 57.8, 0], scale: [0.01, 0.01, 0] };
const two: DrawnTiff = { width: 2, height: 1, values: [3, 4], place: HERE, geographic: 4326 };

const read = (drawn: DrawnTiff, more: object = {}): Promise<UnitTable> =>
  readRasterUnits({ file: scratch('people.tif', tiffOf(drawn)), coverage: 'all.geojson', ...more }, () => {});

/** What each unit holds, by the id of its cell, and the box that it takes. */
function unitsIn(table: UnitTable): Map<string, { people: number; box: number[] }> {
  return new Map(
    [...table].map(({ id, people, outline }) => {
      const positions = (outline as Zone)[0][0];
      const [lons, lats] = [positions.map(([lon]) => lon), positions.map(([, lat]) => lat)];
      const box = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
      return [id, { people, box: box.map((degrees) => Number(degrees.toFixed(6))) }];
    }),
  );
}

const drawn = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    isLittle: fc.boolean(),
    isBig: fc.boolean(),
    sample: fc.constantFrom('float32', 'float64', 'uint16'),
    blocks: fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((rows) => ({ rows })),
      fc.constantFrom(16, 32).map((tile) => ({ tile })),
    ),
    isPoint: fc.boolean(),
    isMatrix: fc.boolean(),
    seed: fc.nat(),
  })
  .map(({ isMatrix, seed, ...rest }) => {
    const { width, height, sample, isPoint } = rest;
    const nodata = sample === 'uint16' ? 65_535 : NOBODY_KNOWS;
    const values = Array.from({ length: width * height }, (_, i) => {
      const drawn = ((i + 1) * 7_919 + seed) % 1_000;
      return drawn < 300 ? nodata : drawn;
    });
    const half = isPoint ? 0.005 : 0;
    const place = isMatrix
      ? { matrix: [0.01, 0, 0, 11.9 + half, 0, -0.01, 0, 57.8 - half, 0, 0, 0, 0, 0, 0, 0, 1] }
      : { place: { tie: [0, 0, 0, 11.9 + half, 57.8 - half, 0], scale: [0.01, 0.01, 0] } };
    return { ...rest, ...place, values, nodata: String(nodata), geographic: 4326 } as DrawnTiff;
  });

const fixed = { seed: 20261123, numRuns: 60 };
test.each([
  ['on a fixed seed', fixed],
  ['on a fresh one', { numRuns: 20 }],
])(
  'each cell with a number is a unit where it lies, however the file is laid out, %s',
  async (_, options) => {
    let cells = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async (tiff) => {
        if (tiff.values.every((value) => String(value) === tiff.nodata)) return;
        const expected = new Map(
          tiff.values.flatMap((people, i) => {
            if (String(people) === tiff.nodata) return [];
            const [column, row] = [i % tiff.width, Math.floor(i / tiff.width)];
            const [west, north] = [11.9 + column * 0.01, 57.8 - row * 0.01];
            const box = [west, north - 0.01, west + 0.01, north].map((x) => Number(x.toFixed(6)));
            return [[`row ${row + 1} column ${column + 1}`, { people, box }] as const];
          }),
        );
        expect(unitsIn(await read(tiff))).toEqual(expected);
        cells += expected.size;
      }),
      options,
    );
    expect(cells).toBeGreaterThan(1_000);
  },
);

describe('people are', () => {
  test('what is stored, times the scale and with the offset that the file states', async () => {
    const metadata =
      '<GDALMetadata><Item name="OFFSET" sample="0" role="offset">10</Item>' +
      '<Item name="SCALE" sample="0" role="scale">0.5</Item></GDALMetadata>';
    expect([...(await read({ ...two, metadata })).people]).toEqual([11.5, 12]);
    expect([...(await read({ ...two, metadata: '<GDALMetadata/>' })).people]).toEqual([3, 4]);
  });

  test('in sum those of the raster, though each unit has whole thousandths, and grow as is asked', async () => {
    const values = Array.from({ length: 900 }, (_, i) => 0.0004 + (i % 7) / 3_000);
    const sum = values.reduce((a, b) => a + b);
    const { people } = await read({ ...two, width: 30, height: 30, values }, { growth: 2 });
    expect(people.reduce((a, b) => a + b)).toBeCloseTo(2 * sum, 2);
    for (const own of people) expect(own * 1000).toBeCloseTo(Math.round(own * 1000), 6);
  });

  test('unknown where the value is that of no data, in the precision of the file, or no number', async () => {
    const values = [Math.fround(-3.4e38), 5, Number.NaN, 7];
    const tiff: DrawnTiff = { ...two, width: 4, values, sample: 'float32', nodata: '-3.4e+38' };
    expect([...(await read(tiff)).people].sort()).toEqual([5, 7]);
  });
});

test('cells in a projection lie where it puts them', async () => {
  // The CRS of Europe's grid: its false origin is 52° north, 10° east.
  const place = { tie: [0, 0, 0, 4_321_000, 3_210_000, 0], scale: [1_000, 1_000, 0] };
  const tiff: DrawnTiff = { ...two, width: 1, values: [9], geographic: undefined, projected: 3035, place };
  const [{ box }] = unitsIn(await read(tiff)).values();
  expect(box[0]).toBeCloseTo(10, 3);
  expect(box[3]).toBeCloseTo(52, 3);
  expect(box[1]).toBeCloseTo(51.991, 3);
});

describe('is refused, and says why:', () => {
  test.each<[string, Partial<DrawnTiff>, object, RegExp]>([
    ['no coverage', {}, { coverage: undefined }, /does not say where nobody lives/],
    ['growth by column', {}, { growth: 'G' }, /a raster has no column/],
    ['several bands', { bands: 2 }, {}, /has 2 bands, and one is read/],
    ['no place', { place: undefined }, {}, /does not say where its cells are/],
    ['a place of several points', { place: { tie: [...HERE.tie, 1, 1, 0, 12, 57, 0], scale: HERE.scale } }, {}, /where its cells are/], // biome-ignore format: a line
    ['cells without a side', { place: { tie: HERE.tie, scale: [0.01, 0, 0] } }, {}, /where its cells are/],
    ['fewer than nobody', { values: [3, -1] }, {}, /row 1, column 2: -1 is no number of people/],
    ['people without end', { values: [3, Infinity] }, {}, /Infinity is no number of people/],
    ['cells off the globe', { place: { tie: [0, 0, 0, 11.9, 95, 0], scale: HERE.scale } }, {}, /nowhere on Earth/], // biome-ignore format: a line
  ])('%s', async (_, changes, config, message) => {
    await expect(read({ ...two, ...changes }, config)).rejects.toThrow(message);
  });

  test('a file that is cut off anywhere, or whose tags point beyond it', async () => {
    for (const isBig of [false, true]) {
      const whole = tiffOf({ ...two, isBig, nodata: '-1' });
      requireSoundTiff(scratch('whole.tif', whole));
      for (let length = 0; length < whole.length - (isBig ? 8 : 4); length++) {
        const file = scratch('cut.tif', whole.subarray(0, length));
        expect(() => requireSoundTiff(file), `${length} bytes`).toThrow(
          /no TIFF|cut off|ends before|damaged/,
        );
      }
    }
  });

  test.each([
    ['another order of bytes', 0, 0x4a],
    ['another version', 2, 41],
  ])('a file with %s', async (_, at, byte) => {
    const bytes = tiffOf(two);
    bytes[at] = byte;
    expect(() => requireSoundTiff(scratch('other.tif', bytes))).toThrow(/is no TIFF/);
  });
});
