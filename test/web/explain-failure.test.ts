/** What the page says of refusals that need no service to come about; the others are held in the Worker's tests. */
import { expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { type Explanation, explainFailure } from '../../src/web/explain-failure.ts';
import type { Place } from '../../src/web/question.ts';
import { en } from '../../src/web/text/en.ts';
import { rectangle } from '../support/rectangle.ts';

const box = (west: number, east: number): [Position[]] => [rectangle(west, 57, east, 58)];
const region = (coverage: Partial<MapRegion['coverage']>): MapRegion =>
  ({ coverage: { roads: [box(11, 12)], living: [box(11, 12)], working: null, ...coverage } }) as MapRegion;
const point = (lon: number): Place => ({ option: 'isochrone', name: '', origin: [lon, 57.5] });
const zone = (west: number, east: number): Place => ({
  option: 'zone',
  name: '',
  drawing: { parts: [[rectangle(west, 57.4, east, 57.5).slice(0, -1)]], closed: true, within_m: 0 },
});

test.each<[number, number | null, Partial<Explanation>]>([
  [0, null, { title: en.unreachable, remedy: 'ask-again', said: '' }],
  [401, null, { title: en.keyUnknown, remedy: 'enter-key', said: '' }],
  [414, null, { title: en.tooDetailed, remedy: null, said: 'said' }],
  [422, null, { title: en.badQuestion, remedy: null, said: 'said' }],
  [400, null, { title: en.badQuestion, remedy: null, said: 'said' }],
  [429, 7, { title: en.tooManyQuestions, advice: en.waitSeconds(7), remedy: 'ask-again' }],
  [503, null, { title: en.unreadable, advice: en.waitAFew, remedy: 'ask-again' }],
  [500, null, { title: en.defect, remedy: 'ask-again', said: 'said' }],
])('%d, to be asked again after %s s', (status, retryAfter_s, expected) => {
  expect(explainFailure({ status, error: 'said', retryAfter_s }, null, [], en)).toMatchObject(expected);
});

test.each<[string, Place, readonly MapRegion[], string, string]>([
  ['no region at all', point(11.5), [], '', en.unknownPlace],
  ['no region with people', point(11.5), [region({ living: null })], '', en.noLivingData],
  ['one of two regions with people', point(11.5), [region({ living: null }), region({})], '', en.unserved],
  [
    'roads in one region and people in another',
    point(11.5),
    [region({ living: null }), region({ roads: [] })],
    '',
    en.unknownPlace,
  ],
  ['a zone where there are no roads', zone(11.4, 11.5), [region({ roads: [] })], '', en.unserved],
  ['a zone of which one end is known', zone(10.8, 11.2), [region({})], '', en.partlyOutside],
  ['a zone that is too large', zone(-20, 20), [region({})], '', en.tooLarge],
  [
    'a zone over two regions',
    zone(11.9, 12.1),
    [region({}), region({ living: [box(12, 13)] })],
    '',
    en.unserved,
  ],
  ['a reach that is not covered', point(11.5), [region({})], 'is not covered', en.partlyOutside],
  ['a reach to the edge', point(11.5), [region({})], 'the edge of the road data', en.roadsEnd],
  ['no road', point(11.5), [region({})], 'no road is near', en.noRoad],
])('%s', (_, place, regions, error, title) => {
  const asked = { endpoint: 'livingcount', place } as const;
  expect(explainFailure({ status: 422, error, retryAfter_s: null }, asked, regions, en)).toMatchObject({
    title,
    said: error,
  });
});

test('a zone that is refused for another fault than a crossing is explained by the service', () => {
  const asked = { endpoint: 'livingcount', place: zone(11, 12) } as const;
  const explained = explainFailure({ status: 400, error: 'zone: odd', retryAfter_s: null }, asked, [], en);
  expect(explained).toMatchObject({ title: en.badZone, said: 'zone: odd' });
});
