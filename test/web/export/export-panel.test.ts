import { expect, test } from 'vitest';
import { DENSITY_CLASSES_PER_KM2 } from '../../../src/density/density-classes.ts';
import {
  COLOURS,
  DENSITY_COLOURS,
  DENSITY_OPACITY,
  PLACE_COLOURS,
  type Theme,
} from '../../../src/web/map/colours.ts';
import { refusal, success, TOWN } from '../answers.ts';
import { type Drawn, widthOf_px } from '../drawn-canvas.ts';
import { HEIGHT_PX, WIDTH_PX } from '../map-stand-in.ts';
import { pass, type Visit, visit } from '../visit.ts';

const LINK = '#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian&time=600';
const IMAGE_WIDTH_PX = 1_200;
const MARGIN_PX = 40;
const endOf = ({ x, text, font }: Drawn): number => x + widthOf_px(text, font);
const saveImage = async (page: Visit): Promise<readonly Drawn[]> => {
  page.drawn.length = 0;
  await page.press('Image');
  const { canvas } = page.drawn.at(-1)!;
  return page.drawn.filter((one) => one.canvas === canvas);
};
const textsOf = (drawn: readonly Drawn[]): Drawn[] =>
  drawn.filter(({ kind, align }) => kind === 'text' && align === 'start');

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

test('the call behind the number is shown in the language that is chosen, without a key, and copied', async () => {
  const page = await visit({ fragment: LINK });
  const expected = `curl -G -u "$API_KEY:$API_SECRET" 'https://people.example/api/v1/livingcount' \\\n  --data-urlencode 'lon=11.5'`;
  const code = (): string => page.get('#call-code').textContent;
  expect(code().slice(0, expected.length)).toBe(expected);
  expect(code()).toContain('details=true');
  await page.choose('language', 'python');
  expect(code()).toMatch(/^import requests/);
  await page.choose('endpoint', 'workingcount');
  expect(code()).toContain('/api/v1/workingcount"');
  await page.choose('language', 'fetch');
  expect(code()).toMatch(/^const url = new URL\('https:\/\/people\.example\/api\/v1\/workingcount'\)/);
  await page.press('Copy code');
  expect(page.copied).toEqual([code()]);
  expect(page.sees('#call')).toBe(true);
  await page.press('Compare with another place');
  expect(page.sees('#call')).toBe(false);
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
    /^place,name,.*\r\nA,,11\.5,57\.5,pedestrian,600,livingcount,1234,/s,
  );
  expect(JSON.parse(new TextDecoder().decode(geojson)).features[0].properties.livingcount).toBe(1_234);
  expect(page.revoked).toEqual(['blob:0', 'blob:1']);
});

test('nothing is taken away where nothing is answered', async () => {
  const page = await visit({ fragment: LINK, answer: () => refusal(503, 'storage') });
  expect(page.sees('#take-away')).toBe(false);
});

test('an image has the map, the number with its bounds, the sources and the link, on white', async () => {
  const page = await visit({ fragment: LINK });
  const drawn = await saveImage(page);
  const [paper, map] = drawn;
  const { canvas } = paper;
  expect(paper).toMatchObject({ kind: 'rectangle', colour: '#ffffff', x: 0, y: 0 });
  expect([paper.width, paper.height]).toEqual([canvas.width, canvas.height]);
  expect(canvas.width).toBe(IMAGE_WIDTH_PX);
  const mapHeight = (IMAGE_WIDTH_PX * HEIGHT_PX) / WIDTH_PX;
  expect(map).toMatchObject({ kind: 'image', x: 0, y: 0, width: IMAGE_WIDTH_PX, height: mapHeight });
  const texts = textsOf(drawn);
  expect(texts.map(({ text }) => text)).toEqual([
    '1,234 people live within 10 minutes on foot',
    '1,224 to 1,254, nine times out of ten',
    'Sources: roads 2026 the mappers; census 2020 the town hall',
    `https://people.example/${LINK}`,
  ]);
  expect(texts.map(({ font }) => font)).toEqual([
    '600 28px system-ui, sans-serif',
    '400 20px system-ui, sans-serif',
    '400 16px system-ui, sans-serif',
    '400 16px system-ui, sans-serif',
  ]);
  expect(new Set(texts.map(({ colour }) => colour))).toEqual(new Set(['#14201b', '#55625c']));
  expect(texts.map(({ x, y }) => [x, y - mapHeight])).toEqual(
    [0, 1, 2, 3].map((i) => [MARGIN_PX, MARGIN_PX + 25.5 + 34 * i]),
  );
  expect(canvas.height).toBe(mapHeight + 4 * 34 + 2 * MARGIN_PX);
  const [disc, ring] = drawn.filter(({ kind }) => kind === 'disc' || kind === 'ring');
  expect(disc).toMatchObject({ x: IMAGE_WIDTH_PX / 2, y: mapHeight / 2, width: 28, colour: '#08734f' });
  expect(ring).toMatchObject({ x: disc.x, y: disc.y, width: 28, colour: '#ffffff', text: '4' });
  expect(page.files.at(-1)).toMatchObject({ name: 'population-count.png', content: { type: 'image/png' } });
});

