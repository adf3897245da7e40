/** The map page's own words for what the service really says. */
import { beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/geo/positions.ts';
import type { MapRegion } from '../../src/response/map-region.ts';
import { explainFailure } from '../../src/web/explain-failure.ts';
import { FIRST_QUESTION, parametersOf, type Question } from '../../src/web/question.ts';
import { bodyOf, edgeTown, livingTown, Service, seed, town } from './service.ts';

let regions: readonly MapRegion[];
beforeAll(async () => {
  await seed();
  regions = await (await new Service().fetch('/map/regions.json')).json();
});

const squareAround = ([lon, lat]: Position, degrees: number): Position[] => [
  [lon - degrees, lat - degrees],
  [lon + degrees, lat - degrees],
  [lon + degrees, lat + degrees],
  [lon - degrees, lat + degrees],
];
const zone = (shell: readonly Position[]): Partial<Question> => ({
  option: 'zone',
  rings: [shell],
  closed: true,
});

test.each<[string, Partial<Question>, string]>([
  ['outside the data', { origin: [0, 0] }, 'Nothing is known about this place'],
  ['a zone outside', zone(squareAround([0, 0], 0.001)), 'Nothing is known about this place'],
  ['the edge of the roads', { origin: edgeTown.centre, time_s: 3_600 }, 'The known roads end too soon'],
  ['far from any road', { origin: [regionWest(), town.centre[1]] }, 'There is no road near this point'],
  ['too many corners', zone(circle(town.centre, 501)), 'This zone is larger than one question may be'],
])('%s', async (_, patch, title) => {
  const question = { ...FIRST_QUESTION, ...patch };
  const response = await new Service().ask(question.endpoint, parametersOf(question)!);
  expect(response.status).toBe(422);
  const { error } = await bodyOf(response);
  const explanation = explainFailure({ status: 422, error, retryAfter_s: null }, question, regions);
  expect(explanation).toMatchObject({ title, said: error });
});

test.each<[string, Partial<Question>, string]>([
  ['a walk from where nobody is listed', { origin: livingTown.centre }, 'Nothing is known about this place'],
  [
    'a zone of which a part is known',
    zone(squareAround([regionWest(), town.centre[1]], 0.001)),
    'Too much of this zone lies outside the data',
  ],
])('on roads that are known, %s', (_, patch, title) => {
  const question: Question = { ...FIRST_QUESTION, ...patch };
  const withGap = regions.map((region) =>
    region.region === livingTown.manifest.region
      ? { ...region, coverage: { ...region.coverage, living: [] } }
      : region,
  );
  const error =
    'The isochrone from lon, lat is not covered: none of its area lies inside the data for livingcount';
  expect(explainFailure({ status: 422, error, retryAfter_s: null }, question, withGap)).toMatchObject({
    title,
  });
});

test('no data of this kind anywhere', async () => {
  const question: Question = { ...FIRST_QUESTION, endpoint: 'workingcount', origin: livingTown.centre };
  const response = await new Service().ask(question.endpoint, parametersOf(question)!);
  const { error } = await bodyOf(response);
  const livingOnly = regions.filter(({ region }) => region === livingTown.manifest.region);
  const explanation = explainFailure(
    { status: response.status, error, retryAfter_s: null },
    question,
    livingOnly,
  );
  expect(explanation).toMatchObject({ title: 'No data on people at work' });
});

/** Just inside the western edge of the town's coverage. */
function regionWest(): number {
  const [[shell]] = town.manifest.coverage.roads;
  return Math.min(...shell!.map(([lon]) => lon)) + 0.0001;
}

function circle([lon, lat]: Position, corners: number): Position[] {
  return Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    return [
      Number((lon + 0.017 * Math.cos(angle)).toFixed(4)),
      Number((lat + 0.017 * Math.sin(angle)).toFixed(4)),
    ];
  });
}
