import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../tiles-builder/base/files/temporary-folder.ts';
import { openEmbeddedEngine } from '../../tiles-builder/daytime/embedded-engine.ts';
import { readLocations } from '../support/files/read-locations.ts';
import { DEVICE, filesWithDevices, pathsIn } from '../support/processes/interrupted-build.ts';
import { drawDay, type Place, panelIn, pingsCsv, pingsOf, removeFiles, writeFile } from './timelines.ts';

afterAll(removeFiles);

const HOME: Place = [7.42, 43.74];
const DAYS = ['2024-01-15', '2024-01-16', '2024-01-17'];

const panelOf = (devices: number): string =>
  pingsCsv(
    Array.from({ length: devices }, (_, i) =>
      DAYS.flatMap((day) =>
        drawDay(`${DEVICE}${i}`, day, '+01:00', [
          [[HOME[0], HOME[1] + i / 100], '########.........#######'],
          [[HOME[0] + 0.1, HOME[1]], '........#########.......'],
        ]),
      ),
    ).flat(),
    10,
    20,
  );

async function analyse(file: string) {
  const engine = await openEmbeddedEngine();
  try {
    await readLocations(pingsOf(file), engine);
    const found = await panelIn(engine, 'Europe/Paris');
    const hashes = await engine.query<{ person: string }>(
      'SELECT DISTINCT toString(person) AS person FROM stops ORDER BY person',
    );
    const tables = await engine.query<{ name: string; engine: string }>(
      'SELECT name, engine FROM system.tables WHERE database = currentDatabase()',
    );
    const written = pathsIn(temporaryFolder()).map((path) => join(temporaryFolder(), path));
    return {
      found,
      hashes: hashes.map(({ person }) => person),
      tables,
      bytes: written.filter((file) => statSync(file).isFile()).map((file) => statSync(file).size),
      filesWithDevices: filesWithDevices(temporaryFolder()),
    };
  } finally {
    await engine.close();
  }
}

describe('what it analyses', () => {
  test('is in memory alone', async () => {
    const before = pathsIn(temporaryFolder());
    const { tables, bytes, filesWithDevices } = await analyse(writeFile('p.csv', panelOf(40)));
    expect(tables.map(({ name }) => name).sort()).toEqual([
      'days',
      'persons',
      'pings',
      'places',
      'salt',
      'squares',
      'stops',
    ]);
    expect(new Set(tables.map(({ engine }) => engine))).toEqual(new Set(['Memory']));
    expect(filesWithDevices).toEqual([]);
    for (const size of bytes) expect(size).toBeLessThan(1_000);
    expect(pathsIn(temporaryFolder())).toEqual(before);
  });

  test('has other hashes each time, and gives the same counts', async () => {
    const file = writeFile('again.csv', panelOf(40));
    const [first, second] = [await analyse(file), await analyse(file)];
    expect(first.hashes).toHaveLength(40);
    expect(new Set([...first.hashes, ...second.hashes]).size).toBe(80);
    expect(second.found).toEqual(first.found);
    expect(first.found.report.persons_with_occupation).toBe(40);
  });
});
