import { expect, test } from 'vitest';
import { CountFailed, MixedVersions } from '../../src/clients/javascript/errors.ts';
import type { Unserved } from '../../src/failures.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { type Explanation, explainFailure } from '../../src/web/explain-failure.ts';
import type { Place } from '../../src/web/question.ts';
import { en } from '../../src/web/text/en.ts';
import { rectangle } from '../support/zones/rectangle.ts';

const box = (west: number, east: number): [Position[]] => [rectangle(west, 57, east, 58)];
const region = (coverage: Partial<MapRegion['coverage']>): MapRegion =>
  ({ coverage: { roads: [box(11, 12)], living: [box(11, 12)], working: null, ...coverage } }) as MapRegion;
const POINT: Place = { option: 'isochrone', name: '', origin: [11.5, 57.5] };
const ZONE: Place = {
  option: 'zone',
  name: '',
  drawing: { parts: [[rectangle(11, 57.4, 12, 57.5).slice(0, -1)]], closed: true, within_m: 0 },
};

test.each<[number, Partial<Explanation>]>([
  [0, { title: en.unreachable, remedy: 'ask-again', said: '' }],
  [401, { title: en.keyUnknown, remedy: 'enter-key', said: '' }],
  [414, { title: en.tooDetailed, remedy: null, said: 'said' }],
  [422, { title: en.badQuestion, remedy: null, said: 'said' }],
  [400, { title: en.badQuestion, remedy: null, said: 'said' }],
  [429, { title: en.tooManyQuestions, advice: en.waitAFew, remedy: 'ask-again' }],
  [503, { title: en.unreadable, advice: en.waitAFew, remedy: 'ask-again' }],
  [500, { title: en.defect, remedy: 'ask-again', said: 'said' }],
])('status %d', (status, expected) => {
  expect(explainFailure(new CountFailed('said', status), null, [], en)).toMatchObject(expected);
});

test('versions that were mixed are asked again', () => {
  const { title, remedy } = explainFailure(new MixedVersions('mixed'), null, [], en);
  expect([title, remedy]).toEqual([en.renewedMeanwhile, 'ask-again']);
});

test.each<[Unserved, Place, string, string]>([
  ['partly-covered', POINT, en.partlyOutside, en.partlyOutsideAdvice],
  ['over-limit', ZONE, en.tooLarge, en.tooLargeAdvice],
  ['over-limit', POINT, en.unserved, en.unservedAdvice],
  ['no-road', POINT, en.noRoad, en.noRoadAdvice],
])('%s', (reason, place, title, advice) => {
  const asked = { endpoint: 'livingcount', place } as const;
  for (const regions of [[], [region({})], [region({ living: null }), region({})]])
    expect(explainFailure(new CountFailed('said', 422, reason), asked, regions, en)).toMatchObject({
      title,
      advice,
      said: 'said',
    });
});

test('without any data of a kind, that is said instead', () => {
  const asked = { endpoint: 'livingcount', place: ZONE } as const;
  const refusal = new CountFailed('said', 422, 'not-covered');
  expect(explainFailure(refusal, asked, [region({ living: null })], en).title).toBe(en.noLivingData);
});

test.each([
  ['in', 11, en.workingUnknownHere],
  ['outside', 13, en.unknownPlace],
])('without people at work in a zone %s the data of inhabitants, that is said', (_, west, title) => {
  const parts = [[rectangle(west, 57.4, west + 1, 57.5).slice(0, -1)]];
  const asked = {
    endpoint: 'workingcount',
    place: { ...ZONE, drawing: { ...ZONE.drawing, parts } },
  } as const;
  const refusal = new CountFailed('said', 422, 'not-covered');
  const known = [region({}), region({ living: null, working: [box(20, 21)] })];
  expect(explainFailure(refusal, asked as never, known, en).title).toBe(title);
});

test('a zone that is refused for another fault than a crossing is explained by the service', () => {
  const asked = { endpoint: 'livingcount', place: ZONE } as const;
  const explained = explainFailure(new CountFailed('zone: odd', 400), asked, [], en);
  expect(explained).toMatchObject({ title: en.badZone, said: 'zone: odd' });
});
