import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cellToChildren, latLngToCell } from 'h3-js';
import { afterAll, describe, expect, test } from 'vitest';
import { checkPrivacy } from '../../tiles-builder/verify/check-privacy.ts';
import { PRIVACY } from '../../tiles-builder/working/parameters.ts';
import {
  privacyFileOf,
  readPrivacyFile,
  writePrivacyFile,
} from '../../tiles-builder/working/privacy-file.ts';
import type { PrivacyGroup } from '../../tiles-builder/working/spread-by-day.ts';
import { removeFiles, writeFile } from '../working/timelines.ts';

const { finest_resolution } = PRIVACY;
const coarser = latLngToCell(57.7, 11.97, finest_resolution - 1);
const areas = cellToChildren(coarser, finest_resolution);
const group = (persons: number, ...at: number[]): PrivacyGroup => ({
  whereabouts: 'away',
  cell: areas[at[0]],
  areas: at.map((area) => areas[area]),
  joined: [],
  persons,
  people: 20 * persons,
  is_kept: false,
  room_exponent: 1,
  roadside_factor: 1,
  inhabitants_exponent: 0,
});
const check = (groups: PrivacyGroup[], occupied = areas.slice(0, 3)) =>
  checkPrivacy({ version: 'v', groups, step_people: undefined }, occupied);

afterAll(removeFiles);

describe('checkPrivacy', () => {
  test('tells the fewest persons behind a figure', () => {
    expect(check([group(12, 0, 1), { ...group(10, 2), whereabouts: 'at_home' }])).toBe(10);
  });

  test('finds a group of too few, an area in two groups, people in none', () => {
    expect(() => check([group(9, 0, 1, 2)])).toThrow(/rests on 9 persons, fewer than 10/);
    expect(() => check([group(10, 0, 1), group(10, 1, 2)])).toThrow(/is in two groups \(away\)/);
    expect(() => check([group(10, 0, 1)])).toThrow(/has people and is in no group/);
    expect(() => check([{ ...group(10, 0), areas: [areas[0], coarser] }])).toThrow(/is no area of a group/);
  });

  test('groups come back from their file as they were; other files are refused', () => {
    const file = writeFile('d.groups.json', '');
    expect(() => readPrivacyFile(file)).toThrow(/d\.groups\.json: not the groups of a dataset/);
    const content = {
      version: 'town-1',
      name: 'c0ffee',
      groups: [group(10, 0, 1)],
      step_people: 64,
    };
    writePrivacyFile(file, content);
    expect(readPrivacyFile(file)).toEqual(content);
  });

  test('groups of builders that spread people by the power of room alone are spread as they were', () => {
    const { inhabitants_exponent: _, roadside_factor: __, ...earlier } = group(10, 0, 1);
    const file = writeFile('room.groups.json', JSON.stringify({ version: 'town-1', groups: [earlier] }));
    expect(readPrivacyFile(file).groups).toEqual([
      { ...earlier, inhabitants_exponent: 0, roadside_factor: 1 },
    ]);
  });

  test('a file from before versions followed one another is refused, with a word on what to do', () => {
    const { people: _, is_kept: __, room_exponent: ___, ...earlier } = group(10, 0, 1);
    const file = writeFile('old.groups.json', JSON.stringify({ version: 'town-1', groups: [earlier] }));
    expect(() => readPrivacyFile(file)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('old.groups.json: not the groups of a dataset'),
        advice: expect.stringContaining('--without-groups-of names the live one'),
      }),
    );
  });

  test('their file is readable by its owner alone, also where another could read what was there before', () => {
    const file = writeFile('open.groups.json', '');
    chmodSync(file, 0o644);
    writePrivacyFile(file, {
      version: 'town-1',
      groups: [group(10, 0, 1)],
      step_people: undefined,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('their file lies beside the folder itself where its path is a link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'linked-'));
    try {
      symlinkSync('dataset', join(folder, 'link'));
      expect(privacyFileOf(join(folder, 'link/'), 'town-1')).toBe(join(folder, 'dataset.town-1.groups.json'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
