import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signedDoubleArea } from '../../src/geo/positions.ts';
import { UNITS_PER_DEGREE } from '../../tiles-builder/geometry/coordinate-units.ts';
import { NOWHERE } from '../../tiles-builder/sources/features.ts';
import { gatherBuildings } from '../../tiles-builder/sources/gather/gather-buildings.ts';
import { gatherRoads } from '../../tiles-builder/sources/gather/gather-roads.ts';
import { readOsmFile } from '../../tiles-builder/sources/osm/read-osm-file.ts';
import { describeOnRealData, realDataFolder, runsOn } from '../support/files/real-data.ts';
import { osmWays } from '../support/roads/osm-roads.ts';

/** Debian's python3-pyosmium is for its own Python. */
const PYTHON = '/usr/bin/python3';
const EVERY = 7;
const hasOsmium = spawnSync(PYTHON, ['-c', 'import osmium']).status === 0;
if (!hasOsmium)
  process.stdout.write('Skipped: extracts beside pyosmium (python3-pyosmium is not installed)\n');

interface OsmiumElements {
  readonly ways: number;
  readonly relations: number;
  readonly sample: readonly [id: number, places: ([lon: number, lat: number] | null)[]][];
  /** Square units of 1e-7 degrees. */
  readonly areas: Readonly<Record<string, number>>;
}

function readByOsmium(file: string): OsmiumElements {
  const script = join(import.meta.dirname, 'osmium-elements.py');
  const { stdout, stderr } = spawnSync(PYTHON, [script, file, String(EVERY)], { maxBuffer: 2 ** 30 });
  if (stdout.length === 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

/**
 * Highways by the data's description, and buildings of only one reader. Pyosmium takes no tags from a multipolygon's ways, and omits some with missing nodes; we omit
 * self-crossing ones.
 */
const extracts = (
  [
    ['les-gets', { highways: 1275, onlyOurs: 0, onlyTheirs: 0 }],
    ['liechtenstein-2022', { highways: 7577, onlyOurs: 0, onlyTheirs: 0 }],
    ['malta-2018', { highways: 26_197, onlyOurs: 0, onlyTheirs: 6 }],
    ['monaco-2016', { highways: 2927, onlyOurs: 41, onlyTheirs: 43 }],
    ['porto-roads-2015', { highways: 51_349, onlyOurs: 0, onlyTheirs: 0 }],
    ['rennes-2026', { highways: 11_114, onlyOurs: 0, onlyTheirs: 0 }],
  ] as const
).filter(([name]) => runsOn(name));

/** Pyosmium counts the overlap once. */
const OVERLAPPING = new Set(['relation/7908096']);

describeOnRealData('what is read of an extract', () => {
  describe.skipIf(!hasOsmium).each(extracts)('%s is what pyosmium reads', (name, { highways, ...others }) => {
    const file = join(realDataFolder, `osm/${name}.osm.pbf`);
    test('elements, the places of every node of a way, and buildings', { timeout: 120_000 }, async () => {
      const theirs = readByOsmium(file);
      const sample: [number, ([number, number] | null)[]][] = [];
      let ways = 0;
      let relations = 0;
      const buildings = gatherBuildings();
      const roads = gatherRoads();
      const all = {
        lines: {
          wants: () => true,
          take: ({ id, lon, lat }: { id: number; lon: Int32Array; lat: Int32Array }) => {
            const place = (i: number): [number, number] | null =>
              lon[i] === NOWHERE ? null : [lon[i], lat[i]];
            if (ways++ % EVERY === 0) sample.push([id, [...lon.keys()].map(place)]);
          },
        },
        relations: { wants: () => true, take: () => relations++ },
      };
      await readOsmFile(file, [all, buildings, roads], { progress: () => {}, scratch: tmpdir() });
      expect([ways, relations]).toEqual([theirs.ways, theirs.relations]);
      expect(sample).toEqual(theirs.sample);
      const found = osmWays(roads.gathered()).filter(({ tags }) => tags.highway !== undefined);
      expect(found).toHaveLength(highways);

      const ours = new Map(
        buildings.gathered().map(({ id, footprint }) => {
          const rings = footprint.flatMap((polygon) => polygon.map(signedDoubleArea));
          return [id, (rings.reduce((a, b) => a + b, 0) / 2) * UNITS_PER_DEGREE ** 2];
        }),
      );
      const theirIds = Object.keys(theirs.areas);
      const onlyOurs = [...ours.keys()].filter((id) => theirs.areas[id] === undefined);
      const onlyTheirs = theirIds.filter((id) => !ours.has(id));
      const ofOtherSize = theirIds.filter(
        (id) => Math.abs((ours.get(id) ?? 0) / theirs.areas[id] - 1) > 1e-3,
      );
      expect(ofOtherSize.filter((id) => ours.has(id) && !OVERLAPPING.has(id))).toEqual([]);
      expect({ onlyOurs: onlyOurs.length, onlyTheirs: onlyTheirs.length }).toEqual(others);
    });
  });
});
