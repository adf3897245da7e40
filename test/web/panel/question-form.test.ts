import { expect, test } from 'vitest';
import { around, TOWN } from '../answers.ts';
import { type Visit, visit } from '../visit.ts';

const LINK = '#/api/v1/livingcount?lon=11.5&lat=57.5&travel=pedestrian&time=600';
const asked = (): string[] => {
  const [path, query] = location.hash.split('?');
  const parameters = new URLSearchParams(query);
  return [path, parameters.get('travel')!, parameters.get('time')!];
};
const checkedIn = (page: Visit, name: string): string =>
  page.get<HTMLInputElement>(`#question input[name="${name}"]:checked`).value;

test('people, travel mode and time are chosen, and each is asked', async () => {
  const page = await visit({ fragment: LINK });
  expect(['endpoint', 'option', 'travel'].map((name) => checkedIn(page, name))).toEqual([
    'livingcount',
    'isochrone',
    'pedestrian',
  ]);
  await page.choose('endpoint', 'workingcount');
  expect(asked()).toEqual(['#/api/v1/workingcount', 'pedestrian', '600']);
  await page.choose('endpoint', 'both');
  expect(asked()[0]).toBe('#/api/v1/livingcount,workingcount');
  await page.choose('endpoint', 'livingcount');
  await page.choose('travel', 'motorized');
  expect(asked()).toEqual(['#/api/v1/livingcount', 'motorized', '600']);
  await page.choose('travel', 'both');
  expect(asked()[1]).toBe('pedestrian,motorized');
  await page.slide(20);
  expect(asked()[2]).toBe('1200');
  const slider = page.get('#time');
  expect([page.text('#time-output'), slider.getAttribute('aria-valuetext')]).toEqual([
    '20 minutes',
    '20 minutes',
  ]);
});

test('several times are 5, 10 and 15 minutes at first, and each can be changed or left out', async () => {
  const page = await visit({ fragment: LINK });
  const fields = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('#times input')];
  const enter = async (i: number, minutes: string): Promise<void> => {
    fields()[i].focus();
    fields()[i].value = minutes;
    await page.dispatch(fields()[i], 'change');
    fields()[i].blur();
  };
  expect([page.sees('#time'), page.sees('#times')]).toEqual([true, false]);
  await page.turn('#bands', true);
  expect([page.sees('#time'), page.sees('#times')]).toEqual([false, true]);
  expect(fields().map(({ value }) => value)).toEqual(['5', '10', '15']);
  expect([asked()[2], page.text('#time-output')]).toEqual(['300,600,900', '5, 10, 15 min']);
  fields()[0].value = '7';
  await page.changeTheme(true);
  expect(fields()[0].value).toBe('7');
  await enter(0, '45');
  expect(asked()[2]).toBe('600,900,2700');
  expect(fields().map(({ value }) => value)).toEqual(['45', '10', '15']);
  await enter(1, '');
  expect(asked()[2]).toBe('900,2700');
  await enter(0, '0.5');
  expect(asked()[2]).toBe('60,900');
  await enter(2, '9999');
  expect(asked()[2]).toBe(`60,${60 * Number(fields()[0].max)}`);
  await enter(2, '');
  const isSeveral = page.get<HTMLInputElement>('#bands').checked;
  expect([asked()[2], isSeveral, page.sees('#time')]).toEqual(['60', false, true]);
  await page.turn('#bands', true);
  await page.turn('#bands', false);
  expect(asked()[2]).toBe('600');
});

test('a time beyond the limit becomes the limit, which the page says', async () => {
  const page = await visit({ fragment: LINK.replace('600', '300,600') });
  const field = page.get<HTMLInputElement>('#times input:nth-child(2)');
  const enter = async (text: string): Promise<unknown> => {
    field.value = text;
    await page.dispatch(field, 'change');
    return [asked()[2], field.value, page.text('#time-limit')];
  };
  const walk = 'A time on foot is from 1 to 120 minutes.';
  expect(await enter('500')).toEqual(['300,7200', '120', walk]);
  expect(await enter('500')).toEqual(['300,7200', '120', walk]);
  expect(await enter('0')).toEqual(['60,300', '1', walk]);
  expect(await enter('90')).toEqual(['300,5400', '90', '']);
  await page.choose('travel', 'motorized');
  expect([asked()[2], page.text('#time-limit')]).toEqual([
    '300,3600',
    'A time by car is from 1 to 60 minutes.',
  ]);
  expect(page.sees('#traffic')).toBe(true);
});

test('what no dataset holds is switched off, with the reason', async () => {
  const page = await visit({
    regions: [{ ...TOWN, coverage: { ...TOWN.coverage, working: null }, density: ['living'] }],
  });
  const isOff = (name: string, value: string): boolean =>
    page.get<HTMLInputElement>(`input[name="${name}"][value="${value}"]`).disabled;
  expect(['livingcount', 'workingcount', 'both'].map((value) => isOff('endpoint', value))).toEqual([
    false,
    true,
    true,
  ]);
  expect(['', 'living', 'working'].map((value) => isOff('density', value))).toEqual([false, false, true]);
  const reason = '“working” is off: the data published here does not hold it.';
  expect([page.text('#missing-data'), page.text('#density-missing-data')]).toEqual([reason, reason]);
  expect(page.sees('#missing-data') && page.sees('#density-missing-data')).toBe(true);
});

test('what is held and not drawn is switched off in the layer of density alone', async () => {
  const page = await visit({ regions: [{ ...TOWN, density: ['working'] }] });
  expect(page.text('#density-missing-data')).toMatch(/^“living” is off/);
  expect(page.get<HTMLInputElement>('input[name="endpoint"][value="both"]').disabled).toBe(false);
});

