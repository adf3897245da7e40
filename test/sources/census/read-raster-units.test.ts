import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundingBoxOf, type Position, type Zone } from '../../../src/geo/positions.ts';
import { PlanarArea, shareInside } from '../../../tiles-builder/geometry/planar-area.ts';
import { readRasterUnits } from '../../../tiles-builder/sources/census/read-raster-units.ts';
import type { UnitTable } from '../../../tiles-builder/sources/census/unit-table.ts';
import { projectionOf } from '../../../tiles-builder/sources/formats/projection.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';
import { type DrawnTiff, tiffOf } from '../../support/files/write-tiff.ts';

const scratch = scratchFolder();
const NOBODY_KNOWS = -9_999;
/** Near Gothenburg, 0.01° a cell. */
const HERE = { tie: [0, 0, 0, 11.9, 57.8, 0], scale: [0.01, 0.01, 0] };
const two: DrawnTiff = { width: 2, height: 1, values: [3, 4], place: HERE, geographic: 4326 };

const read = (drawn: DrawnTiff, more: object = {}): Promise<UnitTable> =>
  readRasterUnits(
    { file: scratch('people.tif', tiffOf(drawn)), coverage: 'all.geojson', ...more },
    null,
    () => {},
  );

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

test.each([
  ['on a fixed seed', { seed: 20261123, numRuns: 60 }],
  ['on a fresh one', { numRuns: 20 }],
])('each cell with a number is a unit at its place, in any layout of the file, %s', async (_, options) => {
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
});

describe('people are', () => {
  test('what is stored, times the scale and with the offset of this band, where they are numbers', async () => {
    const metadata =
      '<GDALMetadata><Item name="OFFSET" sample="0" role="offset">10</Item>' +
      '<Item name="SCALE" sample="0" role="scale">0.5</Item></GDALMetadata>';
    expect([...(await read({ ...two, metadata })).people]).toEqual([11.5, 12]);
    const ofOthers = metadata.replace('>10<', '>some<').replace('sample="0" role="scale"', 'sample="1"');
    for (const metadata of ['<GDALMetadata/>', ofOthers])
      expect([...(await read({ ...two, metadata })).people]).toEqual([3, 4]);
  });

  test('in sum those of the raster, though each unit has whole thousandths, and grow as is asked', async () => {
    const values = Array.from({ length: 900 }, (_, i) => 0.0004 + (i % 7) / 3_000);
    const sum = values.reduce((a, b) => a + b);
    const { people } = await read({ ...two, width: 30, height: 30, values }, { growth: 2 });
    expect(people.reduce((a, b) => a + b)).toBeCloseTo(2 * sum, 2);
    for (const own of people) expect(own * 1000).toBeCloseTo(Math.round(own * 1000), 6);
  });

  test.each([
    ['float32', '-9999.1', -9_999.1],
    ['float64', '-9999.1', -9_999.1],
    // 32-bit floating point would give one more.
    ['uint32', '4294967295', 4_294_967_295],
    ['float32', '-3.4e+38', Math.fround(-3.4e38)],
    ['float32', '-1', Number.NaN],
  ] as const)(
    'unknown in samples of %s with no data as %s where the value is %d',
    async (sample, nodata, value) => {
      expect([...(await read({ ...two, sample, nodata, values: [value, 5] })).people]).toEqual([5]);
    },
  );
});

test('a turned and sheared matrix places a cell by its corner or its middle', async () => {
  const [a, b, left, c, d, upper] = [0.01, 0.002, 11.9, -0.001, -0.02, 57.8];
  const matrix = [a, b, 0, left, c, d, 0, upper, 0, 0, 0, 0, 0, 0, 0, 1];
  const values = [1, 2, 3, 4, 5, 6];
  const at = (column: number, row: number): number[] => [
    left + a * column + b * row,
    upper + c * column + d * row,
  ];
  for (const [isPoint, back] of [
    [false, 0],
    [true, 0.5],
  ] as const) {
    const table = await read({ ...two, width: 3, height: 2, values, place: undefined, matrix, isPoint });
    for (const { id, people, outline } of table) {
      const [column, row] = [(people - 1) % 3, Math.floor((people - 1) / 3)];
      expect(id).toBe(`row ${row + 1} column ${column + 1}`);
      const [ring] = (outline as Zone)[0];
      const middle = [0, 1].map((axis) => ring.slice(1).reduce((sum, corner) => sum + corner[axis], 0) / 4);
      const [lon, lat] = at(column + 0.5 - back, row + 0.5 - back);
      expect(middle[0]).toBeCloseTo(lon, 9);
      expect(middle[1]).toBeCloseTo(lat, 9);
      const corners = ring.map(([x, y]) => [x.toFixed(9), y.toFixed(9)].join(' '));
      expect(corners).toContain(
        at(column - back, row - back)
          .map((degrees) => degrees.toFixed(9))
          .join(' '),
      );
    }
  }
});

