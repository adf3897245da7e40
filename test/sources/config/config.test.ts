import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../tiles-builder/sources/config/config.ts';
import { scratchFolder } from '../../support/files/scratch-file.ts';

const scratch = scratchFolder();
const ROADS = { file: 'roads.osm.pbf' };
const CENSUS = { file: 'census.csv', population: 'people' };
const PINGS = { file: 'pings.csv', kind: 'pings' };

/** Message and advice, without the path. */
function faultIn(config: unknown): string {
  const file = scratch('region.json', JSON.stringify(config));
  try {
    readConfig(file);
    return 'none';
  } catch (error) {
    const { message, advice } = error as Error & { advice: string | null };
    return [message.replace(file, '').replace(/^[:,] /, ''), advice].filter(Boolean).join(' | ');
  }
}
const withSettings = (settings: object): string => faultIn({ name: 'region', roads: ROADS, ...settings });

describe('a misspelt field', () => {
  test.each([
    ['of the whole', { censsus: CENSUS }, 'censsus: there is no such field | Did you mean census?'],
    ['of roads', { roads: { fiel: 'x' } }, 'roads.fiel: there is no such field | Did you mean file?'],
    [
      'of a census, also where another is missing for its sake',
      { census: { file: 'c.csv', popluation: 'people' } },
      'census.popluation: there is no such field | Did you mean population?',
    ],
    [
      'of one of several censuses',
      { census: [CENSUS, { ...CENSUS, sqaure: 'id' }] },
      'census.1.sqaure: there is no such field | Did you mean square?',
    ],
    [
      'of what is kept secret in a census',
      { census: { ...CENSUS, suppressed: { text: '*', peple: 2 } } },
      'census.suppressed.peple: there is no such field | Did you mean people?',
    ],
    [
      'of pings',
      { locations: { ...PINGS, tiem: 't' } },
      'locations.tiem: there is no such field | Did you mean time?',
    ],
    [
      'of stops, which pings have',
      { locations: { ...PINGS, kind: 'stops', accuracy: 'a' } },
      'locations.accuracy: there is no such field | There are file, coverage, vintage, attribution, device, groups, secret, ' +
        'parameters, kind, start, end, lon, lat.',
    ],
    [
      'that is like no other',
      { weather: 'fine' },
      'weather: there is no such field | There are name, timezone, holidays, simulated, cut_isochrones, accept, ' +
        'roads, buildings, census, locations, workplaces, schools, registers.',
    ],
  ])('%s', (_, settings, said) => {
    expect(withSettings(settings)).toBe(said);
  });
});

describe('a value', () => {
  test.each([
    [{ roads: undefined }, 'roads: is missing'],
    [{ roads: {} }, 'roads.file: is missing'],
    [{ roads: { file: 3 } }, 'roads.file: expects the name of a file, and has 3'],
    [{ roads: { file: '' } }, 'roads.file: expects the name of a file, and has ""'],
    [
      { locations: { ...PINGS, secret: 'a\0b' } },
      'locations.secret: expects the name of a file, and has "a\\u0000b"',
    ],
    [
      { roads: { ...ROADS, coverage: 'a\0' } },
      'roads.coverage: expects the name of a file, and has "a\\u0000"',
    ],
    [{ census: { file: 'c.csv' } }, 'census.population: is missing'],
    [{ census: [] }, 'census: expects a list of at least one, and has []'],
    [{ census: { ...CENSUS, growth: -1 } }, 'census.growth: expects a number of at least 0, and has -1'],
    [
      { cut_isochrones: 'anser' },
      'cut_isochrones: expects one of refuse, answer, and has "anser" | Did you mean answer?',
    ],
    [{ locations: { file: 'x' } }, 'locations.kind: is missing | There are pings, stops, persons.'],
    [
      { locations: { ...PINGS, kind: 'ping' } },
      'locations.kind: expects one of pings, stops, persons, and has "ping" | Did you mean pings?',
    ],
    [
      { roads: { ...ROADS, speed_factors: { primary: 80 } } },
      'roads.speed_factors.primary: expects a factor from 0.2 to 1.5, and has 80',
    ],
    [
      { roads: { ...ROADS, speed_factors: { primry: 0.8 } } },
      'roads.speed_factors.primry: there is no such field | Did you mean primary?',
    ],
    [{ locations: 3 }, 'locations: expects an object, and has 3'],
    [
      { timezone: 'Europe/Pari' },
      'timezone: expects an IANA time zone such as Europe/Paris, and has "Europe/Pari" | Did you mean Europe/Paris?',
    ],
    [
      { timezone: 'paris' },
      'timezone: expects an IANA time zone such as Europe/Paris, and has "paris" | Did you mean Europe/Paris?',
    ],
    [{ timezone: '+02:00' }, 'timezone: expects an IANA time zone such as Europe/Paris, and has "+02:00"'],
    [
      { census: { ...CENSUS, decimal: ';' } },
      'census.decimal: expects one of ., ,, and has ";" | Did you mean .?',
    ],
    [{ holidays: ['May'] }, 'holidays.0: expects a day such as 2024-05-01, and has "May"'],
    [{ simulated: 'yes' }, 'simulated: expects true or false, and has "yes"'],
  ])('%j', (settings, said) => {
    expect(withSettings(settings)).toEqual(said);
  });

  test('of another kind for the whole', () => {
    expect(faultIn(3)).toBe('expects an object, and has 3');
    expect(faultIn({ name: 'x'.repeat(500), roads: ROADS })).toMatch(/and has "x{59}…$/);
  });
});

test('one census or several are read as a list, with every field', () => {
  const older = { ...CENSUS, growth: 1.1, weights: 'learnt.weights.json' };
  const read = (census: object) =>
    readConfig(
      scratch('several.json', JSON.stringify({ name: 'region', roads: ROADS, census, locations: PINGS })),
    );
  expect(read([CENSUS, older])).toMatchObject({
    census: [
      { population: 'people' },
      { population: 'people', growth: 1.1, weights: expect.stringMatching(/^\/.*\/learnt\.weights\.json$/) },
    ],
    locations: { kind: 'pings', time: 'timestamp' },
  });
  expect(read(CENSUS).census).toHaveLength(1);
});
