import { polygonToCells } from 'h3-js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/endpoints.ts';
import { BUILT_AT } from '../support/datasets/stored-tile-sets.ts';
import type { StreetTown } from '../support/datasets/street-dataset.ts';
import { ellipsoidCellArea } from '../support/zones/ellipsoid-cell-area.ts';
import {
  type Body,
  bodyOf,
  type CallParameters,
  edgeTown,
  extractTown,
  FAR_AWAY,
  livingTown,
  polygon,
  queryOf,
  Service,
  seed,
  town,
} from './service.ts';

const service = new Service();
beforeAll(seed);

const isochrone = (of: StreetTown, time: number, travel = 'pedestrian'): Record<string, unknown> => ({
  lon: of.centre[0],
  lat: of.centre[1],
  travel,
  time,
});
const zoneOf = (...corners: Parameters<StreetTown['box']>): Record<string, unknown> => ({
  zone: polygon(town.box(...corners)),
});

async function succeed(endpoint: Endpoint, parameters: CallParameters): Promise<Body> {
  const response = await service.ask(endpoint, parameters);
  const body = await bodyOf(response);
  expect([response.status, body.success, body.error]).toEqual([200, true, '']);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  return body;
}

const FEATURE = {
  type: 'Feature',
  properties: {},
  geometry: { type: expect.stringMatching(/^(Multi)?Polygon$/), coordinates: expect.any(Array) },
};

describe('fields', () => {
  test.for<readonly [Endpoint, string, CallParameters, object]>([
    ['livingcount', 'zone', zoneOf([-60, -60], [60, 60]), { livingcount: 1 }],
    ['workingcount', 'zone', zoneOf([-60, -60], [60, 60]), { workingcount: 16, workingcountzone: FEATURE }],
    ['livingcount', 'isochrone', isochrone(town, 60), { livingcount: 1, isochrone: FEATURE }],
    [
      'workingcount',
      'isochrone',
      isochrone(town, 60),
      { workingcount: 16, isochrone: FEATURE, workingcountzone: FEATURE },
    ],
  ])('%s of a caller’s %s', async ([endpoint, , parameters, fields]) => {
    expect(await succeed(endpoint, parameters)).toEqual({ success: true, error: '', ...fields });
  });

  test('of details for a zone', async () => {
    const { details } = await succeed('livingcount', { ...zoneOf([-60, -60], [60, 60]), details: true });
    expect(details).toEqual({
      datasets: [
        {
          region: 'town',
          version: town.manifest.version,
          built_at: BUILT_AT,
          builder_version: town.manifest.builder_version,
          simulated: true,
          sources: [{ role: 'roads', vintage: '2026', attribution: 'Drawn by hand' }],
          share_of_people: 1,
          share_of_area: 1,
        },
      ],
      coverage: 1,
      // Metres of the town are of a sphere: at 52° the ellipsoid is 0.39 % larger.
      area_m2: expect.closeTo(120 * 120 * 1.0039, -1),
      interval: null,
    });
  });

  test.for<readonly [string, Record<string, unknown>]>([
    ['a zone a quarter as wide as a cell', zoneOf([-60, -3], [60, 3])],
    ['a square', zoneOf([-60, -60], [60, 60])],
    ['an isochrone', isochrone(town, 60)],
  ])('area_m2 of a working count is that of the cells of its grid zone: %s', async ([, parameters]) => {
    const { details, workingcountzone } = await succeed('workingcount', { ...parameters, details: true });
    const { geometry } = workingcountzone!;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const cells = polygons.flatMap((rings) => polygonToCells(rings, 12, true));
    const ofCells_m2 = cells.reduce((sum, cell) => sum + ellipsoidCellArea(cell, 'm2'), 0);
    expect(Number(details!.area_m2) / ofCells_m2).toBeCloseTo(1, 3);
  });

  test('of details for an isochrone', async () => {
    const [lon, lat] = town.at([0, 40]);
    const { details } = await succeed('workingcount', { ...isochrone(town, 60), lat, lon, details: true });
    expect(details).toMatchObject({ coverage: 1, interval: null, cut: false });
    expect(details!.origin).toEqual({
      lon: expect.closeTo(lon, 4),
      lat: expect.closeTo(lat, 3),
      distance_m: expect.any(Number),
    });
  });

  test('details=false is like no details', async () => {
    const parameters = zoneOf([-60, -60], [60, 60]);
    expect(await succeed('livingcount', { ...parameters, details: false })).toEqual(
      await succeed('livingcount', parameters),
    );
  });
});

describe('counts say whose cells were counted', () => {
  test.for<readonly [string, Record<string, unknown>, number]>([
    ['an empty zone', zoneOf([500, 500], [600, 600]), 0],
    ['the first cell', zoneOf([-60, -60], [60, 60]), 1],
    ['two neighbours', zoneOf([-60, -60], [210, 60]), 1 + 2],
    ['the northern one', zoneOf([-60, 240], [60, 360]), 8],
    ['all', zoneOf([-400, -400], [400, 400]), 15],
    ['a walk of a minute', isochrone(town, 60), 1],
    ['a walk of 150 s', isochrone(town, 150), 1 + 2],
    ['a walk of ten minutes', isochrone(town, 600), 15],
    ['a drive of a minute', isochrone(town, 60, 'motorized'), 15],
  ])('%s', async ([, parameters, living]) => {
    expect((await succeed('livingcount', parameters)).livingcount).toBe(living);
    expect((await succeed('workingcount', parameters)).workingcount).toBe(living * 16);
  });
});

