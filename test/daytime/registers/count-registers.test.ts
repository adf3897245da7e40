import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MILLIPERSONS } from '../../../src/format/count-tile.ts';
import { parentOf } from '../../../src/geo/cells.ts';
import type { Ring } from '../../../src/geo/positions.ts';
import { datasetDetailsOf } from '../../../src/response/details.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { groupsFileOf, readGroupsFile } from '../../../tiles-builder/daytime/groups-file.ts';
import { cellAt, centreOf } from '../../../tiles-builder/geometry/grid-cells.ts';
import { partitionsAllocated, readAllocations } from '../../../tiles-builder/living/allocations.ts';
import { type BuildSummary, buildDataset } from '../../../tiles-builder/pipeline/build-dataset.ts';
import { allocationsIn } from '../../../tiles-builder/pipeline/living/figures.ts';
import { polygonGeometry, writeFeatures } from '../../../tiles-builder/simulate/write-sources.ts';
import { readCensus } from '../../../tiles-builder/sources/census/census.ts';
import { readConfig } from '../../../tiles-builder/sources/config/config.ts';
import { cornerPlane, HALF_M, writeCornerTown } from '../../support/towns/corner-town.ts';
import { rectanglesOn } from '../../support/zones/rectangle.ts';

const folder = mkdtempSync(join(tmpdir(), 'registers-'));
afterAll(() => rmSync(folder, { recursive: true }), 60_000);
const at = (name: string): string => join(folder, name);
const progress = (): void => {};
const rectangle = rectanglesOn(cornerPlane);

const random = new Random(9);
const within_m = HALF_M - 200;
const place = (): [number, number] => [
  random.between(-within_m, within_m),
  random.between(-within_m, within_m),
];
const point = (xy: [number, number]): GeoJSON.Geometry => ({
  type: 'Point',
  coordinates: [...cornerPlane.toPosition(xy)],
});
const site = (id: string, people: number, geometry: GeoJSON.Geometry | null): GeoJSON.Feature =>
  ({ type: 'Feature', properties: { id, people }, geometry }) as GeoJSON.Feature;

const offices = Array.from({ length: 120 }, (_, i) =>
  site(`office ${i}`, random.integer(1, 40), point(place())),
);
const PARK = site('park', 500, polygonGeometry([rectangle(-600, -600, 1_200, 1_200)]));
const KIOSK = site('kiosk', 4, polygonGeometry([rectangle(300, 300, 20, 20)]));
const NOWHERE = site('nowhere', 33, null);
const ABROAD = site('abroad', 70, point([90_000, 0]));
const HEAD = site('head office', 9_000, point([250, -300]));
const MOST = 2_000;
const schools = Array.from({ length: 3 }, (_, i) => site(`school ${i}`, 200 + i, point(place())));
const peopleOf = (sites: readonly GeoJSON.Feature[]): number =>
  sites.reduce((sum, { properties }) => sum + properties!.people, 0);

let town: ReturnType<typeof readConfig>;
let built: BuildSummary;
function buildFrom(sites: GeoJSON.Feature[], out: string, config = town): Promise<BuildSummary> {
  writeFeatures(folder, `${out}.geojson`, sites);
  const workplaces = [{ ...config.workplaces![0], file: at(`${out}.geojson`) }];
  return buildDataset({ ...config, workplaces }, at(out), { progress, threads: 1 });
}
/** Builds from registers that are complete in a part of the town each. */
function buildWithin(parts: Readonly<Record<string, Ring>>, out: string): Promise<BuildSummary> {
  const workplaces = Object.entries(parts).map(([name, part]) => {
    writeFeatures(folder, `${name}.geojson`, [
      { type: 'Feature', properties: {}, geometry: polygonGeometry([part]) },
    ]);
    return { ...town.workplaces![0], coverage: at(`${name}.geojson`) };
  });
  return buildDataset({ ...town, workplaces }, at(out), { progress, threads: 1 });
}
beforeAll(async () => {
  const config = JSON.parse(readFileSync(writeCornerTown(folder), 'utf8'));
  writeFeatures(folder, 'workplaces.geojson', [...offices, PARK, KIOSK, NOWHERE, ABROAD, HEAD]);
  writeFeatures(folder, 'schools.geojson', schools);
  const register = { people: 'people', id: 'id', vintage: 2026 };
  writeFileSync(
    at('registers.json'),
    JSON.stringify({
      ...config,
      simulated: true,
      census: { ...config.census, at_home: 'home' },
      workplaces: { ...register, file: 'workplaces.geojson', most_people: MOST, attribution: 'Register' },
      schools: [{ ...register, file: 'schools.geojson' }],
    }),
  );
  town = readConfig(at('registers.json'));
  built = await buildDataset(town, at('one'), { progress, threads: 1, steps: at('steps') });
}, 240_000);

