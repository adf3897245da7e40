import { expect, test } from 'vitest';
import { CountFailed, MixedVersions } from '../../src/clients/javascript/errors.ts';
import type { Endpoint } from '../../src/endpoints.ts';
import { type Explanation, explainFailure } from '../../src/web/explain-failure.ts';
import type { Place } from '../../src/web/question.ts';
import { en } from '../../src/web/text/en.ts';
import { rectangle } from '../support/zones/rectangle.ts';
import { TOWN } from './answers.ts';

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

const START: Place = { option: 'isochrone', name: '', origin: [11.5, 57.5] };
const LIVING_TOWN = { ...TOWN, coverage: { ...TOWN.coverage, working: null } };

test.each<[number, string, Endpoint, Place, string]>([
  [422, 'not-covered', 'livingcount', START, en.unknownPlace],
  [422, 'partly-covered', 'livingcount', ZONE, en.partlyOutside],
  [422, 'roads-end', 'livingcount', START, en.roadsEnd],
  [422, 'no-road', 'livingcount', START, en.noRoad],
  [422, 'over-limit', 'livingcount', ZONE, en.tooLarge],
  [422, 'over-limit', 'livingcount', START, en.unserved],
  [422, 'no-such-data', 'workingcount', START, en.workingUnknownHere],
  [422, 'not-covered', 'workingcount', ZONE, en.workingUnknownHere],
  [400, 'bad-request', 'livingcount', ZONE, en.badZone],
])('%i, %s of %s', (status, reason, endpoint, place, title) => {
  const regions = [LIVING_TOWN, { ...TOWN, region: 'far', coverage: { roads: [], living: [], working: [] } }];
  const failed = new CountFailed('said', status, reason);
  expect(explainFailure(failed, { endpoint, place }, regions, en).title).toBe(title);
  if (endpoint === 'workingcount')
    expect(explainFailure(failed, { endpoint, place }, [LIVING_TOWN], en).title).toBe(en.noWorkingData);
});

test('versions that were mixed are asked again', () => {
  const { title, remedy } = explainFailure(new MixedVersions('mixed'), null, [], en);
  expect([title, remedy]).toEqual([en.renewedMeanwhile, 'ask-again']);
});

test('a zone that is no question is explained by the service', () => {
  const asked = { endpoint: 'livingcount', place: ZONE } as const;
  const explained = explainFailure(new CountFailed('zone: odd', 400), asked, [], en);
  expect(explained).toMatchObject({ title: en.badZone, said: 'zone: odd' });
});