describe('a cell with nobody', () => {
  const [width, height] = [30, 20];
  /** Column 25 has no data. */
  const values = Array.from({ length: width * height }, (_, cell) =>
    cell === 8 * width + 3 ? 7 : cell % width === 24 ? NOBODY_KNOWS : 0,
  );
  const tiff: DrawnTiff = { ...two, width, height, values, nodata: String(NOBODY_KNOWS) };
  const file = (): string => scratch('zeros.tif', tiffOf(tiff));

  test('is a unit within five cells of people, and units come by row and column', async () => {
    const ids = [...(await read(tiff))].map(({ id }) => id);
    const expected = Array.from({ length: 11 }, (_, row) =>
      Array.from({ length: 9 }, (_, column) => `row ${row + 4} column ${column + 1}`),
    );
    expect(ids).toEqual(expected.flat());
  });

  test('is a unit only where the coverage reaches', async () => {
    const [west, north] = [11.9 + 0.025, 57.8 - 0.075];
    const ring = [[west, north - 0.02], [west + 0.02, north - 0.02], [west + 0.02, north], [west, north], [west, north - 0.02]]; // biome-ignore format: a line
    const table = await readRasterUnits(
      { file: file(), coverage: 'x' },
      [[ring as unknown as Position[]]],
      () => {},
    );
    expect([...table].map(({ id }) => id)).toEqual(
      [8, 9, 10].flatMap((row) => [3, 4, 5].map((column) => `row ${row} column ${column}`)),
    );
  });

  test.each(['4326', '3035'])(
    'is land that the raster of EPSG:%s knows, a cell without data is not',
    async (code) => {
      const place =
        code === '4326' ? HERE : { tie: [0, 0, 0, 4_321_000, 3_210_000, 0], scale: [1_000, 1_000, 0] };
      const crs = code === '4326' ? { geographic: 4326 } : { geographic: undefined, projected: 3035 };
      const table = await read({ ...tiff, place, ...crs }, { coverage: undefined, nodata: 'unknown' });
      const whole = { west: -180, south: -90, east: 180, north: 90 };
      const land = table.land!.outlineAround(whole, (unit) => table.people[unit] > 0);
      const polygons = new PlanarArea(land);
      for (const [column, row, share] of [
        [3, 8, 0],
        [2, 8, 1],
        [0, 0, 1],
        [29, 19, 1],
        [24, 3, 0],
        [25, 3, 1],
      ]) {
        const cell = cellOf({ ...tiff, place, ...crs }, column, row);
        expect(shareInside(new PlanarArea(cell), polygons)).toBeCloseTo(share, 9);
      }
      expect((await read(tiff)).land).toBeUndefined();
      const box = { west: 11.9, south: 57.79, east: 11.901, north: 57.8 };
      if (code === '4326')
        expect(boundingBoxOf(table.land!.outlineAround(box, () => false).flat()).east).toBeLessThan(12.2);
    },
  );
});

function cellOf({ place, projected }: DrawnTiff, column: number, row: number): Zone {
  const [, , , x, y] = place!.tie;
  const [cellWidth, cellHeight] = place!.scale;
  const corners = [[0, 1], [1, 1], [1, 0], [0, 0], [0, 1]].map(([right, down]) => [x + (column + right) * cellWidth, y - (row + down) * cellHeight] as const); // biome-ignore format: a line
  const project = projected ? projectionOf('file', { code: `EPSG:${projected}` }, undefined) : null;
  return [[corners.map((corner) => (project ? project(corner) : corner))]];
}

test('the CRS that the configuration names counts where the file defines one of its own, or none', async () => {
  for (const geographic of [undefined, 0, 32_767]) {
    const tiff = { ...two, geographic };
    await expect(read(tiff)).rejects.toThrow(/does not say in which coordinate reference system/);
    const [cell] = unitsIn(await read(tiff, { crs: 'EPSG:4326' })).values();
    expect(cell.box).toEqual([11.9, 57.79, 11.91, 57.8]);
  }
});

test('cells may be the last bytes of the file, but must be complete', async () => {
  const cells = Buffer.alloc(16);
  cells.writeDoubleLE(6, 0);
  cells.writeDoubleLE(8, 8);
  const whole = tiffOf(two);
  const directory = whole.readUInt32LE(4);
  const tags = Array.from({ length: whole.readUInt16LE(directory) }, (_, i) => directory + 2 + 12 * i);
  const offsets = tags.find((at) => whole.readUInt16LE(at) === 273)!;
  whole.writeUInt32LE(whole.length, offsets + 8);
  const moved = Buffer.concat([whole, cells]);
  const readBytes = (bytes: Buffer) =>
    readRasterUnits({ file: scratch('moved.tif', bytes), coverage: 'all.geojson' }, null, () => {});
  expect([...(await readBytes(moved)).people]).toEqual([6, 8]);
  await expect(readBytes(moved.subarray(0, -1))).rejects.toThrow(/damaged|cut off|ends before/);
});

describe('is refused, and says why:', () => {
  test.each<[string, Partial<DrawnTiff>, object, RegExp]>([
    ['no coverage', {}, { coverage: undefined }, /does not say whether a cell without data/],
    ['growth by column', {}, { growth: 'G' }, /a raster has no column/],
    ['several bands', { bands: 2 }, {}, /has 2 bands, and one is read/],
    ['no place', { place: undefined }, {}, /does not say where its cells are/],
    ['a place of several points', { place: { tie: [...HERE.tie, 1, 1, 0, 12, 57, 0], scale: HERE.scale } }, {}, /where its cells are/], // biome-ignore format: a line
    ['cells without a side', { place: { tie: HERE.tie, scale: [0.01, 0, 0] } }, {}, /where its cells are/],
    ['fewer than nobody', { values: [3, -1] }, {}, /row 1, column 2: -1 is no number of people/],
    ['fewer than nobody in a later row', { width: 3, height: 2, values: [0, 1, 2, 3, 4, -2] }, {}, /row 2, column 3: -2 is no number/], // biome-ignore format: a line
    ['people without end', { values: [3, Infinity] }, {}, /Infinity is no number of people/],
    ['cells off the globe', { place: { tie: [0, 0, 0, 11.9, 95, 0], scale: HERE.scale } }, {}, /nowhere on Earth/], // biome-ignore format: a line
  ])('%s', async (_, changes, config, message) => {
    await expect(read({ ...two, ...changes }, config)).rejects.toThrow(message);
  });
});