describe('working counts from registers', () => {
  test('count everybody at a workplace, at school or at home, and nobody twice', async () => {
    const staff = peopleOf([...offices, PARK, KIOSK]) + MOST;
    const units = JSON.parse(readFileSync(at('census.geojson'), 'utf8')).features as GeoJSON.Feature[];
    const share = new Map(units.map(({ id, properties }) => [id, properties!.home]));
    const [living] = readdirSync(at('steps')).filter((step) => /^living-[0-9a-f]{16}$/.test(step));
    const allocations = allocationsIn(at(join('steps', living)));
    const ids = [...(await readCensus(town.census![0], progress))].map(({ id }) => id);
    const atHome = partitionsAllocated(allocations).reduce((sum, partition) => {
      const { unit, millipersons } = readAllocations(allocations, partition);
      return unit.reduce(
        (own, number, i) => own + (millipersons[i] / MILLIPERSONS) * share.get(ids[number]),
        sum,
      );
    }, 0);
    const { registers } = built;
    expect(registers!.staff).toBeCloseTo(staff, 6);
    expect(registers!.pupils).toBeCloseTo(peopleOf(schools), 6);
    // Some units share one fraction; the sum is exact.
    expect(Math.abs(registers!.at_home / atHome - 1)).toBeLessThan(0.005);
    const total = built.manifest.working!.total_millipersons / MILLIPERSONS;
    expect(Math.abs(total - staff - peopleOf(schools) - registers!.at_home)).toBeLessThan(0.01);
    expect(registers!.smallest_group_people).toBeGreaterThanOrEqual(10);
  });

  test('are named as such in the details of answers, and have a range', () => {
    const { sources } = datasetDetailsOf({ manifest: built.manifest, built_at: '2026-01-01T00:00:00.000Z' });
    expect(sources.map(({ role }) => role)).toEqual([
      'roads',
      'buildings',
      'census',
      'workplaces',
      'schools',
    ]);
    expect(sources[3]).toEqual({ role: 'workplaces', vintage: '2026', attribution: 'Register' });
    expect(built.manifest.panel).toBeUndefined();
    const inside = peopleOf([...offices, PARK, KIOSK, HEAD]);
    expect(built.registers).toMatchObject({
      pupils: peopleOf(schools),
      // People without a place may be abroad.
      people_nowhere: expect.closeTo((33 * inside) / (inside + 70) + 9_000 - MOST, 6),
    });
    const { knots } = built.manifest.error_model.working!;
    for (const { people, low, high } of knots) expect(low <= people && people <= high).toBe(true);
    // People counted nowhere may be anywhere.
    const last = knots.at(-1)!;
    expect(last.high / last.people).toBeGreaterThan(1 + built.registers!.people_nowhere / last.people);
  });

  test('say what is not counted, and how many people that is', () => {
    const said = built.warnings.join('\n');
    expect(said).toContain('1 site with 33 people of workplaces.geojson has no place and is counted nowhere');
    expect(said).toContain('1 site with 70 people lies outside the coverage');
    expect(said).toContain('7,000 people booked at 1 site beyond "most_people" are counted nowhere');
    expect(said).toMatch(/head office \(2,000 people at .*, capacity for some \d+\)/);
    expect(said).toMatch(/people at sites are [\d,]+ more than the [\d,]+ inhabitants who are not at home/);
  });

  test('report small outlines over capacity by block', async () => {
    const block = centreOf(parentOf(cellAt(cornerPlane.toPosition([-700, 800])), 10));
    const [x, y] = cornerPlane.toPlane([...block]);
    const practices = Array.from({ length: 12 }, (_, i) =>
      site(`practice ${i}`, 60, polygonGeometry([rectangle(x, y, 10 + i / 10, 10)])),
    );
    const { registers } = await buildFrom([...offices, PARK, ...practices], 'seat');
    expect(registers!.over_capacity).toMatchObject({
      places: 1 + schools.length,
      people: expect.closeTo(720 + peopleOf(schools), 6),
    });
    expect(registers!.over_capacity.largest[0]).toMatchObject({
      name: 'practice 0',
      sites: practices.length,
      people: expect.closeTo(720, 6),
    });
  }, 240_000);

  test('have the sites of each register only where it is complete, whatever another covers', async () => {
    const [west, east] = [-HALF_M, 0].map((from) => rectangle(from, -HALF_M, HALF_M, 2 * HALF_M));
    const { registers } = await buildWithin({ west, east }, 'halves');
    expect(registers!.staff).toBeCloseTo(built.registers!.staff, 0);
    const placed = peopleOf([...offices, PARK, KIOSK, ABROAD, HEAD]);
    expect(registers!.outside.people).toBeCloseTo(placed + ABROAD.properties!.people, 0);
    expect(
      registers!.registers.map(({ share_inside }) => share_inside > 0.01 && share_inside < 0.99),
    ).toEqual([true, true, false]);
  }, 240_000);
});

