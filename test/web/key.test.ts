import { expect, test } from 'vitest';
import { linkTo, MIDDLE, refusal, success } from './answers.ts';
import { CREDENTIALS, type Visit, visit } from './visit.ts';

test('without a key a click asks for it, and the question is asked once there is one', async () => {
  const page = await visit({ withKey: false });
  await page.click(MIDDLE);
  const dialog = page.get<HTMLDialogElement>('#key-dialog');
  expect(dialog.open).toBe(true);
  expect(page.calls).toEqual([]);
  expect(page.text('#answer')).toBe('Enter your key to see the numbers.Enter key');
  await page.type('#key', ' pc_a:b:c ');
  expect(document.activeElement?.id).toBe('secret');
  await page.submit('#key-form');
  expect(dialog.open).toBe(false);
  expect(page.calls.map(({ authorization }) => authorization)).toEqual([`Basic ${btoa('pc_a:b:c')}`]);
  expect(page.text('.number')).toContain('1,234');
  await page.press('Forget it');
  expect(page.text('#answer')).toBe('Enter your key to see the numbers.Enter key');
  expect(dialog.open).toBe(false);
  expect(sessionStorage.length).toBe(0);
});

test('a key is kept by the browser only where the visitor ticks that, for 30 days', async () => {
  const page = await visit({ withKey: false });
  const enter = async (keep: boolean): Promise<number[]> => {
    page.button('Enter key').click();
    await page.type('#key', 'pc_a:b');
    await page.turn('#keep-key', keep);
    await page.submit('#key-form');
    const lengths = [sessionStorage.length, localStorage.length];
    await page.press('Forget it');
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
    return lengths;
  };
  expect(await enter(false)).toEqual([1, 0]);
  expect(await enter(true)).toEqual([0, 1]);
  expect(page.text('#key-form')).toContain('Without the tick this tab forgets it when you close it.');
});

test('a key that the browser keeps serves another tab, until its 30 days are over', async () => {
  const kept = (until_ms: number): Promise<Visit> =>
    visit({
      withKey: false,
      fragment: linkTo(MIDDLE),
      storedByBrowser: JSON.stringify({ ...CREDENTIALS, until_ms }),
    });
  const page = await kept(Date.now() + 1_000);
  expect(page.text('.number')).toContain('1,234');
  page.button('Key ✓').click();
  expect(page.get<HTMLInputElement>('#keep-key').checked).toBe(true);
  const late = await kept(Date.now() - 1_000);
  expect(late.calls).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test('a key that another tab stores for the browser, or forgets, is used and forgotten at once', async () => {
  const page = await visit({ withKey: false, fragment: linkTo(MIDDLE) });
  const storedElsewhere = (): Promise<void> =>
    page.dispatch(page.window as never, 'storage', { key: 'population-count.credentials' });
  localStorage.setItem('population-count.credentials', JSON.stringify(CREDENTIALS));
  await storedElsewhere();
  expect(page.text('.number')).toContain('1,234');
  localStorage.clear();
  await storedElsewhere();
  expect(page.text('#answer')).toBe('Enter your key to see the numbers.Enter key');
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(false);
});

test('a key in the address is taken for this tab, and is in the address no more', async () => {
  const page = await visit({ withKey: false, fragment: `${linkTo(MIDDLE)}&key=pc_link:s:ecret` });
  expect(page.calls.map(({ authorization }) => authorization)).toEqual([`Basic ${btoa('pc_link:s:ecret')}`]);
  expect(page.window.location.href).not.toContain('ecret');
  expect(localStorage.length).toBe(0);
  expect(await page.travel(-1)).toBe(false);
});

test('a link with a key is taken by a page that is open, and again with the same question', async () => {
  const page = await visit({ withKey: false });
  await page.click(MIDDLE);
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(true);
  await page.go(`${linkTo(MIDDLE)}&key=pc_link:secret`);
  expect(page.get<HTMLDialogElement>('#key-dialog').open).toBe(false);
  expect(page.text('.number')).toContain('1,234');
  expect(page.window.location.href).not.toContain('secret');
});

test('a key in the address replaces none that the visitor has, unless the service refuses that', async () => {
  const own = `Basic ${btoa(`${CREDENTIALS.key}:${CREDENTIALS.secret}`)}`;
  let known = own;
  const page = await visit({
    fragment: `${linkTo(MIDDLE)}&key=pc_link:secret`,
    answer: (call) => (call.authorization === known ? success(call) : refusal(401, 'Unknown key.')),
  });
  expect(page.calls.map(({ authorization }) => authorization)).toEqual([own]);
  known = `Basic ${btoa('pc_link:secret')}`;
  await page.slide(20);
  expect(page.text('#open-key')).toBe('Wrong key');
  await page.go(`${linkTo(MIDDLE)}&key=pc_link:secret`);
  expect(page.text('#open-key')).toBe('Key ✓');
  expect(page.text('.number')).toContain('1,234');
});

test.each(['{', '"text"', '{"key":"a"}', '{"secret":"a"}'])('a tab with %s has no key', async (stored) => {
  const page = await visit({ stored });
  expect(page.text('#open-key')).toBe('Enter key');
});