test('the canvas of the map is copied when it is drawn, as it is', async () => {
  const page = await visit({ fragment: LINK });
  page.drawn.length = 0;
  await page.press('Image');
  const copy = page.drawn.find(({ kind }) => kind === 'image')!;
  const { width, height } = page.map.getCanvas();
  expect([copy.x, copy.y, copy.canvas.width, copy.canvas.height]).toEqual([0, 0, width, height]);
});

test('of a comparison each number has its letter and its place, and each place its mark', async () => {
  const page = await visit({
    fragment: `${LINK}&also=11.6,57.6,Haga`,
    answer: (call) =>
      success(call, {
        details: { interval: null, dataset: { ...TOWN, simulated: call.parameters.lon === '11.6' } },
      }),
  });
  const drawn = await saveImage(page);
  expect(textsOf(drawn).map(({ text, font }) => [text, font.slice(0, 8)])).toEqual([
    ['A · 1,234 people live within 10 minutes on foot (Haga, 10 min on foot)', '600 22px'],
    ['How far this may be off is not known for this dataset.', '400 20px'],
    ['B · 1,234 people live within 10 minutes on foot', '600 22px'],
    ['How far this may be off is not known for this dataset.', '400 20px'],
    ['Simulated people. This dataset is for trying things out: nobody in it is real.', '400 16px'],
    ['Sources: roads 2026 the mappers; census 2020 the town hall', '400 16px'],
    [expect.stringContaining('also='), '400 16px'],
  ]);
  const marks = drawn.filter(({ kind, align }) => kind === 'text' && align === 'center');
  const scale = IMAGE_WIDTH_PX / WIDTH_PX;
  const expected = [[11.6, 57.6], [11.5, 57.5]].map(([lon, lat]) => page.map.project([lon, lat])); // biome-ignore format: one line
  expect(marks.map(({ text }) => text)).toEqual(['A', 'B']);
  const discs = drawn.filter(({ kind }) => kind === 'disc');
  expect(discs.map(({ colour }) => colour)).toEqual(PLACE_COLOURS.light.slice(0, 2));
  marks.forEach(({ x, y, colour, font }, i) => {
    expect(x).toBeCloseTo(expected[i].x * scale, 6);
    expect(y).toBeCloseTo(expected[i].y * scale, 6);
    expect([colour, font]).toEqual(['#ffffff', '600 16px system-ui, sans-serif']);
  });
});

test('of a zone of several parts the sum is said to be one, and no mark is drawn for it', async () => {
  const page = await visit();
  const coordinates = [11.2, 11.7].map((west) => [[[west, 57.5], [west + 0.1, 57.5], [west + 0.1, 57.6], [west, 57.5]]]); // biome-ignore format: one line
  await page.type('#geojson', JSON.stringify({ type: 'MultiPolygon', coordinates }));
  await page.press('Use it');
  const drawn = await saveImage(page);
  const texts = textsOf(drawn).map(({ text }) => text);
  expect(texts[0]).toBe('2,468 people live in this zone (zone)');
  expect(texts[1]).toMatch(/^2,448 – 2,508\. A sum of 2 parts, each rounded/);
  expect(drawn.filter(({ kind }) => kind === 'disc')).toEqual([]);
});

