import { expect, onTestFinished, test } from 'vitest';
import { PopulationCount } from '../../../src/clients/javascript/index.ts';
import type { Position } from '../../../src/geo/positions.ts';
import type { Details } from '../../../src/response/details.ts';
import { en } from '../../../src/web/text/en.ts';
import { CENTRE, circle, countIn, people, startMadeService } from '../../clients/made-service.ts';
import {
  type AskedCall,
  around,
  datasetOf,
  MIDDLE,
  refusal,
  success,
  TOWN,
  unanswered,
  unserved,
} from '../answers.ts';
import { pass, settle, visit } from '../visit.ts';

const link = (more: Record<string, string> = {}): string =>
  `#/api/v1/livingcount?${new URLSearchParams({ lon: '11.5', lat: '57.5', travel: 'pedestrian', time: '600', ...more })}`;
const THREE = link({ time: '300,600,900' });
const shownAs = (page: { get: (selector: string) => HTMLElement }): (string | undefined)[] => {
  const { state, numbers } = page.get('#answer').dataset;
  return [state, numbers];
};

test('one number, with the bounds between which it lies', async () => {
  const page = await visit({ fragment: link() });
  expect(page.text('#answer')).toBe(
    '1,234 people live within 10 minutes on footBetween 1,224 and 1,254, nine times out of ten. Files have the exact count.',
  );
  expect(shownAs(page)).toEqual(['answer', 'one']);
});

test('a number has the digits that its interval supports, and the exact one for programs', async () => {
  const page = await visit({
    fragment: link(),
    answer: (call) => success(call, { details: { interval: { low: 1_006, high: 1_502 } } }),
  });
  expect(page.text('#answer')).toMatch(/^1,230 people live .*Between 1,000 and 1,510, nine times/);
  expect(page.get<HTMLDataElement>('.number data').value).toBe('1234');
  expect(page.text('#status')).toMatch(/^1,230 people/);
});

test('an interval is drawn on a scale from 0, which the numbers of a column share', async () => {
  await visit({
    fragment: THREE,
    answer: (call) => {
      const people = Number(call.parameters.time);
      return success(call, { people, details: { interval: { low: people / 2, high: 2 * people } } });
    },
  });
  const bars = [...document.querySelectorAll<HTMLElement>('td .interval-bar')];
  const drawn = (name: string): number[] =>
    bars.map(({ style }) => Number.parseFloat(style.getPropertyValue(name)));
  // 1,800 lies at 1 / 1.06 of the scale.
  const at = (people: number): unknown => expect.closeTo((100 * people) / (1.06 * 1_800), 6);
  expect(drawn('--count')).toEqual([300, 600, 900].map(at));
  expect(drawn('--low')).toEqual([150, 300, 400].map(at));
  expect(drawn('--high')).toEqual([600, 1_200, 1_800].map(at));
});

test('where the dataset does not know how far it may be off, that is said', async () => {
  const page = await visit({
    fragment: link(),
    answer: (call) => success(call, { details: { interval: null } }),
  });
  expect(page.text('.interval')).toBe('How far this may be off is not known for this dataset.');
  await page.press('Compare with another place');
  await page.click([11.6, 57.6]);
  expect(page.text('tbody td')).toBe('1,234not stated617 / km²');
});

test('several times are a table, with a column for each kind of people', async () => {
  const page = await visit({
    fragment: THREE.replace('livingcount', 'livingcount,workingcount'),
    answer: (call) =>
      call.parameters.time === '900' && call.endpoint === 'workingcount'
        ? unserved('not-covered')
        : success(call, { people: Number(call.parameters.time) }),
  });
  expect(shownAs(page)).toEqual(['failure', 'many']);
  expect([...document.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
    'Where',
    'Living',
    'Working hours',
  ]);
  expect([...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    '5 min on foot2 km²300290 – 320150 / km²300290 – 320150 / km²',
    '10 min on foot2 km²600590 – 620300 / km²600590 – 620300 / km²',
    '15 min on foot2 km²900890 – 920450 / km²no answer',
  ]);
  expect(document.querySelectorAll('.place')).toHaveLength(0);
  expect(page.text('.wide > .hint')).toBe(en.intervals);
  expect(page.text('.wide > .hint:last-child')).toBe(
    'Working hours: people who usually spend them there, at work, at school or at home.',
  );
  const wide = page.get('.wide');
  expect([wide.tabIndex, wide.getAttribute('role'), wide.getAttribute('aria-label')]).toEqual([
    0,
    'group',
    'Comparison',
  ]);
});

