import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellToChildren, latLngToCell } from 'h3-js';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type TileUnits, WHOLE } from '../../src/format/unit-runs.ts';
import { COUNT_TILE_RESOLUTION, cellFromKey, GRID_RESOLUTION, numberOfTile } from '../../src/geo/cells.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { buildDataset } from '../../tiles-builder/build/build-dataset.ts';
import { readConfig } from '../../tiles-builder/config/config.ts';
import { tilesIn } from '../../tiles-builder/dataset/count-tiles.ts';
import { manifestIn, readerOfFolder } from '../../tiles-builder/dataset/dataset-folder.ts';
import { ledgerFolderOf } from '../../tiles-builder/dataset/ledger.ts';
import { Random } from '../../tiles-builder/numbers/random.ts';
import { numberInPartition, partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { checkLedger, UnitsOfTiles } from '../../tiles-builder/verify/check-ledger.ts';
import { type Verification, verifyDataset } from '../../tiles-builder/verify/verify-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { runProcess } from '../support/processes/run-command.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const root = temporaryFolder();
const dataset = join(root, 'town');
const ledger = ledgerFolderOf(dataset);
const kept = join(root, 'kept');
const quiet = (): void => {};
let mode: number;

beforeAll(async () => {
  const { config } = await writeGridTown(join(root, 'sources'));
  await buildDataset(readConfig(config), dataset, { progress: quiet });
  mode = statSync(ledger).mode;
  cpSync(ledger, kept, { recursive: true });
}, 60_000);
beforeEach(() => {
  rmSync(ledger, { recursive: true, force: true });
  cpSync(kept, ledger, { recursive: true });
});

const verify = (): Promise<Verification> => verifyDataset(dataset, quiet, Date.now(), { ledger: true });
const filesOf = (suffix: string): string[] =>
  readdirSync(ledger).filter((name) => name.endsWith(suffix) && statSync(join(ledger, name)).size > 0);

test('is right as it was written, and may be read by its owner alone', async () => {
  const { faults, checks } = await verify();
  expect(faults).toEqual([]);
  expect(checks).toContainEqual(
    expect.stringMatching(/^ledger: the tiles are its sums .* gave exactly its people$/),
  );
  expect(mode & 0o077).toBe(0);
});

test('the balance comes first, and is that of the file', async () => {
  const { checks } = await verify();
  const people = readFileSync(join(root, 'sources/census.csv'), 'utf8').trim().split('\n').slice(1)
    .reduce((sum, row) => sum + Number(row.split(',')[1]), 0); // biome-ignore format: a sum
  const [first] = checks;
  expect(first).toMatch(
    /^census\.csv: .* units of the file = .* counted.*; each unit has the people of the file$/,
  );
  expect(first).toContain(`${people.toLocaleString('en')} people in`);
});

test.each<[string, (rows: string[]) => string[], RegExp]>([
  ['dropped', (rows) => rows.slice(1), /1 unit has other people .* \(0 in the file, \d+ in the build\)/],
  ['listed twice', (rows) => [rows[0], ...rows], /1 unit has other people/],
  [
    'of other people',
    (rows) => [rows[0].replace(/,(\d+)/, ',9$1'), ...rows.slice(1)],
    /1 unit has other people/,
  ],
])('a unit of the file that is %s is found, and verify ends with 1', async (_, change, reason) => {
  const file = join(root, 'sources/census.csv');
  const text = readFileSync(file, 'utf8');
  const [header, ...rows] = text.trim().split('\n');
  const inhabitedFirst = rows.toSorted((a, b) => Number(b.split(',')[1]) - Number(a.split(',')[1]));
  const changed = change(inhabitedFirst);
  try {
    writeFileSync(file, `${[header, ...changed].join('\n')}\n`);
    const { code, stdout } = await runProcess('tiles-builder/commands/tiles.ts', [
      'verify',
      dataset,
      '--ledger',
    ]);
    expect(stdout).toMatch(new RegExp(`  ✗ census\\.csv: .*${reason.source}`));
    expect(code).toBe(1);
  } finally {
    writeFileSync(file, text);
  }
  rmSync(file);
  expect((await verify()).faults).toEqual([expect.stringMatching(/census\.csv: is not there/)]);
  writeFileSync(file, text);
});

test('is not asked for where nobody asks', async () => {
  rmSync(ledger, { recursive: true });
  expect((await verifyDataset(dataset, quiet, Date.now())).faults).toEqual([]);
  expect((await verify()).faults).toEqual([expect.stringMatching(/ledger\.json.*is not there/)]);
});

test.for([3, Date.now() & 0x7fffffff])(
  'any flipped bit of what was given is found (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const [name] = filesOf('.allocations');
    const file = join(ledger, name);
    const bytes = readFileSync(file);
    for (let flip = 0; flip < 25; flip++) {
      const damaged = Buffer.from(bytes);
      const at = random.integer(0, bytes.length - 1);
      damaged[at] ^= 1 << random.integer(0, 7);
      writeFileSync(file, damaged);
      expect((await verify()).faults, `byte ${at}`).toEqual([expect.stringMatching(/^ledger: /)]);
    }
    writeFileSync(file, bytes.subarray(0, bytes.length - 2));
    expect((await verify()).faults).toEqual([expect.stringMatching(/is no list of allocations/)]);
  },
);

