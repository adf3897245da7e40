/** People at work where three partitions meet. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { groupsFileOf, readGroupsFile } from '../../tiles-builder/daytime/groups-file.ts';
import { Panel } from '../../tiles-builder/daytime/panel-persons.ts';
import { intersectionOf } from '../../tiles-builder/geometry/clip-zones.ts';
import { centreOf } from '../../tiles-builder/geometry/grid-cells.ts';
import { PlanarArea } from '../../tiles-builder/geometry/planar-area.ts';
import { cellInPartition, partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { allocationsIn, type LivingFigures } from '../../tiles-builder/pipeline/living/figures.ts';
import { Reading } from '../../tiles-builder/pipeline/reading-step.ts';
import { readFigures } from '../../tiles-builder/pipeline/step-files.ts';
import { RoadsideCells } from '../../tiles-builder/roads/roadside-cells.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { countPanel } from '../experiments/count-panel.ts';
import { bytesOfFiles } from '../support/datasets/dataset-files.ts';
import { residentsOf } from '../support/datasets/residents-of.ts';
import { cornerPlane, HALF_M, writeCornerTown } from '../support/towns/corner-town.ts';
import { capacityIn } from '../support/towns/town-sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'working-steps-'));
afterAll(() => rmSync(folder, { recursive: true }), 60_000);
const at = (name: string): string => join(folder, name);
const progress = (): void => {};
const PERSONS = 900;
const DAYS = ['15', '16', '17', '18'];

const random = new Random(29);

/** A third live where they work, some far outside. */
function stops(): string[] {
  const place = (): string => {
    const anywhere = (): number => random.between(-HALF_M, HALF_M);
    const [lon, lat] = cornerPlane.toPosition([anywhere(), anywhere()]);
    return `${lon},${lat}`;
  };
  const [lon, lat] = cornerPlane.toPosition([0, 30_000]);
  return Array.from({ length: PERSONS }, (_, device) => {
    const home = place();
    const isOutside = random.chance(0.05);
    const occupation = random.chance(0.3) ? home : isOutside ? `${lon},${lat}` : place();
    return DAYS.flatMap((day) => [
      `${device},2024-01-${day}T00:00:00+01:00,2024-01-${day}T08:00:00+01:00,${home}`,
      `${device},2024-01-${day}T09:00:00+01:00,2024-01-${day}T17:00:00+01:00,${occupation}`,
      `${device},2024-01-${day}T18:00:00+01:00,2024-01-${day}T23:59:59+01:00,${home}`,
    ]);
  }).flat();
}

/** @returns configuration's path */
function writeTown(name: string, rows: readonly string[]): string {
  const config = at(`${name}.json`);
  writeFileSync(at(`${name}.csv`), `device,start,end,lon,lat\n${rows.join('\n')}\n`);
  const locations = { file: `${name}.csv`, kind: 'stops', device: 'device' };
  const town = JSON.parse(readFileSync(at('config.json'), 'utf8'));
  writeFileSync(config, JSON.stringify({ ...town, timezone: 'Europe/Paris', simulated: true, locations }));
  return config;
}

const groupsOf = (name: string, version: string) => ({
  ...readGroupsFile(groupsFileOf(at(name), version)),
  version: '',
});

let rows: string[];
let config: string;
let version: string;
beforeAll(async () => {
  const town = writeCornerTown(folder);
  if (town !== at('config.json')) writeFileSync(at('config.json'), readFileSync(town));
  rows = stops();
  config = writeTown('town', rows);
  const built = await buildDataset(readConfig(config), at('alone'), {
    progress,
    threads: 1,
    steps: at('alone-steps'),
  });
  ({ version } = built.manifest);
  expect(built.working!.persons_dropped.occupation_place_outside).toBeGreaterThan(10);
});

test('counts are those of the whole panel in memory, from the same persons and buildings', () => {
  const stepIn = (name: string): string => {
    const found = readdirSync(at('alone-steps')).filter(
      (step) => step.replace(/-[0-9a-f]{16}$/, '') === name,
    );
    expect(found).toHaveLength(1);
    return join(at('alone-steps'), found[0]);
  };
  const reading = new Reading(stepIn('reading'));
  const { roadsCoverage, living: built } = readFigures<LivingFigures>(stepIn('living'));
  const coverage = new PlanarArea(intersectionOf(roadsCoverage, reading.coverages.builtUp));
  const livingCoverage = new PlanarArea(built!.coverage);
  const isCounted = (cell: Cell): boolean => coverage.contains(centreOf(cell));
  const isLivingKnown = (cell: Cell): boolean => livingCoverage.contains(centreOf(cell));
  const living = residentsOf(allocationsIn(stepIn('living')));
  const panel = [...new Panel(stepIn('persons'), 'home').persons()];
  const spill = reading.builtUp();
  const roadside = new RoadsideCells(
    readdirSync(at('alone-steps'))
      .filter((step) => /^(pedestrian|motorized)-graph-/.test(step))
      .map((step) => join(at('alone-steps'), step, 'roadside')),
  );
  const places = spill.partitions().flatMap((area) => {
    const { cell, size } = capacityIn(spill, area, roadside.of(area), coverage);
    return Array.from(cell, (number, i) => [cellInPartition(area, number), size[i]] as const);
  });
  const counted = countPanel(panel, { living, places, isLivingKnown, isCounted });
  const { groups, classes, parameters } = groupsOf('alone', version);
  expect(new Set(groups.map(({ cell }) => partitionOf(cell))).size).toBe(3);
  expect(groups).toEqual(counted.toFollow.groups);
  expect(classes).toEqual(counted.toFollow.classes);
  expect(parameters).toEqual(counted.toFollow.parameters);
  expect(parameters.variance.length).toBeGreaterThan(10);
});

test('rows in another order and several threads count the same', async () => {
  const shuffled = readConfig(
    writeTown(
      'shuffled',
      random.order(rows, () => 1),
    ),
  );
  await buildDataset(shuffled, at('again'), { progress, threads: 2 });
  const isOfSources = (name: string): boolean => name === 'manifest.json';
  const bytesOf = (name: string) => [...bytesOfFiles(at(name))].filter(([file]) => !isOfSources(file));
  expect(bytesOf('again')).toEqual(bytesOf('alone'));
  const [groups] = readdirSync(folder).filter((name) => name.startsWith('again.') && /groups/.test(name));
  expect({ ...readGroupsFile(at(groups)), version: '' }).toEqual(groupsOf('alone', version));
});