test('nothing is wider than the image, and a link that is broken loses nothing', async () => {
  const page = await visit({
    fragment: `${LINK}&also=11.6,57.6,${'a'.repeat(400)}&also=11.7,57.7,${'many+words+'.repeat(30)}`,
  });
  const drawn = await saveImage(page);
  const texts = textsOf(drawn);
  for (const text of texts) expect(endOf(text)).toBeLessThanOrEqual(IMAGE_WIDTH_PX - MARGIN_PX);
  const all = texts.map(({ text }) => text).join('');
  expect(all).toContain(location.href);
  expect(all).toContain(`(${'a'.repeat(400)}, 10 min on foot)`);
  const words = texts.filter(({ text }) => /^(many words )+/.test(text));
  for (const [i, { text }] of words.slice(1, -1).entries()) {
    expect(text).toMatch(/ $/);
    expect(endOf(words[i + 1]) + widthOf_px('many ', words[i + 1].font)).toBeGreaterThan(
      IMAGE_WIDTH_PX - MARGIN_PX,
    );
  }
  const link = texts.filter(({ font, text }) => font.startsWith('400 16px') && !text.startsWith('Sources'));
  for (const line of link.slice(0, -1))
    expect(endOf(line)).toBeGreaterThan(0.9 * (IMAGE_WIDTH_PX - MARGIN_PX));
  expect(texts.at(-1)!.y).toBeLessThan(texts[0].canvas.height - MARGIN_PX);
});

test.each<[Theme, 'living' | 'working', string]>([
  ['light', 'living', 'People living on a km², from'],
  ['dark', 'working', 'People in working hours on a km², from'],
])('a map of density (%s) has the key to its colours', async (theme, layer, title) => {
  const page = await visit({ fragment: `${LINK}&density=${layer}`, isDark: theme === 'dark' });
  const drawn = await saveImage(page);
  const texts = textsOf(drawn);
  const at = texts.findIndex(({ text }) => text === title);
  const [heading, ...numbers] = texts.slice(at, at + 1 + DENSITY_CLASSES_PER_KM2.length);
  const mapHeight = (IMAGE_WIDTH_PX * HEIGHT_PX) / WIDTH_PX;
  expect([heading.x, heading.y, heading.font]).toEqual([
    MARGIN_PX,
    mapHeight + MARGIN_PX,
    '400 16px system-ui, sans-serif',
  ]);
  expect(numbers.map(({ text }) => text)).toEqual(['0', '10', '100', '500', '1,500', '5,000', '15,000']);
  const swatches = drawn.slice(1).filter(({ kind }) => kind === 'rectangle');
  expect(swatches.map(({ colour, alpha }) => [colour, alpha])).toEqual(
    DENSITY_COLOURS[theme].flatMap((colour) => [
      [COLOURS[theme].land, 1],
      [colour, DENSITY_OPACITY],
    ]),
  );
  let end = endOf(heading);
  for (const [i, number] of numbers.entries()) {
    const [land, coloured] = swatches.slice(2 * i, 2 * i + 2);
    expect([land.x, land.y, land.width, land.height]).toEqual([coloured.x, coloured.y, 24, 24]);
    expect(coloured.x).toBe(Math.ceil(end) + 22);
    expect(number.x).toBe(coloured.x + 24 + 8);
    expect([number.y, number.colour, number.alpha]).toEqual([heading.y, heading.colour, 1]);
    expect([coloured.y < number.y, coloured.y + 24 > number.y]).toEqual([true, true]);
    end = number.x + Math.ceil(widthOf_px(number.text, number.font));
  }
  expect(end).toBeLessThan(IMAGE_WIDTH_PX - MARGIN_PX);
  expect(texts.find(({ text }) => text.includes('people live'))!.y).toBe(mapHeight + MARGIN_PX + 30 + 25.5);
});