test('a zone is drawn by keyboard: space sets corners, Enter finishes, Backspace and Ctrl+Z take back', async () => {
  const page = await visit();
  await page.choose('option', 'zone');
  const canvas = page.map.getCanvas();
  expect(canvas.getAttribute('aria-label')).toContain('the space bar sets a corner');
  for (const [west, south] of [
    [11, 57],
    [11.2, 57],
    [11, 57.2],
  ]) {
    // biome-ignore format: one line
    page.map.fitBounds([west, south, west + 1, south + 1], {});
    expect(await page.key(' ', canvas)).toBe(true);
  }
  expect(page.map.features('handles').map(({ geometry }) => (geometry as GeoJSON.Point).coordinates)).toEqual(
    [
      [11.5, 57.5],
      [11.7, 57.5],
      [11.5, 57.7],
    ],
  );
  expect(await page.key('Backspace', canvas)).toBe(true);
  expect(page.map.features('handles')).toHaveLength(2);
  expect(await page.key('Enter', canvas)).toBe(false);
  expect(page.calls).toEqual([]);
  await page.key(' ', canvas);
  expect(await page.key('Enter', page.get('#clear'))).toBe(false);
  expect(page.calls).toEqual([]);
  expect(await page.key('Enter', canvas)).toBe(true);
  expect(page.calls).toHaveLength(1);
  expect(canvas.getAttribute('aria-label')).toContain('Enter points at its middle');
  expect(await page.key('z', document.body)).toBe(false);
  expect(await page.key('Z', document.body, { ctrlKey: true })).toBe(true);
  expect(page.sees('#finish')).toBe(true);
  expect(await page.key('z', document.body, { metaKey: true })).toBe(true);
  expect(page.map.features('handles')).toHaveLength(2);
  expect(await page.key('Backspace', page.get('#geojson'))).toBe(false);
  expect(await page.key('Backspace', page.get('#key'))).toBe(false);
  expect(page.map.features('handles')).toHaveLength(2);
  await page.choose('option', 'isochrone');
  expect(await page.key('Backspace', document.body)).toBe(false);
});

test('GeoJSON is taken from the field, from a file and from what is dropped', async () => {
  const page = await visit();
  const text = (lon: number): string => JSON.stringify({ type: 'Point', coordinates: [lon, 57.5] });
  const lastAsked = (): string => page.calls.at(-1)!.parameters.lon;
  const details = page.get<HTMLDetailsElement>('#bring-in');
  details.open = true;
  await page.type('#geojson', text(11.1));
  page.button('Use it').focus();
  await page.press('Use it');
  expect(document.activeElement).toBe(page.get('#bring-in summary'));
  expect([lastAsked(), details.open, page.get<HTMLInputElement>('#geojson').value]).toEqual([
    '11.1',
    false,
    '',
  ]);

  const file = page.get<HTMLInputElement>('#file');
  let chosen = 0;
  file.click = () => void chosen++;
  await page.press('Choose a file');
  expect(chosen).toBe(1);
  const choose = (size: number, lon: number): Promise<void> => {
    const files = [{ size, text: async () => text(lon) }];
    Object.defineProperty(file, 'files', { value: files, configurable: true });
    return page.dispatch(file, 'change');
  };
  await choose(20_000_000, 11.2);
  expect(lastAsked()).toBe('11.2');
  await choose(20_000_001, 11.3);
  expect(lastAsked()).toBe('11.2');
  expect(page.text('#bring-in-fault')).toBe('The file is larger than 20 MB.');
  expect(page.scrolled.at(-1)?.id).toBe('bring-in-fault');
  expect([details.open, page.get('#geojson').getAttribute('aria-invalid')]).toEqual([true, 'true']);

  const over = new page.window.Event('dragover', { cancelable: true, bubbles: true });
  document.body.dispatchEvent(over as never);
  expect(over.defaultPrevented).toBe(true);
  const drop = async (dataTransfer: object): Promise<boolean> => {
    const event = Object.assign(new page.window.Event('drop', { cancelable: true, bubbles: true }), {
      dataTransfer,
    });
    document.body.dispatchEvent(event as never);
    await page.dispatch(document.body, 'nothing');
    return event.defaultPrevented;
  };
  expect(await drop({ files: [{ size: 1, text: async () => text(11.6) }] })).toBe(true);
  expect(lastAsked()).toBe('11.6');
  await drop({ files: [], getData: () => text(11.7) });
  expect(lastAsked()).toBe('11.7');
  await drop({ files: [{ size: 1, text: async () => '[' }] });
  expect(page.text('#bring-in-fault')).toContain('This is not JSON.');
  expect(page.get<HTMLTextAreaElement>('#geojson').value).toBe('');
  await page.type('#geojson', '{');
  await page.press('Use it');
  expect(page.get<HTMLTextAreaElement>('#geojson').value).toBe('{');
  await page.dispatch(file, 'change');
});

test('of a boundary that was simplified the distance is said', async () => {
  const page = await visit();
  await page.type(
    '#geojson',
    JSON.stringify({ type: 'Feature', properties: { within_m: 20 }, geometry: around([11.5, 57.5], 0.01) }),
  );
  await page.press('Use it');
  expect(page.sees('#simplified')).toBe(true);
  expect(page.text('#simplified')).toContain('stays within 20 m of it');
  await page.press('Clear');
  expect(page.sees('#simplified')).toBe(false);
});
