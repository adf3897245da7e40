/** A place's counts depend on nothing else in the build, nor on ids. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellToLatLng } from 'h3-js';
import { expect, test } from 'vitest';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { Manifest } from '../../src/format/manifest.ts';
import { LAYERS, TRAVELS } from '../../src/format/tile-sets.ts';
import { weightsName } from '../../tiles-builder/living/weights.ts';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import { verifyDataset } from '../../tiles-builder/verify/verify-dataset.ts';
import { type MosaicWanted, mosaicIn } from '../bench/mosaic-files.ts';
import { residentsIn } from '../support/datasets/residents-of.ts';
import { describeOnRealData } from '../support/files/real-data.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const hasTools = spawnSync('/usr/bin/python3', ['-c', 'import osmium, pyproj, numpy']).status === 0;
if (!hasTools) {
  process.stdout.write(
    'Skipped: mosaics (python3-pyosmium, python3-pyproj and python3-numpy are not installed)\n',
  );
}
const quiet = (): void => {};
/** More than 4 km inside the first copy. */
const INTERIOR = { west: -1.719, south: 48.085, east: -1.64, north: 48.129 };
const COVERED = { west: -1.8, south: 48.03, north: 48.21 };
const COPY_DEGREES = 0.23;
const TURN = 0.2;
const COPIES = Number(process.env.NATION_COPIES ?? 2);
const LEAST_PEOPLE = 150_000;

describeOnRealData('mosaics', () => {
  const folder = temporaryFolder();

  async function build(wanted: MosaicWanted, name: string, weights?: string): Promise<Manifest> {
    const { configFile } = mosaicIn(folder, wanted);
    const config = JSON.parse(readFileSync(configFile, 'utf8'));
    const coverage = join(folder, `${name}-coverage.json`);
    const side = Math.ceil(Math.sqrt(wanted.copies));
    const beyond = (side - 1) * COPY_DEGREES;
    const west = COVERED.west - TURN * beyond;
    const south = COVERED.south - TURN * beyond;
    const north = COVERED.north + (1 + TURN) * beyond;
    const east = COVERED.west + 0.02 + COPY_DEGREES + (1 + TURN) * beyond;
    const ring = rectangle(west, south, east, north);
    writeFileSync(coverage, JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
    const own = join(folder, `${name}.json`);
    const named = {
      roads: { ...config.roads, coverage },
      buildings: { ...config.buildings, coverage },
      census: { ...config.census, ...(weights && { weights }) },
    };
    writeFileSync(own, JSON.stringify({ ...config, ...named }));
    const { manifest } = await buildDataset(readConfig(own), join(folder, name), { progress: quiet });
    return manifest;
  }

  const namesOf = ({ roads, basemap, ...layers }: Manifest): (string | undefined)[] => [
    ...TRAVELS.map((travel) => roads[travel].name),
    basemap?.name,
    ...LAYERS.map((layer) => layers[layer]?.name),
  ];

  async function residentsInside(dataset: string): Promise<[string, number][]> {
    const { west, south, east, north } = INTERIOR;
    const residents = [...(await residentsIn(dataset))].filter(([cell]) => {
      const [lat, lon] = cellToLatLng(cell);
      return lon > west && lon < east && lat > south && lat < north;
    });
    return residents.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  const copiesOf = (shuffled: boolean): MosaicWanted => ({ extract: 'rennes', copies: COPIES, shuffled });
  const timeout_ms = 300_000 * Math.ceil(COPIES / 4);

  test.skipIf(!hasTools)(
    `a copy alone and among ${COPIES}, and with shuffled ids`,
    { timeout: timeout_ms },
    async () => {
      const many = join(folder, 'many');
      const manifest = await build(copiesOf(false), 'many');
      const shuffled = await build(copiesOf(true), 'shuffled');
      expect(namesOf(shuffled)).toEqual(namesOf(manifest));

      const { faults } = await verifyDataset(many, quiet, 0);
      expect(faults).toEqual([]);

      await build({ extract: 'rennes', copies: 1 }, 'one', `${many}.${weightsName(0)}`);
      const alone = await residentsInside(join(folder, 'one'));
      expect(alone.reduce((sum, [, people]) => sum + people, 0)).toBeGreaterThan(LEAST_PEOPLE * MILLIPERSONS);
      expect(await residentsInside(many)).toEqual(alone);
    },
  );
});
