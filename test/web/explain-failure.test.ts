import { expect, test } from 'vitest';
import { CountFailed, MixedVersions } from '../../src/clients/javascript/errors.ts';
import { type Explanation, explainFailure } from '../../src/web/explain-failure.ts';
import { en } from '../../src/web/text/en.ts';

test.each<[number, string, string, Explanation['remedy'], string]>([
  [0, '', en.unreachable, 'ask-again', ''],
  [400, 'bad-request', en.badQuestion, null, 'said'],
  [401, 'unauthorized', en.keyUnknown, 'enter-key', ''],
  [414, 'query-too-long', en.badQuestion, null, 'said'],
  [422, 'not-covered', en.unknownPlace, 'show-data', 'said'],
  [422, 'partly-covered', en.nearEdge, null, 'said'],
  [422, 'roads-end', en.nearEdge, null, 'said'],
  [422, 'no-road', en.noRoad, null, 'said'],
  [422, 'over-limit', en.tooLarge, null, 'said'],
  [422, 'no-such-data', en.noLayer, null, 'said'],
  [422, 'something newer', en.badQuestion, null, 'said'],
  [429, 'rate-limited', en.tooManyQuestions, 'ask-again', ''],
  [503, 'busy', en.unreadable, 'ask-again', ''],
  [500, 'defect', en.defect, 'ask-again', 'said'],
])('status %i, %s', (status, reason, title, remedy, said) => {
  expect(explainFailure(new CountFailed('said', status, reason), en)).toMatchObject({ title, remedy, said });
});

test('versions that were mixed are asked again', () => {
  const { title, remedy } = explainFailure(new MixedVersions('mixed'), en);
  expect([title, remedy]).toEqual([en.renewedMeanwhile, 'ask-again']);
});
