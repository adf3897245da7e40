import { expect, test } from 'vitest';
import { findPersons } from '../../tiles-builder/daytime/find-persons.ts';
import type { PanelPersons } from '../../tiles-builder/daytime/panel-persons.ts';
import type { PersonsConfig } from '../../tiles-builder/sources/config/config.ts';
import { scratchFolder } from '../support/files/scratch-file.ts';

const scratch = scratchFolder();
const HOME = '8c1f250096cadff';
const WORK = '8c1f250096e85ff';

async function read(rows: readonly string[], settings: Partial<PersonsConfig> = {}) {
  const persons: PanelPersons[] = [];
  const locations: PersonsConfig = {
    file: scratch('persons.csv', ['home,occupation,persons', ...rows, ''].join('\n')),
    ...{ kind: 'persons', home: 'home', occupation: 'occupation', persons: 'persons' },
    ...{ first_day: '2024-02-28', last_day: '2024-03-05', ...settings },
  };
  const input = { locations, timezone: 'UTC', clickhouse: undefined, progress: () => {} };
  const figures = await findPersons(input, (own) => persons.push(own));
  return { persons, figures };
}

test('persons listed by home and usual occupation place are taken as they are', async () => {
  const { persons, figures } = await read([`${HOME},${WORK},3`, `${WORK.toUpperCase()},,2`]);
  expect(persons).toEqual([
    { home: HOME, occupation: WORK, persons: 3 },
    { home: WORK, occupation: null, persons: 2 },
  ]);
  expect(figures).toEqual({
    readings: null,
    panel: {
      ...{ persons_read: 5, persons_with_stays: 5, persons_with_home: 5, persons_with_occupation: 3 },
      ...{ days: 7, first_day: '2024-02-28', last_day: '2024-03-05' },
    },
  });
});

test.each([
  [
    'a cell of another resolution',
    `${HOME},8b1f250096caff,1`,
    /line 3.*occupation is not an H3 cell of resolution 12/,
  ],
  ['no home', `,${WORK},1`, /line 3.*home is not an H3 cell/],
  ['no whole number', `${HOME},${WORK},1.5`, /line 3.*persons is not a whole number.*1\.5/],
  ['nobody', `${HOME},${WORK},0`, /line 3.*persons is not a whole number/],
])('a row with %s is refused with its line', async (_, row, message) => {
  await expect(read([`${HOME},${WORK},1`, row])).rejects.toThrow(message);
});

test('a last day before the first one is refused', async () => {
  await expect(read([], { last_day: '2024-02-27' })).rejects.toThrow(/2024-02-27, is before its first/);
});
