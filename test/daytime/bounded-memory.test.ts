/** Bounds of memory change no result. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import type { LocationsConfig } from '../../tiles-builder/sources/config/config.ts';
import { inOrder, pingsCsv, pingsOf, type Stay, stopsCsv, stopsOf } from './timelines.ts';

const PARAMETERS = '../../tiles-builder/daytime/parameters.ts';
const folder = mkdtempSync(join(tmpdir(), 'bounded-'));
afterEach(() => {
  vi.doUnmock(PARAMETERS);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function found(locations: LocationsConfig, bounds: object) {
  vi.resetModules();
  vi.doMock(PARAMETERS, async (original) => ({ ...(await original<object>()), ...bounds }));
  const { findPersons } = await import('../../tiles-builder/daytime/find-persons.ts');
  const persons: Parameters<typeof inOrder>[0][number][] = [];
  const told: (number | undefined)[] = [];
  const progress = (step: string, _?: number, reads?: number): void => {
    if (step === 'Read locations') told.push(reads);
  };
  const figures = await findPersons(
    { locations, timezone: 'Europe/Paris', clickhouse: undefined, progress },
    (own) => persons.push(own),
  );
  return { reads: told.length, figures, persons: inOrder(persons) };
}

/** At home by night, at one of a few places by day, sometimes unseen. */
function drawStays(random: Random): Stay[] {
  const days = Array.from({ length: 12 }, (_, i) => Date.UTC(2024, 0, 15 + i) - 3_600_000);
  const at = (midnight: number, hour: number): string => new Date(midnight + hour * 3_600_000).toISOString();
  return Array.from({ length: 50 }, (_, i) => {
    const home = [7.4 + random.integer(0, 4) / 100, 43.7 + random.integer(0, 4) / 100] as const;
    const work = [7.6 + random.integer(0, 2) / 100, 43.75] as const;
    return days
      .filter(() => random.chance(0.7))
      .flatMap((midnight): Stay[] => {
        const day = (place: Stay['place'], from: number, to: number): Stay => ({
          ...{ device: `device-${i}`, place },
          ...{ from: at(midnight, from), to: at(midnight, to) },
        });
        return random.chance(0.6)
          ? [day(home, 0, 7), day(work, 8, 16.5), day(home, 18, 23.9)]
          : [day(home, 0, 23.9)];
      });
  }).flat();
}

const BOUNDED = { READINGS_IN_MEMORY: 400, SMALL_FILE_BYTES: 0, PERSONS_AT_ONCE: 7 };
test.each([
  ['stops', Date.now() % 1e9],
  ['pings', Date.now() % 1e9],
] as const)('%s (seed %i)', async (kind, seed) => {
  const stays = drawStays(new Random(seed));
  const file = join(folder, `${kind}-${seed}.csv.gz`);
  writeFileSync(file, gzipSync(kind === 'stops' ? stopsCsv(stays) : pingsCsv(stays, 60, 20)));
  const locations = kind === 'stops' ? stopsOf(file) : pingsOf(file);
  const { reads, ...whole } = await found(locations, {});
  expect(reads).toBe(1);
  expect(whole.figures.panel.persons_with_occupation).toBeGreaterThan(30);
  const bounded = await found(locations, { ...BOUNDED, STOPS_AT_ONCE: 100, PINGS_AT_ONCE: 900 });
  expect(bounded.reads).toBeGreaterThan(2);
  expect({ figures: bounded.figures, persons: bounded.persons }).toEqual(whole);
});