describe('coverage', () => {
  const [lon, lat] = town.centre;
  const walk = { lon, lat, travel: 'pedestrian', time: 60 };
  const farInside = town.at([1_500, 1_500]);
  test.for<readonly [string, Endpoint, Record<string, unknown>, string]>([
    ['a zone far from all regions', 'livingcount', { zone: FAR_AWAY }, 'zone'],
    ['a zone half outside', 'livingcount', zoneOf([1_000, 0], [3_000, 500]), 'zone'],
    ['a zone 11 % outside', 'workingcount', zoneOf([1_110, 0], [2_110, 500]), '89 %'],
    [
      'a zone where the dataset has no such data',
      'workingcount',
      { zone: polygon(livingTown.box([-60, -60], [60, 60])) },
      'workingcount',
    ],
    [
      'an isochrone where the dataset has no such data',
      'workingcount',
      isochrone(livingTown, 60),
      'workingcount',
    ],
    ['an origin outside the road data', 'livingcount', { ...walk, lon: 20 }, 'lon'],
    ['an origin far from any road', 'livingcount', { ...walk, lon: farInside[0], lat: farInside[1] }, 'lon'],
    ['an isochrone cut by the edge of the road data', 'livingcount', isochrone(edgeTown, 600), 'lon'],
  ])('422: %s', async ([, endpoint, parameters, word]) => {
    const response = await service.ask(endpoint, parameters);
    const body = await bodyOf(response);
    expect([response.status, Object.keys(body), body.success]).toEqual([422, ['success', 'error'], false]);
    expect(body.error).toContain(word);
  });

  test('422: with longitude and latitude exchanged, saying so', async () => {
    const turned = town.box([-60, -60], [60, 60]).map((ring) => ring.map(([x, y]) => [y, x]));
    const asked: readonly (readonly [Record<string, unknown>, boolean])[] = [
      [{ zone: polygon(turned) }, true],
      [{ ...walk, lon: lat, lat: lon }, true],
      [{ ...walk, lon: lat, lat: lon + 5 }, false],
      [{ zone: FAR_AWAY }, false],
    ];
    for (const [parameters, isExchanged] of asked) {
      const response = await service.ask('livingcount', parameters);
      expect(response.status).toBe(422);
      const { error } = await bodyOf(response);
      expect(String(error).includes('exchanged')).toBe(isExchanged);
      expect(String(error).includes(`region ${town.manifest.region}:`)).toBe(isExchanged);
    }
  });

  test('200: a zone 5 % outside, saying so', async () => {
    const body = await succeed('livingcount', { ...zoneOf([1_050, 0], [2_050, 500]), details: true });
    expect(body.details!.coverage).toBeCloseTo(0.95, 3);
  });

  test('200: other data of a dataset that lacks one', async () => {
    expect((await succeed('livingcount', isochrone(livingTown, 60))).livingcount).toBe(1);
  });

  test('200: a shorter isochrone that reaches no edge', async () => {
    expect((await succeed('livingcount', isochrone(edgeTown, 60))).livingcount).toBe(1);
  });

  test('200: a cut isochrone of an extract that answers them, saying so', async () => {
    const body = await succeed('livingcount', { ...isochrone(extractTown, 600), details: true });
    expect([body.livingcount, body.details!.cut]).toEqual([15, true]);
  });

  test('a cut isochrone is marked by a header, also from the cache, as a 304 and without details', async () => {
    const asked = async (
      of: CallParameters,
      headers: Record<string, string> = {},
      by = service,
    ): Promise<unknown[]> => {
      const response = await by.ask('livingcount', of, headers);
      return [response.status, response.headers.get('Isochrone-Cut')];
    };
    const cut = isochrone(extractTown, 660);
    expect(await asked(cut)).toEqual([200, '?1']);
    expect(await asked(cut)).toEqual([200, '?1']);
    expect(await asked(cut, {}, new Service())).toEqual([200, '?1']);
    expect(await asked(cut, { 'If-None-Match': '*' })).toEqual([304, '?1']);
    expect(await asked(isochrone(extractTown, 60))).toEqual([200, '?0']);
    expect(await asked(zoneOf([-60, -60], [60, 60]))).toEqual([200, null]);
    expect(await asked(isochrone(edgeTown, 660))).toEqual([422, null]);
    const working = await service.ask('workingcount', cut);
    expect([working.status, working.headers.get('Isochrone-Cut')]).toEqual([200, '?1']);
    const unknown = await service.fetch(`/api/v1/livingcount?${queryOf(cut)}`);
    expect(unknown.headers.has('Isochrone-Cut')).toBe(false);
  });
});
