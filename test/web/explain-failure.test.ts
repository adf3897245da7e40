import { expect, test } from 'vitest';
import { CountFailed, MixedVersions } from '../../src/clients/javascript/errors.ts';
import { type Explanation, explainFailure } from '../../src/web/explain-failure.ts';
import type { Place } from '../../src/web/question.ts';
import { en } from '../../src/web/text/en.ts';
import { rectangle } from '../support/zones/rectangle.ts';

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

test('a zone that is refused for another fault than a crossing is explained by the service', () => {
  const asked = { endpoint: 'livingcount', place: ZONE } as const;
  const explained = explainFailure(new CountFailed('zone: odd', 400), asked, [], en);
  expect(explained).toMatchObject({ title: en.badZone, said: 'zone: odd' });
});
