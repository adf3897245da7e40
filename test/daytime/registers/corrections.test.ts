import { expect, test } from 'vitest';
import { readCorrections } from '../../../tiles-builder/daytime/registers/corrections.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';

const scratch = scratchFolder();
const read = (text: string): ReturnType<typeof readCorrections> =>
  readCorrections({
    file: 'register.csv',
    vintage: '2024',
    attribution: '',
    people: 'staff',
    id: 'siret',
    corrections: scratch('corrections.csv', text),
  } as Parameters<typeof readCorrections>[0]);

test.each([
  ['people,lon,lat\n1,2,3', /expects the columns id, people, lon, lat, and has people, lon, lat/],
  ['id,staff\na,3', /expects the columns .* has id, staff/],
  ['id,people\n,3', /line 2: has no id/],
  ['id,people\na,3\nb,1\na,4', /line 4: a is there twice/],
  ['id,people\na,"1,234"', /line 2: people "1,234" may be 1234 or 1\.234/],
  ['id,people\na,many', /line 2: people "many" is not a number/],
  ['id,lon,lat\na,11,', /line 2: "11", "" is no longitude and latitude/],
  ['id,lon,lat\na,,57', /line 2: "", "57" is no longitude/],
  ['id,lon,lat\na,180.1,57', /is no longitude/],
  ['id,lon,lat\na,11,-90.1', /is no longitude/],
  ['id,lon,lat\na,east,57', /is no longitude/],
])('%j is refused', async (text, reason) => {
  await expect(read(text)).rejects.toThrow(reason);
});