test('the union of compared places is counted when asked, as the client counts it', async () => {
  const points = people(2_000, 0.02);
  const circleOf = ({ lon, lat, time }: AskedCall['parameters']): Position[] =>
    circle([Number(lon), Number(lat)], Number(time));
  const answer = (call: AskedCall): Response => {
    const { zone } = call.parameters;
    const coordinates = zone ? JSON.parse(zone).coordinates : [circleOf(call.parameters)];
    const count = countIn(points, coordinates);
    const details = { interval: { low: count, high: count } };
    return success(call, { people: count, details, isochrone: { type: 'Polygon', coordinates } });
  };
  const [lon, lat] = CENTRE;
  const zone: GeoJSON.Polygon = around([lon + 0.001, lat], 0.002);
  const question = new URLSearchParams(
    link({ lon: String(lon), lat: String(lat), time: '300,600' }).split('?')[1],
  );
  question.append('also', `${lon + 0.006},${lat}`);
  question.append('also', JSON.stringify(zone));
  const page = await visit({ fragment: `#/api/v1/livingcount?${question}`, answer });
  expect(page.calls).toHaveLength(5);
  const lines = (): string[] =>
    [...document.querySelectorAll('.sum tr')].map(({ textContent }) => textContent ?? '');
  expect(lines()).toEqual([`${en.together}${en.countTogether}`]);
  await page.press(en.countTogether);
  await settle();
  const service = await startMadeService(points);
  onTestFinished(service.close);
  const client = new PopulationCount({ url: service.url, key: 'key', secret: 'secret' });
  for (const [line, time] of [300, 600].entries()) {
    const walk = { lon, lat, travel: 'pedestrian', time } as const;
    const places = [{ ...walk, lon: lon + 0.006 }, { zone }, walk];
    const { together, places: counted } = await client.countTogether('livingcount', places);
    const added = counted.slice(1).map(({ adds }, i) => en.adds('BC'[i], String(adds)));
    expect(together.people).toBeGreaterThan(counted[0].count.people);
    expect(lines()[1 + line].replaceAll(',', '')).toMatch(
      new RegExp(`^.*${together.people}.*${added.join('')}$`),
    );
  }
  await page.press(en.remove('A'));
  expect(lines()).toEqual([`${en.together}${en.countTogether}`]);
});

test('what is said beside a number: simulated people, a cut reach, what is not covered, a start nearby', async () => {
  let details: Partial<Details> = {};
  const datasets = [datasetOf({ ...TOWN, simulated: true })];
  const page = await visit({ answer: (call) => success(call, { details }) });
  const badges = async (stated: Partial<Details>): Promise<(string | null)[]> => {
    details = stated;
    await page.go('#');
    await page.go(link());
    return [...document.querySelectorAll('.note b')].map(({ textContent }) => textContent);
  };
  expect(await badges({})).toEqual([]);
  expect(await badges({ datasets })).toEqual(['Simulated people']);
  expect(await badges({ cut: true, datasets })).toEqual(['Simulated people', 'Cut short']);
  expect(await badges({ coverage: 0.99 })).toEqual([]);
  expect(await badges({ coverage: 0.9899 })).toEqual(['98.9% covered']);
  expect(await badges({ origin: { lon: 11.5, lat: 57.5, distance_m: 20 } })).toEqual([]);
  expect(await badges({ origin: { lon: 11.5, lat: 57.5, distance_m: 20.1 } })).toEqual(['Starts nearby']);
  expect(page.text('.note')).toMatch(
    /^Starts nearby The nearest road is 20 m from the point\. From another street /,
  );
  expect(page.text('body').split('Starts nearby')).toHaveLength(2);
  details = { datasets, cut: true };
  await page.go('#');
  await page.go(THREE);
  expect([...document.querySelectorAll('.note')].map(({ textContent }) => textContent)).toEqual([
    'Simulated people This dataset is for trying things out: nobody in it is real.',
    'It reaches the edge of the road data with time left: how many people more are within reach is not known.',
  ]);
});

test('the number of a cut isochrone is a lower bound, in words and without a bar', async () => {
  const details = { cut: true, interval: { low: 1_006, high: null } };
  const page = await visit({ fragment: link(), answer: (call) => success(call, { details }) });
  expect(page.text('.numbers')).toMatch(
    /^at least 1,000 people live .*Nine times out of ten; 1,230 were counted up to the edge/,
  );
  expect(page.text('#status')).toMatch(/^at least 1,000 people/);
  await page.go(THREE);
  expect(page.text('tbody td')).toBe('at least 1,0001,230 counted617 / km²Cut short');
  expect(document.querySelector('.interval-bar')).toBeNull();
});

