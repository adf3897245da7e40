/** Real locations require the version before. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { cellToChildren } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cell } from '../../src/geo/cells.ts';
import { groupsName, readGroupsFile, writeGroupsFile } from '../../tiles-builder/daytime/groups-file.ts';
import { partitionOf } from '../../tiles-builder/partitions/partitions.ts';
import { type BuildSummary, buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { ALL_CHANGES } from '../../tiles-builder/publish/version-change.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { reported } from '../support/processes/reported.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';

const folder = mkdtempSync(join(tmpdir(), 'version-before-'));
const at = (name: string): string => join(folder, name);
const progress = (): void => {};
const besideTown = (): string[] => readdirSync(folder).filter((name) => name.startsWith('town.'));

let configFile: string;
const build = (out: string, locations: object = {}): Promise<BuildSummary> => {
  const { simulated: _, ...config } = JSON.parse(readFileSync(configFile, 'utf8'));
  writeFileSync(configFile, JSON.stringify({ ...config, locations: { ...config.locations, ...locations } }));
  return buildDataset(readConfig(configFile), at(out), { progress, steps: at('steps') });
};
const publish = (out: string, ...withoutGroupsOf: readonly string[]) =>
  publishDataset(at(out), bucket.client(), progress, {
    accept: new Set(ALL_CHANGES),
    withoutGroupsOf: new Set(withoutGroupsOf),
  });
const versionsToName = (refused: string): string[] =>
  /--without-groups-of (\S+)/.exec(refused)?.[1].split(',') ?? [];
const bucket = new R2Model();
let first: BuildSummary;

beforeAll(async () => {
  configFile = (await writeGridTown(at('sources'), 'stops')).config;
  first = await build('town');
});
afterAll(() => rmSync(folder, { recursive: true }), 60_000);

test('a first build creates a secret that its owner alone may read, and says so', () => {
  expect(first.warnings.join('\n')).toMatch(/town\.secret is new: .* Keep it for the next version/);
  expect(statSync(at('town.secret')).size).toBe(32);
  expect(statSync(at('town.secret')).mode & 0o777).toBe(0o600);
  expect(besideTown()).toContain(`town.${groupsName(first.manifest.version)}`);
  const { own, followed } = first.manifest.panel!.groups;
  expect(followed).toBe(own);
});

test('the same sources built again follow themselves: the same version, the same secret', async () => {
  const before = besideTown();
  const secret = readFileSync(at('town.secret'));
  const again = await build('town');
  expect(again.manifest).toEqual(first.manifest);
  expect(again.warnings.join('\n')).not.toContain('secret');
  expect(readFileSync(at('town.secret'))).toEqual(secret);
  expect(besideTown()).toEqual(before);
});

test('the next version follows the one in the folder, whose groups stay, and is published without confirmation', async () => {
  await publish('town');
  leaveOut(/^home-(6|7)-\d*[02468],/);
  const second = await build('town');
  expect(second.manifest.version).not.toBe(first.manifest.version);
  const { own, followed } = second.manifest.panel!.groups;
  expect([own, followed]).toEqual([first.manifest.panel!.groups.own, first.manifest.panel!.groups.own]);
  for (const { manifest } of [first, second]) {
    const { version } = readGroupsFile(at(`town.${groupsName(manifest.version)}`));
    expect(version).toBe(manifest.version);
  }
  expect(await publish('town')).toMatchObject({ replaced: first.manifest.version });
}, 240_000);

test('a version without the groups of the live one is published only where all that were live are named', async () => {
  const live = readManifestVersion('town');
  leaveOut(/^home-(8|9)-\d*[02468],/);
  await build('stranger');
  const refused = await reported(publish('stranger'));
  expect(refused).toContain('counts in other groups');
  expect(versionsToName(refused)).toEqual([first.manifest.version, live]);
  expect(await reported(publish('stranger', first.manifest.version))).toContain(
    `${live} counts in other groups`,
  );
  expect(await publish('stranger', ...versionsToName(refused))).toMatchObject({ replaced: live });
}, 240_000);

test('groups named by a path elsewhere come with the secret next to them', async () => {
  const live = readManifestVersion('stranger');
  const { manifest, warnings } = await build('elsewhere', {
    groups: join(folder, `stranger.${groupsName(live)}`),
  });
  expect(warnings.join('\n')).not.toContain('secret');
  expect(readdirSync(folder)).not.toContain('elsewhere.secret');
  expect(manifest.version).toBe(live);
}, 240_000);

test('another secret than that of the version before is reported when built, and refused when published', async () => {
  const live = readManifestVersion('stranger');
  const groups = join(folder, `stranger.${groupsName(live)}`);
  const says = `${live}, is rounded by another secret`;
  writeFileSync(at('other.secret'), Buffer.alloc(32, 7));
  const named = await build('named', { groups, secret: at('other.secret') });
  expect(named.warnings.join('\n')).toContain(says);

  rmSync(at('stranger.secret'));
  const { warnings, manifest } = await build('stranger', { groups: undefined, secret: undefined });
  expect(warnings.join('\n')).toContain(says);
  expect(warnings.join('\n')).toContain('stranger.secret is new');
  const refused = await reported(publish('stranger'));
  expect(refused).toContain('or rounds by another secret');
  expect(await publish('stranger', ...versionsToName(refused))).toMatchObject({ replaced: live });
  expect((await build('stranger')).warnings.join('\n')).not.toContain('secret');
  expect(readManifestVersion('stranger')).toBe(manifest.version);
}, 360_000);

test('groups of other land are refused, as nobody would be counted in them', async () => {
  const live = readManifestVersion('stranger');
  const { groups, ...followed } = readGroupsFile(at(`stranger.${groupsName(live)}`));
  const elsewhere = cellToChildren(partitionOf(groups[0].cell), 7).at(-1) as Cell;
  const foreign = [...Map.groupBy(groups, ({ whereabouts }) => whereabouts).values()].map(([first]) => ({
    ...first,
    cell: elsewhere,
  }));
  writeGroupsFile(at('foreign.json'), { ...followed, groups: foreign });
  const refused = await reported(
    build('foreign', { groups: at('foreign.json'), secret: at('stranger.secret') }),
  );
  expect(refused).toContain('100 % of the people at work are in groups that have no place');
}, 240_000);

const readManifestVersion = (out: string): string =>
  JSON.parse(readFileSync(join(at(out), 'manifest.json'), 'utf8')).version;

/** By the start of their rows. */
function leaveOut(persons: RegExp): void {
  const file = join(folder, 'sources/stops.csv.gz');
  const rows = gunzipSync(readFileSync(file)).toString().split('\n');
  const left = rows.filter((row) => !persons.test(row));
  expect(left.length).toBeLessThan(rows.length);
  writeFileSync(file, gzipSync(left.join('\n')));
}