test('a unit with other people than it gave is found, and one with others than the census lists', async () => {
  const [name] = filesOf('.csv');
  const file = join(ledger, name);
  const text = readFileSync(file, 'utf8');
  const [header, ...rows] = text.trim().split('\n');
  const inhabited = rows.findIndex((row) => Number(row.split(',')[1]) > 0);
  const [id, people, insideText] = rows[inhabited].split(',');
  const inside = Number(insideText);
  expect(header).toBe(
    'id,people,inside_millipersons,off_map_millipersons,off_coverage_millipersons,without_room_millipersons,' +
      'without_land_millipersons,in_other_units_millipersons',
  );
  const gave = new RegExp(`unit ${id.replaceAll('"', '')} gave`);
  const wrong: [string, RegExp[]][] = [
    [[id, people, inside + 1, 0, 0, 0, 0, 0].join(), [/thousandths of a person inside and not counted/]],
    [[id, people, inside + 1, -1, 0, 0, 0, 0].join(), [/thousandths of a person inside and not counted/]],
    [[id, people, inside - 1, 0, 1, 0, 0, 0].join(), [gave]],
    [[id, people, 0, 0, 0, 0, 0, inside].join(), [gave]],
    [[id, people, inside, 0, 0].join(), [/is damaged/]],
    [
      [id, Number(people) + 1, inside + 1_000, 0, 0, 0, 0, 0].join(),
      [/1 unit has other people in the build than in the file/, /listed people in the ledger/],
    ],
  ];
  for (const [row, reasons] of wrong) {
    writeFileSync(file, `${[header, ...rows.with(inhabited, row)].join('\n')}\n`);
    expect((await verify()).faults, row).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
  }
  writeFileSync(file, `${[header, ...rows.toSpliced(inhabited, 1)].join('\n')}\n`);
  expect((await verify()).faults).toEqual([
    expect.stringMatching(/1 unit has other people in the build than in the file: .* 0 in the build/),
    expect.stringMatching(/^ledger: /),
  ]);
});

test('an area that is missing, and the ledger of another version, are found', async () => {
  const [name] = filesOf('.allocations');
  rmSync(join(ledger, name));
  expect((await verify()).faults).toEqual([
    expect.stringMatching(/cell 8c[0-9a-f]+ holds \d+ .* 0 by the ledger/),
  ]);
  const file = join(ledger, 'ledger.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version":"[^"]*"/, '"version":"town-0"'));
  expect((await verify()).faults).toEqual([expect.stringMatching(/is of version town-0/)]);
});

test('a tile with another unit of a cell, or other people of a unit elsewhere, is found', async () => {
  const manifest = manifestIn(dataset);
  const reader = readerOfFolder(dataset, manifest, new LoadedObjects(1e8));
  const overviews = await reader.readOverviews('living', manifest.living!.overviews);
  const cells = tilesIn(overviews.values());
  const byArea = Map.groupBy(cells, partitionOf);
  const check = (change: (units: TileUnits) => TileUnits | null): Promise<unknown> =>
    checkLedger(
      dataset,
      manifest,
      byArea.keys(),
      async (area) => {
        const tiles = [...(await reader.readCountTiles('living', byArea.get(area)!)).values()];
        return tiles.map((tile) => (tile.cell === cells[0] ? { ...tile, units: change(tile.units!) } : tile));
      },
      quiet,
    );
  await check((units) => units);
  await expect(check(() => null)).rejects.toThrow(/does not say which census units/);
  const first = (units: TileUnits) => units.runUnits.with(1, units.runUnits[0]);
  await expect(check((units) => ({ ...units, runUnits: first(units) }))).rejects.toThrow(
    /in another unit than/,
  );
  for (let unit = 0; unit < 12; unit++) {
    const other = { otherTiles: Uint32Array.of(8), otherPeople: Float64Array.of(1) };
    const changed = (units: TileUnits) => ({
      ...{ ...units, ...other },
      numbers: units.numbers.with(0, unit),
      otherEnds: units.otherEnds.map(() => 1),
    });
    await expect(check(changed)).rejects.toThrow(
      /other people of unit .* in other tiles|in 1 of the 2 tiles/,
    );
  }
});

test.each([
  ['all tiles list each other', [1, 1], null],
  ['the first tile takes its unit for whole', [0, 1], /other people of unit 5/],
  ['the last tile takes its unit for whole', [1, 0], /other people of unit 5/],
  ['all tiles take it for whole', [0, 0], /other people of unit 5/],
  ['a tile that is listed has nobody of it', [1], /in 1 of the 2 tiles/],
])('units over two tiles: %s', (_, others, fault) => {
  const cells = cellToChildren(latLngToCell(50, 5, 5), COUNT_TILE_RESOLUTION);
  const spread = new UnitsOfTiles(6);
  const faults = others.map((listed, i) => {
    const runs = { runEnds: Uint32Array.of(1), runUnits: Uint32Array.of(0), runTotals: Uint32Array.of(7) };
    const columns = { numbers: Float64Array.of(listed ? 5 : WHOLE), here: Float64Array.of(7 + i) };
    const tiles = Uint32Array.of(...(listed ? [numberOfTile(cells[1 - i]!)] : []));
    const ends = {
      otherEnds: Uint32Array.of(listed),
      otherTiles: tiles,
      otherPeople: Float64Array.of(8 - i),
    };
    const units = { ...runs, ...columns, ...ends, ratioClasses: Uint8Array.of(0) };
    const tile = { cell: cells[i]!, keys: Uint32Array.of(0), runningTotals: Uint32Array.of(7 + i), units };
    const cell = cellFromKey(tile.cell, COUNT_TILE_RESOLUTION, 0, GRID_RESOLUTION);
    return spread.faultIn({ ...tile, byteLength: 0 }, new Map([[numberInPartition(cell), 5]]));
  });
  const found = faults.find((own) => own !== null) ?? spread.missing();
  if (fault) expect(found).toMatch(fault);
  else expect(found).toBeNull();
});