test('a slow question says so after 400 ms', async () => {
  const call = unanswered();
  const page = await visit({ answer: () => call.response });
  await page.click(MIDDLE);
  expect(page.text('#answer')).toBe('');
  expect(page.get('#answer').getAttribute('aria-busy')).toBe('true');
  await pass(399);
  expect(page.text('#answer')).toBe('');
  await pass(1);
  expect(page.text('#answer')).toBe('Counting…');
  call.answer(success({ endpoint: 'livingcount', parameters: { lon: '11.5', lat: '57.5', time: '600' } }));
  await settle();
  expect(page.text('.number')).toContain('1,234');
  expect(page.get('#answer').getAttribute('aria-busy')).toBe('false');
});

test('what is replaced by something like it keeps the focus', async () => {
  const page = await visit({ fragment: link({ also: '11.6,57.6' }) });
  page.button('Remove A').focus();
  await page.slide(20);
  expect(document.activeElement).toBe(page.button('Remove A'));
  await page.press('Remove A');
  expect(document.activeElement).toBe(page.get('#answer'));
});

test('of several calls it is said how many are answered, and a table is there from the first on', async () => {
  const late = unanswered();
  const page = await visit({
    fragment: THREE,
    answer: (call) => (call.parameters.time === '900' ? late.response : success(call)),
  });
  expect([...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent)).toEqual([
    '1,2341,224 – 1,254617 / km²',
    '1,2341,224 – 1,254617 / km²',
    'counting',
  ]);
  await pass(400);
  const bar = page.get<HTMLProgressElement>('.progress progress');
  expect([page.text('.progress span'), bar.max, bar.value]).toEqual(['Counting… 2 of 3', 3, 2]);
});

test('where the service takes no more calls, the seconds are counted down', async () => {
  let isFull = true;
  const page = await visit({
    answer: (call) => (isFull ? refusal(429, 'too many', { 'Retry-After': '3' }) : success(call)),
  });
  await page.click(MIDDLE);
  await pass(500);
  expect(page.text('.progress span')).toBe('Many questions: the service takes more in 3 s.');
  await pass(1_000);
  expect(page.text('.progress span')).toBe('Many questions: the service takes more in 2 s.');
  await pass(1_400);
  expect(page.text('.progress span')).toBe('Many questions: the service takes more in 1 s.');
  isFull = false;
  await pass(200);
  expect(page.text('.number')).toContain('1,234');
});

test('each reason is explained once, with the letters of the places that it holds for', async () => {
  const page = await visit({
    fragment: link({ also: '11.6,57.6' }).concat('&also=20,20').replace('time=600', 'time=300,600'),
    answer: ({ endpoint, parameters }) =>
      parameters.lat === '57.6'
        ? success({ endpoint, parameters })
        : unserved(parameters.lat === '20' ? 'not-covered' : 'no-road'),
  });
  expect([...document.querySelectorAll('.failure')].map(({ textContent }) => textContent)).toEqual([
    'B: Nothing is known about this place',
    'C: There is no road near this point',
  ]);
  expect(page.text('#status')).toMatch(/^A: 1,234 people .*\. B: Nothing is known.*\. C: There is no road/);
  const said = page.get('.said span');
  expect([said.lang, said.textContent]).toEqual(['en', 'made not-covered']);
});

test('what is unchanged stays the same element, so that nobody hears of it twice', async () => {
  const page = await visit({ fragment: link(), answer: (call) => success(call, { details: { cut: true } }) });
  const [number, badges] = page.get('#answer').children;
  const said = page.get('#status').firstChild;
  await page.choose('density', '');
  expect([...page.get('#answer').children].map((element, i) => element === [number, badges][i])).toEqual([
    true,
    true,
  ]);
  expect(page.get('#status').firstChild === said).toBe(true);
});

test('a zone of several parts is a sum, whose bounds are said to be wider', async () => {
  const coordinates = [around(MIDDLE, 0.01), around([11.7, 57.7], 0.01)].map((part) => part.coordinates);
  const page = await visit();
  await page.type('#geojson', JSON.stringify({ type: 'MultiPolygon', coordinates }));
  await page.press('Use it');
  expect(page.calls).toHaveLength(2);
  expect(page.text('.number')).toBe('2,468 people live in this zone');
  expect(page.text('.interval')).toBe(`Between 2,448 and 2,508. ${en.sumOfParts}`);
  await page.press('Compare with another place');
  await page.choose('option', 'isochrone');
  await page.click(MIDDLE);
  expect(page.text('.wide')).toContain(en.sumOfParts);
  expect([...document.querySelectorAll('tbody th[scope=row]')].map(({ textContent }) => textContent)).toEqual(
    ['zone4 km²', '10 min on foot2 km²'],
  );
});
