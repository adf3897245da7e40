import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_QUERY_BYTES } from '../../src/limits.ts';
import {
  basic,
  bodyOf,
  CALLER,
  type CallParameters,
  polygon,
  Service,
  seed,
  town,
  zoneText,
} from './service.ts';

const service = new Service();
beforeAll(seed);

const [lon, lat] = town.centre;
const walk = { lon, lat, travel: 'pedestrian', time: 60 };
const box = town.box([-60, -60], [60, 60]);
const shell = box[0];
const ringOf = (positions: number): unknown => {
  const corners = Array.from({ length: positions - 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / (positions - 1);
    return town.at([500 * Math.cos(angle), 500 * Math.sin(angle)]);
  });
  return [[...corners, corners[0]]];
};
const multiPolygon = { type: 'MultiPolygon', coordinates: [box] };
const namedCrs = (name: string): object => ({ type: 'name', properties: { name } });

type Case = readonly [string, CallParameters, string];

const badRequests: readonly Case[] = [
  ['nothing', {}, 'zone'],
  ['both options', { zone: polygon(box), ...walk }, 'zone'],
  ['a zone and one part of an isochrone', { zone: polygon(box), lon }, 'zone'],
  ['no lon', { lat, travel: 'pedestrian', time: 60 }, 'lon'],
  ['no lat', { lon, travel: 'pedestrian', time: 60 }, 'lat'],
  ['no travel', { lon, lat, time: 60 }, 'travel'],
  ['no time', { lon, lat, travel: 'pedestrian' }, 'time'],
  ['lon that is empty', { ...walk, lon: '' }, 'lon'],
  ['lon that is no number', { ...walk, lon: 'east' }, 'lon'],
  ['lon with a comma', { ...walk, lon: '10,5' }, 'lon'],
  ['lon in hexadecimal', { ...walk, lon: '0x10' }, 'lon'],
  ['lon that is NaN', { ...walk, lon: 'NaN' }, 'lon'],
  ['lon that is infinite', { ...walk, lon: '1e999' }, 'lon'],
  ['lon over 180', { ...walk, lon: '180.0000001' }, 'lon'],
  ['lat under -90', { ...walk, lat: '-90.0001' }, 'lat'],
  ['another travel', { ...walk, travel: 'bicycle' }, 'travel'],
  ['travel in capitals', { ...walk, travel: 'Pedestrian' }, 'travel'],
  ['time below a minute', { ...walk, time: 59 }, 'time'],
  ['negative time', { ...walk, time: -60 }, 'time'],
  ['time with a fraction', { ...walk, time: '60.5' }, 'time'],
  ['time with a fraction and an exponent', { ...walk, time: '6.005e2' }, 'time'],
  ['time in hexadecimal', { ...walk, time: '0x60' }, 'time'],
  ['time with a unit', { ...walk, time: '60s' }, 'time'],
  ['details that is neither true nor false', { ...walk, details: 'yes' }, 'details'],
  ['details that is empty', { ...walk, details: '' }, 'details'],
  ['a zone that is empty', { zone: '' }, 'zone'],
  ['a zone that is no JSON', { zone: '{"type":"Polygon"' }, 'zone'],
  ['a zone that is a MultiPolygon', { zone: multiPolygon }, 'zone: a MultiPolygon takes a call for each'],
  [
    'a Feature of a MultiPolygon',
    { zone: { type: 'Feature', geometry: multiPolygon } },
    'zone: a MultiPolygon takes a call for each',
  ],
  [
    'a ring that crosses itself',
    { zone: polygon([[shell[0], shell[2], shell[1], shell[3], shell[0]]]) },
    'zone',
  ],
  [
    'a Feature in Lambert 93',
    { zone: { type: 'Feature', properties: {}, geometry: polygon(box), crs: namedCrs('EPSG:2154') } },
    'EPSG:2154',
  ],
];

const overLimits: readonly Case[] = [
  ['a walk of more than two hours', { ...walk, time: 7_201 }, '7200'],
  ['a drive of more than an hour', { ...walk, travel: 'motorized', time: 3_601 }, '3600'],
  ['a time beyond numbers', { ...walk, time: '9'.repeat(400) }, 'time'],
  ['a zone of more than 500 positions', { zone: polygon(ringOf(501)) }, '500'],
  ['a zone of more than 10,000 km²', { zone: zoneText('[10,50],[12,50],[12,52],[10,52],[10,50]') }, '10,000'],
  [
    'a zone with a perimeter of more than 2,000 km',
    { zone: zoneText('[0,50],[20,50],[20,50.001],[0,50.001],[0,50]') },
    '2,000',
  ],
];

describe('400', () => {
  test.for(badRequests)('%s', async ([, parameters, word]) => {
    const response = await service.ask('livingcount', parameters);
    const body = await bodyOf(response);
    expect([response.status, Object.keys(body), body.success]).toEqual([400, ['success', 'error'], false]);
    expect(body.error).toContain(word);
  });

  const known = { ...walk, details: 'true', zone: polygon(box), apikey: 'k', apisecret: 's' };
  test.for(Object.entries(known))('%s given twice', async ([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const others = name === 'zone' ? [] : Object.entries(walk).filter(([other]) => other !== name);
    const pairs = [...others, [name, text], [name, text]].map(([n, v]) => [String(n), String(v)] as const);
    const response = await service.ask('workingcount', pairs);
    expect(response.status).toBe(400);
    expect((await bodyOf(response)).error).toContain(name);
  });
});

describe('422 over a limit', () => {
  test.for(overLimits)('%s', async ([, parameters, limit]) => {
    const response = await service.ask('workingcount', parameters);
    const body = await bodyOf(response);
    expect([response.status, body.success]).toEqual([422, false]);
    expect(body.error).toContain(limit);
  });
});

describe('200 at a limit', () => {
  test.for<readonly [string, CallParameters]>([
    ['a walk of two hours', { ...walk, time: 7_200 }],
    ['a drive of one hour', { ...walk, travel: 'motorized', time: 3_600 }],
    ['a minute', walk],
    ['a zone of 500 positions', { zone: polygon(ringOf(500)) }],
  ])('%s', async ([, parameters]) => {
    expect((await service.ask('livingcount', parameters)).status).toBe(200);
  });

  test('a query string of 16,384 bytes, and 414 one beyond', async () => {
    const start = `zone=${encodeURIComponent(JSON.stringify(polygon(box)))}&pad=`;
    const ask = (bytes: number): Promise<Response> =>
      service.fetch(`/api/v1/livingcount?${start}${'x'.repeat(bytes - start.length)}`, {
        headers: { Authorization: basic(CALLER) },
      });
    expect((await ask(MAX_QUERY_BYTES)).status).toBe(200);
    const tooLong = await ask(MAX_QUERY_BYTES + 1);
    expect(tooLong.status).toBe(414);
    expect((await bodyOf(tooLong)).error).toContain('16384');
  });
});

test.for(['120.0', '1.2e2', '12E1', '12000e-2', '+120'])(
  'time=%s is another spelling of 120',
  async (time) => {
    const asked = await service.ask('livingcount', { ...walk, time });
    expect(asked.status).toBe(200);
    expect(await asked.text()).toBe(await (await service.ask('livingcount', { ...walk, time: 120 })).text());
  },
);
