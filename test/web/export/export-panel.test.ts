import { expect, test } from 'vitest';
import { refusal } from '../answers.ts';
import { pass, visit } from '../visit.ts';

const LINK = '#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian&time=600';

test('the link is copied, and the button says so for a moment', async () => {
  const page = await visit({ fragment: LINK });
  await page.press('Copy link');
  expect(page.copied).toEqual([`https://people.example/${LINK}`]);
  expect(page.text('#copy-link')).toBe('Copied');
  page.get('#copy-link').click();
  await pass(1_499);
  expect(page.text('#copy-link')).toBe('Copied');
  await pass(1);
  expect(page.text('#copy-link')).toBe('Copy link');
  page.copied = null;
  await page.press('Copy link');
  expect(page.text('#copy-link')).toBe('Not allowed');
});

test('table and GeoJSON are handed over as files, and forgotten', async () => {
  const page = await visit({ fragment: LINK });
  await page.press('CSV');
  await page.press('GeoJSON');
  await pass(10);
  expect(page.files.map(({ name, content }) => [name, content.type])).toEqual([
    ['population-count.csv', 'text/csv'],
    ['population-count.geojson', 'application/geo+json'],
  ]);
  const [csv, geojson] = await Promise.all(page.files.map(({ content }) => content.bytes()));
  expect([...csv.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(csv)).toMatch(
    /^id,lon,lat,.*\r\nA,11\.5,57\.5,,pedestrian,600,livingcount,1234,/s,
  );
  expect(JSON.parse(new TextDecoder().decode(geojson)).features[0].properties.people).toBe(1_234);
  expect(page.revoked).toEqual(['blob:0', 'blob:1']);
});

test('nothing is taken away where nothing is answered', async () => {
  const page = await visit({ fragment: LINK, answer: () => refusal(503, 'storage') });
  expect(page.sees('#take-away')).toBe(false);
});