test('two versions of real registers have the same groups, figures that differ by whole steps, and the same intervals but for the total', async () => {
  const real = { ...town, simulated: false };
  const first = await buildDataset(real, at('versions'), { progress, threads: 1 });
  const groupsOf = ({ manifest }: BuildSummary) =>
    readGroupsFile(groupsFileOf(at('versions'), manifest.version));
  const before = groupsOf(first);
  const later = [
    ...offices.filter(({ properties }) => properties!.id !== 'office 7'),
    ...[PARK, site('kiosk', 5, KIOSK.geometry), NOWHERE, site('nowhere else', 1, null), ABROAD, HEAD],
  ];
  const second = await buildFrom(later, 'versions', real);
  const after = groupsOf(second);
  expect(second.manifest.version).not.toBe(first.manifest.version);
  expect(second.manifest.registers!.groups.followed).toBe(first.manifest.registers!.groups.own);
  expect(after.groups.map(({ cell }) => cell)).toEqual(before.groups.map(({ cell }) => cell));
  const steps = after.groups.map(
    ({ released }, i) => (released - before.groups[i].released) / after.parameters.rounding_base,
  );
  for (const step of steps) expect(step).toBeCloseTo(Math.round(step), 6);
  expect(steps.some((step) => Math.abs(step) > 0.5)).toBe(true);
  expect(after.parameters.variance).toEqual(before.parameters.variance);
  const [nowhere, nowhereLater] = [first, second].map(({ registers }) => registers!.people_nowhere);
  expect(Math.abs(nowhere - (first.registers!.registers[0].without_place.people + 7_000))).toBeLessThan(40);
  expect(((nowhereLater - nowhere) / after.parameters.rounding_base) % 1).toBeCloseTo(0, 6);
}, 240_000);

describe('a configuration with registers', () => {
  test.each([
    ['without workplaces', { workplaces: undefined }, /workplaces: is missing/],
    ['without a census', { census: undefined }, /census: is missing/],
    [
      'without the share at home',
      { census: [{ file: 'c.geojson', population: 'people' }] },
      /census\.at_home: is missing/,
    ],
  ])('%s is refused', async (_, settings, said) => {
    await expect(
      buildDataset({ ...town, ...settings } as typeof town, at('none'), { progress }),
    ).rejects.toThrow(said);
  });
});
