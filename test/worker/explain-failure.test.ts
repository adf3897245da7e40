/** Map page's words for the service's failures. */
import { beforeAll, expect, test } from 'vitest';
import { type CountFailed, failureOf } from '../../src/clients/javascript/errors.ts';
import type { Position } from '../../src/geo/positions.ts';
import type { MapRegion } from '../../src/routes/map-region.ts';
import { parametersOf, rowsOf } from '../../src/web/calls-of.ts';
import { explainFailure } from '../../src/web/explain-failure.ts';
import { FIRST_QUESTION, placeOf, type Question } from '../../src/web/question.ts';
import { en } from '../../src/web/text/en.ts';
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
  drawing: { parts: [[shell]], closed: true, within_m: 0 },
});

async function askedAndExplained(question: Question) {
  const [count] = rowsOf(question)[0].counts;
  const response = await new Service().ask(count.endpoint, parametersOf(count)[0]);
  const { error } = await bodyOf(response);
  const refusal = failureOf(response.status, error, response.headers.get('Failure-Reason')!);
  return { refusal, explained: explained(question, refusal, regions) };
}

const explained = (question: Question, refusal: CountFailed, known: readonly MapRegion[]) =>
  explainFailure(refusal, { endpoint: question.endpoints[0], place: placeOf(question)! }, known, en);

test.each<[string, Partial<Question>, string]>([
  ['outside the data', { origin: [0, 0] }, 'Nothing is known about this place'],
  ['a zone outside', zone(squareAround([0, 0], 0.001)), 'Nothing is known about this place'],
  [
    'a zone of which a part is known',
    zone(squareAround([regionWest(), town.centre[1]], 0.001)),
    'Too much of this zone lies outside the data',
  ],
  ['the edge of the roads', { origin: edgeTown.centre, times_s: [3_600] }, 'The known roads end too soon'],
  ['far from any road', { origin: [regionWest(), town.centre[1]] }, 'There is no road near this point'],
  [
    'a start without people at work',
    { endpoints: ['workingcount'], origin: livingTown.centre },
    'People in working hours are not known here',
  ],
  [
    'a zone without people at work',
    { endpoints: ['workingcount'], ...zone(squareAround(livingTown.centre, 0.0005)) },
    'People in working hours are not known here',
  ],
  ['too many corners', zone(circle(town.centre, 501)), 'This zone is larger than one question may be'],
  ['too much time', { times_s: [7_201], origin: town.centre }, 'This cannot be counted'],
])('%s', async (_, patch, title) => {
  const { refusal, explained } = await askedAndExplained({ ...FIRST_QUESTION, ...patch });
  expect(refusal.status).toBe(422);
  expect(explained).toMatchObject({ title, said: refusal.message });
});

test('sides that cross', async () => {
  const [lon, lat] = town.centre;
  const bowTie: Position[] = [
    [lon, lat],
    [lon + 0.001, lat + 0.001],
    [lon + 0.001, lat],
    [lon, lat + 0.001],
  ];
  const { refusal, explained } = await askedAndExplained({ ...FIRST_QUESTION, ...zone(bowTie) });
  expect([refusal.status, refusal.reason]).toEqual([400, 'bad-request']);
  expect(explained.title).toBe('Two sides of the zone cross');
});

test('no data of this kind anywhere', async () => {
  const question: Question = {
    ...FIRST_QUESTION,
    endpoints: ['workingcount'],
    origin: livingTown.centre,
  };
  const { refusal } = await askedAndExplained(question);
  const livingOnly = regions.filter(({ region }) => region === livingTown.manifest.region);
  expect(explained(question, refusal, livingOnly)).toMatchObject({
    title: 'No data on people in working hours',
  });
});

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
